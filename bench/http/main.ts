/**
 * `npm run bench:http`: requests per second of the whole service over PostgreSQL, as a ratio to a bare Fastify handler
 * that runs the same SQL through `pg` with no rules at all (rival.ts), measured in turns in one run. Wanted: at least
 * 0.6, and 0.5 where the answer has to be worked out. `--seconds N` for each turn, `--rounds N`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findAccount } from '../../src/providers/identity/embedded/directories.ts';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';
import { migrateDatabase } from '../../src/storage/migrations/migrate.ts';
import { load, type NextRequest } from './load.ts';
import { type Seeded, seed } from './seed.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '5' } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = 16;
const ports = { ours: 18_431, rival: 18_432 };
const clock = { now: () => new Date() };

const adminUrl = process.env.TEST_POSTGRES_URL;
if (adminUrl === undefined) {
  console.error('Set TEST_POSTGRES_URL, or run it with: npm run bench:http');
  process.exit(2);
}

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
const children: ChildProcess[] = [];
try {
  const databaseUrl = await prepareDatabase(adminUrl);
  children.push(startOurs(databaseUrl));
  await until(`http://127.0.0.1:${ports.ours}/readyz`);
  const token = await mintToken({ dataDir, as: 'olivia@contoso.example', expiresInSeconds: 7200 }, { clock });
  const orgUuid = await organizationOf(token);
  const { directoryId } = findAccount('olivia@contoso.example')?.directory ?? { directoryId: '' };
  const datasets = await seed(databaseUrl, orgUuid, directoryId);
  children.push(startRival(databaseUrl, orgUuid));
  await until(`http://127.0.0.1:${ports.rival}/members`);

  const results = [
    await measure(
      'GET organization-members (50 rows)',
      { expect: 200, wanted: 0.6 },
      {
        ours: () => get('/api/v1/organization-members', token),
        rival: () => get('/members', token),
      },
    ),
    await measure(
      'POST organization-invitations (with a key)',
      { expect: 201, wanted: 0.6 },
      {
        ours: () => post('/api/v1/organization-invitations', token, invitation()),
        rival: () => post('/invitations', token, invitation()),
      },
    ),
    await measure(
      'POST comparison-resolutions (40 fields)',
      { expect: 200, wanted: 0.5 },
      {
        ours: () => post('/api/v1/comparison-resolutions', token, resolution(datasets)),
        rival: () => post('/datasets', token, datasets),
      },
    ),
  ];
  console.log(
    `\n${'measure'.padEnd(46)}${'ours/s'.padStart(9)}${'bare/s'.padStart(9)}${'ratio'.padStart(8)}${'wanted'.padStart(9)}`,
  );
  for (const { name, wanted, ours, rival, ratio } of results) {
    const line = `${name.padEnd(46)}${ours.toFixed(0).padStart(9)}${rival.toFixed(0).padStart(9)}`;
    console.log(
      `${line}${ratio.toFixed(2).padStart(8)}${`≥ ${wanted}`.padStart(9)}  ${ratio >= wanted ? '✔' : '✖'}`,
    );
  }
  process.exitCode = results.every(({ ratio, wanted }) => ratio >= wanted) ? 0 : 1;
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}

/** Ours and the rival in turns, so that whatever else the machine does meets both; the median of the rounds' ratios. */
async function measure(
  name: string,
  { expect, wanted }: { expect: number; wanted: number },
  requests: { ours: NextRequest; rival: NextRequest },
) {
  const options = { connections, expect };
  const rate = async (side: 'ours' | 'rival', time: number) => {
    const result = await load(ports[side], requests[side], { ...options, seconds: time });
    return result.requests / result.seconds;
  };
  for (const side of ['ours', 'rival'] as const) await rate(side, 1);
  const turns: { ours: number; rival: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    turns.push({ ours: await rate('ours', seconds), rival: await rate('rival', seconds) });
  }
  return {
    name,
    wanted,
    ours: median(turns.map(({ ours }) => ours)),
    rival: median(turns.map(({ rival }) => rival)),
    ratio: median(turns.map(({ ours, rival }) => ours / rival)),
  };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function get(path: string, token: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`);
}

function post(path: string, token: string, content: unknown): Buffer {
  const body = JSON.stringify(content);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

function invitation() {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  return { email: `${randomUUID()}@contoso.example`, role: 'reader', expiresAt };
}

function resolution(datasets: Seeded) {
  const context = { kind: 'datasets', ...datasets };
  return {
    context,
    surface: 'valueField',
    sourceField: 'field_2',
    targetField: 'field_1',
    functionCode: 'VALUE',
  };
}

async function organizationOf(token: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${ports.ours}/api/v1/organization`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { organizationUuid } = (await answer.json()) as { organizationUuid: string };
  return organizationUuid;
}

async function prepareDatabase(url: string): Promise<string> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const owner = new URL(url);
  owner.pathname = name;
  await migrateDatabase(owner.href);
  await server.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}' IN ROLE plumbline_service`);
  await server.end();
  const service = new URL(owner);
  service.username = name;
  service.password = password;
  return service.href;
}

function startOurs(databaseUrl: string): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'serve', '--no-executor'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        PLUMBLINE_DATA_DIR: dataDir,
        PLUMBLINE_PORT: String(ports.ours),
        PLUMBLINE_LOG_LEVEL: 'warn',
        PLUMBLINE_RATE_LIMIT_CAPACITY: '1000000',
        PLUMBLINE_RATE_LIMIT_PER_SECOND: '1000000',
      },
    },
  );
}

function startRival(databaseUrl: string, orgUuid: string): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/http/rival.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, PORT: String(ports.rival), ORG_UUID: orgUuid },
  });
}

async function until(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`${url} does not answer.`);
}
