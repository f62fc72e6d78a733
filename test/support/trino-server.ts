import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { selfSignedCertificate } from './self-signed-certificate.ts';
import { freePort } from './temporary-server.ts';
import { installTrino, type Java } from './trino-installation.ts';

/** A Trino cluster of its own on loopback ports: a coordinator and workers, each a process. */
export interface TrinoCluster {
  /** Plain HTTP: whoever calls is who they say. */
  readonly url: string;
  /** The same with TLS, where a password, a token or a certificate is asked for. */
  readonly secure: SecureTrino;
  stop(): Promise<void>;
}

/** How to log in where that is asked for; all of it made up for this one cluster. */
export interface SecureTrino {
  readonly port: number;
  /** PEM of the server's certificate, which signed itself. */
  readonly authority: string;
  readonly user: string;
  readonly password: string;
  readonly token: string;
  /** PEM of a certificate that the server trusts, and of its key. */
  readonly clientCertificate: string;
}

export interface TrinoOptions {
  readonly workers: number;
  /** Of a PostgreSQL that becomes the catalog `postgresql`; none without it. */
  readonly postgresUrl: string | undefined;
  /**
   * `tests` are thousands of small statements, each of which Trino compiles into classes of its own: optimising them
   * costs more than it gains. `measuring` is over millions of rows, with one processor for each worker.
   */
  readonly purpose: keyof typeof heaps;
}

/** Enough for each on a machine of two processors, and no more than it can spare. */
const heaps = {
  tests: { coordinator: '1536m', worker: '1g', ofQuery: '1GB', share: '300MB' },
  // A join of six million rows takes more than a gigabyte of one worker.
  measuring: { coordinator: '2g', worker: '7g', ofQuery: '8GB', share: '4500MB' },
} as const;
const user = 'tester';

