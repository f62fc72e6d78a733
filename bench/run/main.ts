/**
 * `npm run bench:run`: what the service around a comparison costs, from the submission of a Run to its end.
 *
 * - 100 tests over 10 pairs of small tables, as a ratio to the same SQL run directly in DuckDB in one process;
 * - a pair of 10 million rows (`--rows`), as a ratio to `plumbline compare` on the same files. Wanted: at most 1.1.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDbSession } from '../../src/connectors/duckdb/duckdb-session.ts';
import { testSpecification } from '../../src/domain/comparison/pair-specification.ts';
import { recordStatements } from '../../test/support/recorded-session.ts';
import { comparePairOfFiles } from '../compare/contenders.ts';
import { columns, makePairs, type Pair } from '../compare/datasets.ts';
import { Api, matchesRows, type TestOfPair } from './api.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    repetitions: { type: 'string', default: '3' },
    folder: { type: 'string', default: join(tmpdir(), 'plumbline-bench-compare') },
  },
});
const repetitions = Number(values.repetitions);
const port = 18_433;
const url = `http://127.0.0.1:${port}`;

const smallTests: readonly TestOfPair[] = [
  { functionCode: 'COUNT', column: 'id' },
  { functionCode: 'COUNT_DISTINCT', column: 'status' },
  { functionCode: 'MIN', column: 'created' },
  { functionCode: 'MAX', column: 'created' },
  { functionCode: 'SUM', column: 'amount' },
  { functionCode: 'SET_A_EQUALS_B', column: 'status' },
  { functionCode: 'VALUE', column: 'email' },
  { functionCode: 'VALUE', column: 'amount' },
  { functionCode: 'VALUE', column: 'created' },
  { functionCode: 'OUTER_VALUE', column: 'note' },
];
const largeTests: readonly TestOfPair[] = columns
  .filter((column) => column !== 'id')
  .map((column) => ({ functionCode: 'OUTER_VALUE', column }));

const home = mkdtempSync(join(tmpdir(), 'plumbline-bench-run-'));
let service: ChildProcess | undefined;
try {
  const folder = join(values.folder, 'small');
  mkdirSync(folder, { recursive: true });
  const small: Pair[] = [];
  for (let pair = 0; pair < 10; pair += 1) small.push((await makePairs(folder, 1000 + pair)).few);
  const large = (await makePairs(values.folder, Number(values.rows))).few;
  const statements = join(home, 'statements.json');
  writeFileSync(statements, JSON.stringify(await Promise.all(small.map(statementsOf))));

  service = startService();
  await until(`${url}/readyz`);
  const api = await Api.open(url, home);
  const source = await api.filesSource(folder);
  for (const pair of small) await api.pair(source, pair, smallTests);
  const smallRun = await best(() => api.secondsOfRun(null));
  const sameSql = await best(async () => Number(node('bench/run/same-sql.ts', statements)));

  const pairUuid = await api.pair(await api.filesSource(values.folder), large, largeTests);
  const largeRun = await best(() => api.secondsOfRun(pairUuid));
  const compared = await best(async () => timed(() => compareByCommand(large)));
  print([
    ['100 tests, 10 pairs of 1,000 rows / the same SQL in DuckDB', smallRun, sameSql, null],
    [`${Number(values.rows).toLocaleString('en')} rows / plumbline compare`, largeRun, compared, 1.1],
  ]);
} finally {
  service?.kill('SIGTERM');
  await sleep(1000);
  rmSync(home, { recursive: true, force: true });
}

function print(measures: readonly (readonly [string, number, number, number | null])[]): void {
  const seconds = (value: number) => value.toFixed(2).padStart(9);
  console.log(`\n${'measure'.padEnd(62)}${'Run s'.padStart(9)}${'rival s'.padStart(9)}   ratio   wanted`);
  for (const [name, ours, rival, wanted] of measures) {
    const ratio = ours / rival;
    const verdict = wanted === null ? '' : `  ≤ ${wanted} ${ratio <= wanted ? '✔' : '✖'}`;
    console.log(`${name.padEnd(62)}${seconds(ours)}${seconds(rival)}${seconds(ratio)}${verdict}`);
    if (wanted !== null && ratio > wanted) process.exitCode = 1;
  }
}

/** What the engine is asked for a pair. */
async function statementsOf(pair: Pair): Promise<readonly string[]> {
  const scratch = mkdtempSync(join(home, 'recorded-'));
  await using session = await DuckDbSession.open({
    allowedDirectories: [scratch],
    allowedPaths: [pair.source, pair.target],
    memoryLimitBytes: 2 ** 30,
    spillDirectory: scratch,
    maxSpillBytes: 2 ** 30,
    threads: 0,
  });
  const recorded = recordStatements(session);
  await comparePairOfFiles(pair, recorded, scratch, () =>
    smallTests.map(({ functionCode, column }, index) =>
      testSpecification({
        id: String(index),
        functionCode,
        fields: [`${column} ${functionCode}`],
        keys: matchesRows(functionCode) ? ['id VALUE'] : [],
        evidenceRows: 0,
      }),
    ),
  );
  return recorded.statements;
}

/** The fastest of several: whatever else the machine does only ever adds. */
async function best(measure: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) taken.push(await measure());
  return Math.min(...taken);
}

async function timed(work: () => void): Promise<number> {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

function compareByCommand({ source, target }: Pair): void {
  try {
    node('src/main.ts', 'compare', source, target, '--key', 'id', '--format', 'json');
  } catch (error) {
    // 1: they differ, as they should.
    if ((error as { status?: number }).status !== 1) throw error;
  }
}

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

function startService(): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PLUMBLINE_DATA_DIR: home,
      PLUMBLINE_PORT: String(port),
      PLUMBLINE_LOG_LEVEL: 'warn',
      PLUMBLINE_FILE_ROOTS: values.folder,
      PLUMBLINE_RATE_LIMIT_CAPACITY: '1000000',
      PLUMBLINE_RATE_LIMIT_PER_SECOND: '1000000',
    },
  });
}

async function until(address: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`${address} does not answer.`);
}
