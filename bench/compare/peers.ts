import { spawnSync } from 'node:child_process';
import type { Pair } from './datasets.ts';

/** Another tool that compares two tables, run on the same files where it is installed. */
export interface Peer {
  readonly name: string;
  readonly install: string;
  /** Null where it is not installed. */
  run(pair: Pair): { wallSeconds: number; cpuSeconds: number; peakBytes: number } | null;
}

/** What every script ends with: time of the comparison alone, memory of the whole process. */
const measured = (work: string) => `
import json, resource, sys, time
source, target = sys.argv[1:3]
${work}
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"wallSeconds": time.perf_counter() - started, "cpuSeconds": usage.ru_utime + usage.ru_stime, "peakBytes": usage.ru_maxrss * 1024}))
`;

const datacompy = measured(`
import polars
from datacompy import PolarsCompare
started = time.perf_counter()
compare = PolarsCompare(polars.read_parquet(source), polars.read_parquet(target), join_columns="id")
compare.matches()
`);

/** It compares tables of databases, so the files are tables of DuckDB; loading them does not count. */
const reladiff = measured(`
import duckdb, os, tempfile
from reladiff import connect_to_table, diff_tables
folder = tempfile.mkdtemp()
database = os.path.join(folder, "bench.duckdb")
with duckdb.connect(database) as connection:
    connection.execute(f"CREATE TABLE source_table AS SELECT * FROM read_parquet('{source}')")
    connection.execute(f"CREATE TABLE target_table AS SELECT * FROM read_parquet('{target}')")
    columns = [row[0] for row in connection.execute("DESCRIBE source_table").fetchall() if row[0] != "id"]
started = time.perf_counter()
tables = [connect_to_table({"driver": "duckdb", "filepath": database}, name, "id") for name in ("source_table", "target_table")]
sum(1 for _ in diff_tables(*tables, key_columns=("id",), extra_columns=tuple(columns)))
`);

export const peers: readonly Peer[] = [
  {
    name: 'datacompy with Polars',
    install: 'pip install datacompy polars',
    run: runPython('datacompy', datacompy),
  },
  { name: 'reladiff', install: 'pip install reladiff duckdb', run: runPython('reladiff', reladiff) },
];

function runPython(module: string, script: string): Peer['run'] {
  return ({ source, target }) => {
    if (spawnSync('python3', ['-c', `import ${module}`]).status !== 0) return null;
    const child = spawnSync('python3', ['-c', script, source, target], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.status !== 0) throw new Error(`${module} ended with ${child.status ?? child.signal}.`);
    return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '');
  };
}