export async function startTrino({ workers, postgresUrl, purpose }: TrinoOptions): Promise<TrinoCluster> {
  const { java, home: installation } = installTrino();
  const home = mkdtempSync(join(tmpdir(), 'plumbline-trino-'));
  const servers: ChildProcess[] = [];
  // Also where whoever started them ends by an error: they would run for good.
  process.once('exit', () => {
    for (const server of servers) server.kill('SIGKILL');
  });
  const heap = heaps[purpose];
  const stop = async () => {
    await Promise.all(servers.map(end));
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    const login = await writeLogin(home);
    const cluster = { url: `http://127.0.0.1:${port}`, secret: randomBytes(24).toString('base64') };
    const shared = [
      `discovery.uri=${cluster.url}`,
      `internal-communication.shared-secret=${cluster.secret}`,
      `query.max-memory=${heap.ofQuery}`,
      // On a machine that has too much to do a server that is silent for a minute is not gone.
      'exchange.max-error-duration=10m',
    ];
    const coordinator = [
      'coordinator=true',
      'node-scheduler.include-coordinator=false',
      'query.remote-task.max-error-duration=10m',
      'failure-detector.enabled=false',
      // A view of the tests has texts of a million characters in it.
      'query.max-length=10000000',
      `http-server.http.port=${port}`,
      ...login.settings,
      ...shared,
    ];
    const start = (
      name: string,
      settings: readonly string[],
      size: string,
      processor: number | null = null,
    ) => {
      const folder = writeNode(home, installation, name, settings, postgresUrl);
      servers.push(spawnServer(java, installation, folder, size, purpose, processor));
    };
    start('coordinator', coordinator, heap.coordinator);
    for (let index = 1; index <= workers; index++) {
      const own = `http-server.http.port=${await freePort()}`;
      const processor = purpose === 'measuring' ? (index - 1) % availableParallelism() : null;
      const memory = `query.max-memory-per-node=${heap.share}`;
      start(`worker-${index}`, ['coordinator=false', own, memory, ...shared], heap.worker, processor);
    }
    await untilReady(cluster.url, servers, workers, home);
    return { url: cluster.url, secure: login.secure, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Three ways to log in over TLS; plain HTTP stays open, for the rest of the tests. */
async function writeLogin(
  home: string,
): Promise<{ readonly secure: SecureTrino; readonly settings: readonly string[] }> {
  const port = await freePort();
  const own = selfSignedCertificate();
  const client = selfSignedCertificate(user);
  const password = randomBytes(12).toString('hex');
  const tokenKey = randomBytes(32);
  const file = (name: string, text: string) => {
    const path = join(home, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const salt = randomBytes(16);
  const hash = pbkdf2Sync(password, salt, 1000, 64, 'sha1').toString('hex');
  const users = file('users', `${user}:1000:${salt.toString('hex')}:${hash}\n`);
  const passwords = file(
    'password-authenticator.properties',
    `password-authenticator.name=file\nfile.password-file=${users}\n`,
  );
  return {
    secure: {
      port,
      authority: own.cert,
      user,
      password,
      token: signedToken(tokenKey),
      clientCertificate: `${client.cert}\n${client.key}`,
    },
    settings: [
      'http-server.https.enabled=true',
      `http-server.https.port=${port}`,
      `http-server.https.keystore.path=${file('server.pem', `${own.key}\n${own.cert}`)}`,
      `http-server.https.truststore.path=${file('clients.pem', client.cert)}`,
      'http-server.authentication.type=PASSWORD,JWT,CERTIFICATE',
      'http-server.authentication.allow-insecure-over-http=true',
      'http-server.authentication.certificate.user-mapping.pattern=CN=(.*)',
      `http-server.authentication.jwt.key-file=${file('token.key', tokenKey.toString('base64'))}`,
      `password-authenticator.config-files=${passwords}`,
    ],
  };
}

/** RFC 7519, signed with HS256. */
function signedToken(key: Buffer): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user, exp: Math.floor(Date.now() / 1000) + 86_400 })}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function writeNode(
  home: string,
  installation: string,
  name: string,
  settings: readonly string[],
  postgresUrl: string | undefined,
): string {
  const folder = join(home, name);
  const catalogs = join(folder, 'catalog');
  mkdirSync(catalogs, { recursive: true });
  const write = (file: string, lines: readonly string[]) =>
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`, { mode: 0o600 });
  write('config.properties', [
    ...settings,
    'node.environment=test',
    `node.id=${name}`,
    'node.bind-ip=127.0.0.1',
    'node.internal-address=127.0.0.1',
    `plugin.dir=${join(installation, 'plugin')}`,
    `catalog.config-dir=${catalogs}`,
  ]);
  write('log.properties', ['io.trino=WARN', 'io.airlift=WARN']);
  for (const [catalog, lines] of Object.entries(catalogsOf(home, postgresUrl))) {
    write(join('catalog', `${catalog}.properties`), lines);
  }
  return folder;
}

function catalogsOf(home: string, postgresUrl: string | undefined): Record<string, readonly string[]> {
  const folders = { lake: join(home, 'warehouse'), delta: join(home, 'delta') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return {
    memory: ['connector.name=memory', 'memory.max-data-per-node=512MB'],
    tpch: ['connector.name=tpch'],
    lake: [
      'connector.name=iceberg',
      'iceberg.catalog.type=TESTING_FILE_METASTORE',
      'hive.metastore.catalog.dir=local:///catalog',
      'fs.native-local.enabled=true',
      `local.location=${folders.lake}`,
    ],
    delta: [
      'connector.name=delta_lake',
      'hive.metastore=file',
      `hive.metastore.catalog.dir=${pathToFileURL(folders.delta)}`,
      'fs.hadoop.enabled=true',
    ],
    ...(postgresUrl === undefined ? {} : { postgresql: postgresqlCatalog(new URL(postgresUrl)) }),
  };
}

function postgresqlCatalog({ host, pathname, username, password }: URL): readonly string[] {
  return [
    'connector.name=postgresql',
    `connection-url=jdbc:postgresql://${host}${pathname}`,
    `connection-user=${decodeURIComponent(username)}`,
    `connection-password=${decodeURIComponent(password)}`,
    // Another connection may have made the table a moment ago.
    'metadata.cache-ttl=0s',
  ];
}

function spawnServer(
  java: Java,
  installation: string,
  folder: string,
  size: string,
  purpose: TrinoOptions['purpose'],
  processor: number | null,
): ChildProcess {
  const args = [
    `-Xmx${size}`,
    '-XX:+UseSerialGC',
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:ReservedCodeCacheSize=256M',
    ...(purpose === 'tests' ? ['-XX:TieredStopAtLevel=1'] : []),
    '-Dfile.encoding=UTF-8',
    '-Djdk.attach.allowAttachSelf=true',
    '-Duser.timezone=UTC',
    ...(java.hasVectors ? ['--add-modules=jdk.incubator.vector'] : []),
    '--enable-native-access=ALL-UNNAMED',
    '--sun-misc-unsafe-memory-access=allow',
    `-Dconfig=${join(folder, 'config.properties')}`,
    `-Dlog.levels-file=${join(folder, 'log.properties')}`,
    '-cp',
    join(installation, 'lib', '*'),
    'io.trino.server.TrinoServer',
  ];
  const [file = '', ...rest] = [
    ...(processor === null ? [] : ['taskset', '-c', String(processor)]),
    java.file,
  ];
  const server = spawn(file, [...rest, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(join(folder, 'server.log'));
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  return server;
}

/**
 * A cold start of three JVMs was seen to take a minute on two processors, and more than five where ten others wanted them.
 * A server that ends is noticed at once, so waiting longer costs nothing but on a machine that is too slow for the suite.
 */
const patienceMs = 1_200_000;

async function untilReady(
  url: string,
  servers: readonly ChildProcess[],
  workers: number,
  home: string,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const ended = servers.findIndex(({ exitCode }) => exitCode !== null);
    if (ended >= 0) throw new Error(`A Trino server ended while starting:\n${logOf(home, ended)}`);
    if ((await activeWorkers(url)) >= workers) return;
    await sleep(500);
  }
  throw new Error(`Trino was not ready within ${patienceMs / 1000} seconds:\n${logOf(home, 0)}`);
}

async function activeWorkers(url: string): Promise<number> {
  const sql = "SELECT count(*) FROM system.runtime.nodes WHERE state = 'active' AND NOT coordinator";
  try {
    let answer = await page(`${url}/v1/statement`, { method: 'POST', body: sql });
    let count = 0;
    while (true) {
      if (answer.data !== undefined) count = Number(answer.data[0]?.[0]);
      if (answer.nextUri === undefined) return answer.error === undefined ? count : 0;
      answer = await page(answer.nextUri, {});
    }
  } catch {
    return 0;
  }
}

interface Page {
  readonly data?: readonly (readonly unknown[])[];
  readonly nextUri?: string;
  readonly error?: unknown;
}

async function page(url: string, request: RequestInit): Promise<Page> {
  const response = await fetch(url, { ...request, headers: { 'x-trino-user': user } });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as Page;
}

function logOf(home: string, server: number): string {
  const name = server === 0 ? 'coordinator' : `worker-${server}`;
  return readFileSync(join(home, name, 'server.log'), 'utf8').slice(-4000);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  // Nothing of it is kept, so there is nothing to be written first.
  server.kill('SIGKILL');
  await exited;
}
