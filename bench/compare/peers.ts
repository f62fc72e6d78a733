import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pair } from './datasets.ts';

/** Another tool that compares two tables, run on the same files. */
export interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  /** Python that takes the two files and prints what it took. */
  readonly script: string;
}

interface Taken {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
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
    packages: ['datacompy==1.1.0', 'polars==1.33.1'],
    script: datacompy,
  },
  { name: 'reladiff', packages: ['reladiff==0.6.0', 'duckdb==1.4.4'], script: reladiff },
];

/** Runs a peer in an environment of its own, made in the folder where it is missing; null where it cannot be had. */
export function runPeer(
  { name, packages, script }: Peer,
  { source, target }: Pair,
  folder: string,
): Taken | null {
  const python = environmentOf(name, packages, folder);
  if (python === null) return null;
  const child = spawnSync(python, ['-c', script, source, target], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`${name} ended with ${child.status ?? child.signal}.`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '');
}

function environmentOf(name: string, packages: readonly string[], folder: string): string | null {
  const home = join(folder, `peer ${packages.join(' ')}`);
  const python = join(home, 'bin', 'python');
  const ready = join(home, 'ready');
  if (existsSync(ready)) return python;
  console.error(`installing ${packages.join(' ')}`);
  const steps = [
    ['python3', '-m', 'venv', '--clear', home],
    [python, '-m', 'pip', 'install', '--quiet', ...packages],
  ];
  for (const [command = '', ...args] of steps) {
    if (spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status !== 0) {
      console.error(`${name} is left out: it needs python3 with venv, and a registry of packages.`);
      return null;
    }
  }
  writeFileSync(ready, '');
  return python;
}
