/**
 * `npm run bench:runs`: pages of list_runs in an Organization with a million Runs, beside a thousand others, over
 * PostgreSQL. Page 5,000 as a ratio to page 1 (wanted: at most 1.3), and a search that finds few as a ratio to a page
 * without one (at most 10), for every sort and direction; and no plan of any documented combination may scan a table.
 * `--runs N` for fewer. Most of the time goes into making the Runs.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrateDatabase } from '../../src/storage/migrations/migrate.ts';
import {
  type ListedRun,
  listRuns,
  type RunListRequest,
  runSorts,
} from '../../src/storage/queries/runs-list.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { everyList, sequentialScans } from './plans.ts';
import { type RunStatement, seeded, seedRuns } from './seed-runs.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '101' } },
});
const runs = Number(values.runs);
const rounds = Number(values.rounds);
const others = 1_000;
const runsOfOthers = 20;
const pageSize = 50;
/** Of a smaller Organization, the page in the middle. */
const farPage = Math.min(5_000, Math.floor(runs / pageSize / 2));
const wanted = { page: 1.3, search: 10 };
const orgUuid = uuidOf(1);

const adminUrl = process.env.TEST_POSTGRES_URL;
if (adminUrl === undefined) {
  console.error('Set TEST_POSTGRES_URL, or run it with: npm run bench:runs');
  process.exit(2);
}

const { storage, close } = await prepare(adminUrl);
try {
  const results = [];
  for (const sortBy of runSorts) {
    for (const direction of ['desc', 'asc'] as const) results.push(await measure(sortBy, direction));
  }
  console.log(
    `\n${runs.toLocaleString('en')} Runs beside ${others} Organizations; median of ${rounds} rounds`,
  );
  console.log(
    `${'sort'.padEnd(18)}${'page 1'.padStart(10)}${`page ${farPage}`.padStart(12)}${'ratio'.padStart(8)}${'search'.padStart(11)}${'ratio'.padStart(8)}`,
  );
  for (const { name, first, far, search } of results) {
    const line = `${name.padEnd(18)}${ms(first)}${ms(far.time, 12)}${far.ratio.toFixed(2).padStart(8)}`;
    console.log(`${line}${ms(search.time, 11)}${search.ratio.toFixed(1).padStart(8)}`);
  }
  const scans = await sequentialScans(storage, orgUuid);
  for (const scan of scans) console.log(scan);
  console.log(`sequential scans in the plans of ${everyList().length} combinations: ${scans.length}`);
  const isReached =
    scans.length === 0 &&
    results.every(({ far, search }) => far.ratio <= wanted.page && search.ratio <= wanted.search);
  console.log(
    `wanted: pages ≤ ${wanted.page}, searches ≤ ${wanted.search}, no scan  ${isReached ? '✔' : '✖'}`,
  );
  process.exitCode = isReached ? 0 : 1;
} finally {
  await close();
}

/** The three in turns, so that whatever else the machine does meets all of them; the median of the rounds' ratios. */
async function measure(sortBy: RunListRequest['sortBy'], direction: 'asc' | 'desc') {
  const filter = { validationTestUuid: null, status: null, scope: null, search: null };
  const first: RunListRequest = { ...filter, sortBy, direction, after: null, limit: pageSize + 1 };
  const last = await read({ ...first, limit: (farPage - 1) * pageSize });
  const end = last.at(-1);
  const far = { ...first, after: end === undefined ? null : { value: end.sortValue, runUuid: end.runUuid } };
  const search = { ...first, search: seeded.rareText };
  const times = { first: [] as number[], far: [] as number[], search: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.first.push(await timed(first));
    times.far.push(await timed(far));
    times.search.push(await timed(search));
  }
  const ratioTo = (others: readonly number[]) =>
    median(others.map((time, round) => time / (times.first[round] ?? Number.NaN)));
  return {
    name: `${sortBy} ${direction}`,
    first: median(times.first),
    far: { time: median(times.far), ratio: ratioTo(times.far) },
    search: { time: median(times.search), ratio: ratioTo(times.search) },
  };
}

function read(request: RunListRequest): Promise<readonly ListedRun[]> {
  return storage.withTenant(orgUuid, (tx) => listRuns(tx, request));
}

async function timed(request: RunListRequest): Promise<number> {
  const start = performance.now();
  const found = await read(request);
  if (found.length === 0) throw new Error(`Nothing was found: ${JSON.stringify(request)}`);
  return performance.now() - start;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function ms(value: number, width = 10): string {
  return `${value.toFixed(2)} ms`.padStart(width);
}

function uuidOf(n: number): string {
  return `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

async function prepare(url: string): Promise<{ storage: Storage; close: () => Promise<void> }> {
  const name = `plumbline_bench_runs_${process.pid}`;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const database = new URL(url);
  database.pathname = `/${name}`;
  await migrateDatabase(database.href);
  const client = new pg.Client({ connectionString: database.href });
  await client.connect();
  const login = { user: `${name}_app`, password: 'plumbline-bench' };
  await client.query(
    `CREATE ROLE ${login.user} LOGIN PASSWORD '${login.password}'; GRANT plumbline_service TO ${login.user}`,
  );
  await seed(async (text, parameters) => (await client.query(text, parameters)).rows);
  database.username = login.user;
  database.password = login.password;
  const opened = await openStorage({ databaseUrl: database.href, poolSize: 2, statementTimeoutMs: 600_000 });
  return {
    storage: opened,
    async close() {
      await opened.close();
      await client.end();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.query(`DROP ROLE ${login.user}`);
      await server.end();
    },
  };
}

async function seed(run: RunStatement): Promise<void> {
  const started = performance.now();
  await run(`SET maintenance_work_mem = '512MB'`);
  const organizations = Array.from({ length: others + 1 }, (_, n) => ({
    orgUuid: uuidOf(n + 1),
    count: n === 0 ? runs : runsOfOthers,
  }));
  await run(
    `INSERT INTO plumbline.organizations (org_uuid, name, directory_id, created_at)
     SELECT org_uuid, 'Contoso', org_uuid::text, now() FROM unnest($1::uuid[]) AS org_uuid`,
    [organizations.map((each) => each.orgUuid)],
  );
  await seedRuns(run, organizations);
  console.log(`made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
