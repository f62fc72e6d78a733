/**
 * The figures of docs/explanation/embedded-database.md: `node bench/embedded/bench.ts`, about 20 seconds. Each is a time
 * beside that of a rival in the same run, since times mean nothing across machines.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PGlite } from '@electric-sql/pglite';
import { openEmbeddedDatabase } from '../../src/storage/embedded/embedded-database.ts';

interface Figure {
  readonly what: string;
  readonly ours: number;
  readonly rival: number;
  /** The largest ratio that is good enough. */
  readonly wanted: number;
}

const directory = mkdtempSync(join(tmpdir(), 'plumbline-bench-embedded-'));
const template = join(directory, 'template');
const table = 'CREATE TABLE t (id int PRIMARY KEY, text text)';
const commits = 500;

const open = (name: string) =>
  openEmbeddedDatabase({ dataDir: join(directory, name), serviceRole: 'service', template });

async function milliseconds(fn: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await fn();
  return performance.now() - started;
}

async function openAndClose(name: string): Promise<number> {
  const started = performance.now();
  const database = await open(name);
  const taken = performance.now() - started;
  await database.close();
  return taken;
}

async function perCommit(commit: (id: number) => Promise<unknown>): Promise<number> {
  const total = await milliseconds(async () => {
    for (let id = 0; id < commits; id++) await commit(id);
  });
  return total / commits;
}

async function perCommitAsItComes(): Promise<number> {
  const pglite = await PGlite.create(join(directory, 'as-it-comes'));
  await pglite.exec(table);
  const taken = await perCommit((id) =>
    pglite.transaction((tx) => tx.query('INSERT INTO t VALUES ($1)', [id])),
  );
  await pglite.close();
  return taken;
}

async function measure(): Promise<Figure[]> {
  const withoutTemplate = await openAndClose('first');
  const fromTemplate = await openAndClose('second');
  const again = await openAndClose('second');

  const database = await open('first');
  await database.admin.query(`CREATE ROLE service NOLOGIN; ${table}; GRANT ALL ON t TO service`);
  const ours = await perCommit((id) =>
    database.service.transaction((tx) => tx.query('INSERT INTO t VALUES ($1)', [id])),
  );
  const asItComes = await perCommitAsItComes();

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const statement = await milliseconds(() =>
    database.admin.query('SELECT count(*) FROM generate_series(1, 3000000)'),
  );
  delay.disable();

  await database.admin.transaction((tx) =>
    tx.query("INSERT INTO t SELECT n, repeat('x', 900) FROM generate_series(1000, 29000) n"),
  );
  // The files of a running database, as a crash would leave them, with about 28 MB of log to replay.
  cpSync(join(directory, 'first'), join(directory, 'crashed'), { recursive: true });
  await database.close();
  const afterCrash = await openAndClose('crashed');

  return [
    {
      what: 'first start, to one without a template',
      ours: fromTemplate,
      rival: withoutTemplate,
      wanted: 0.5,
    },
    { what: 'opening after a crash, to a clean one', ours: afterCrash, rival: again, wanted: 5 },
    { what: 'a synced commit, to PGlite as it comes', ours, rival: asItComes, wanted: 5 },
    {
      what: 'pause of the event loop, to its statement',
      ours: delay.max / 1e6,
      rival: statement,
      wanted: 0.2,
    },
  ];
}

try {
  const figures = await measure();
  console.log(`${'ms'.padEnd(44)}     ours    rival    ratio   wanted`);
  for (const { what, ours, rival, wanted } of figures) {
    const cells = [ours.toFixed(1), rival.toFixed(1), (ours / rival).toFixed(2), `≤ ${wanted}`];
    console.log(`${what.padEnd(44)}${cells.map((cell) => cell.padStart(9)).join('')}`);
  }
  process.exitCode = figures.every(({ ours, rival, wanted }) => ours / rival <= wanted) ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
