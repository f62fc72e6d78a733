import { randomBytes, randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createSeal } from '../../src/app/access/seal.ts';
import type { AppContext, AppSettings } from '../../src/app/context.ts';
import { createCursorCodec } from '../../src/app/cursor.ts';
import { createInstallerLinks } from '../../src/app/environment/installer-links.ts';
import { EventSignal } from '../../src/app/events/event-signal.ts';
import { StreamPlaces } from '../../src/app/events/stream-places.ts';
import { Relays } from '../../src/app/evidence/relay.ts';
import { WorkSignal } from '../../src/app/execution/work-signal.ts';
import { createInvitationSecrets } from '../../src/app/invitations/invitation-secret.ts';
import { createSourceSecrets } from '../../src/app/sources/source-secrets.ts';
import { createWebhookSecrets } from '../../src/app/webhooks/webhook-secrets.ts';
import { createIds } from '../../src/domain/uuid-v7.ts';
import { Admission } from '../../src/http/admission.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { createRateLimiter, memoryBuckets, type RatePolicy } from '../../src/http/rate-limit.ts';
import { createServer } from '../../src/http/server.ts';
import type { Account } from '../../src/providers/identity/embedded/directories.ts';
import { applicationObjectId } from '../../src/providers/identity/embedded/token-claims.ts';
import { readBearer } from '../../src/providers/identity/read-bearer.ts';
import { createTokenVerifier } from '../../src/providers/identity/token-verifier.ts';
import type { Database } from '../../src/storage/databases/database.ts';
import { type Storage, storageOver } from '../../src/storage/storage.ts';
import { openTestStorage } from './databases.ts';
import { createTestIssuer, knownDirectory, type TestIssuer } from './tokens.ts';

export interface TestServiceOptions {
  readonly settings?: Partial<AppSettings>;
  readonly rate?: RatePolicy;
  readonly requestsAtOnce?: number;
  readonly storage?: (storage: Storage) => Storage;
  /** What lies between storage and the database. */
  readonly database?: (database: Database) => Database;
  readonly now?: () => Date;
  readonly billing?: AppContext['billing'];
  readonly discovery?: AppContext['discovery'];
  /** None: no address is called. */
  readonly poster?: AppContext['poster'];
}

/** The whole service in this process, over a real database, with an issuer whose tokens a test can spoil. */
export interface TestService {
  readonly port: number;
  readonly app: FastifyInstance;
  readonly ctx: AppContext;
  readonly issuer: TestIssuer;
  /** Every line that was logged. */
  readonly logLines: string[];
  send(message: TestRequest): Promise<TestAnswer>;
}

export interface TestRequest {
  readonly method?: string;
  readonly url: string;
  /** A token; null for none. */
  readonly token?: string | null;
  readonly headers?: Record<string, string | string[]>;
  /** Sent as JSON; a string or bytes as they are. */
  readonly body?: unknown;
}

const executorApplication = { name: 'test-executor', directory: knownDirectory('contoso') };

/** The identity that the service knows as an executor, unless a test registers others. */
const testExecutor = {
  directoryId: executorApplication.directory.directoryId,
  objectId: applicationObjectId(executorApplication),
};

/** Its token, without any role: the registration is what counts. */
export function executorToken({ issuer }: Pick<TestService, 'issuer'>): string {
  return issuer.application({ name: executorApplication.name, roles: [] });
}

export const publicUrl = 'http://plumbline.test';

/** For one test, or with the `after` of a file for all of its tests. */
export async function startTestService(
  t: { after(fn: () => Promise<void>): void },
  options: TestServiceOptions = {},
): Promise<TestService> {
  const { storage: wrap = (storage: Storage) => storage, now = () => new Date() } = options;
  const opened = await openTestStorage();
  const storage = wrap(
    options.database === undefined ? opened.storage : storageOver(options.database(opened.database)),
  );
  const clock = { now };
  const issuer = createTestIssuer({ now: now() });
  const verifier = createTokenVerifier(issuer.settings, { clock });
  const metrics = createMetrics({
    pool: () => storage.poolFigures(),
    work: () => storage.workFigures(),
    lastExecutorCall: () => storage.lastExecutorCall(),
  });
  const ctx: AppContext = {
    storage,
    clock,
    ids: createIds(clock, randomBytes),
    cursors: createCursorCodec('a secret of at least 32 characters for tests'),
    invitationSecrets: createInvitationSecrets('a secret of at least 32 characters for tests'),
    sourceSecrets: createSourceSecrets('a secret of at least 32 characters for tests'),
    installerLinks: createInstallerLinks('a secret of at least 32 characters for tests'),
    billing: options.billing ?? { processor: null, marketplace: null },
    discovery: options.discovery ?? null,
    relays: new Relays(),
    workSignal: new WorkSignal(),
    eventSignal: new EventSignal(),
    poster: options.poster ?? {
      examine: async () => 'address_refused',
      post: async () => {
        throw new TypeError('No test said where to.');
      },
    },
    notificationSeal: createSeal('a secret of at least 32 characters for tests', 'addresses of chats'),
    webhookSecrets: createWebhookSecrets(
      createSeal('a secret of at least 32 characters for tests', 'webhook secrets'),
      randomBytes,
    ),
    streamPlaces: new StreamPlaces(3),
    onRunEvent: metrics.observeRun,
    settings: {
      publicUrl,
      replicaUrl: publicUrl,
      trialDays: 14,
      invitationMaxDays: 90,
      mailConfigured: false,
      executorIdentities: [testExecutor],
      browseWaitMs: 10_000,
      environments: {
        executorImage: 'plumbline/executor:test',
        audience: 'api://plumbline',
        portalUrl: 'https://portal.azure.com',
        provisioningMinutes: 15,
      },
      ...options.settings,
    },
  };
  const logLines: string[] = [];
  const app = await createServer({
    ctx,
    log: pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) }),
    version: '0.0.0-test',
    authenticate: async (authorization) => verifier.verify(readBearer(authorization)),
    admission: new Admission(options.requestsAtOnce ?? 1000),
    rateLimiter: createRateLimiter(
      options.rate ?? { capacity: 100_000, refillPerSecond: 100_000 },
      memoryBuckets(() => now().getTime() / 1000),
    ),
    metrics,
    readiness: { database: () => storage.ping() },
    loadReferenceScript: async () => '/* the script of the documentation page */',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(async () => {
    ctx.eventSignal.close();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return { port, app, ctx, issuer, logLines, send: (message) => sendTo(port, message) };
}

/** What came back, as it stood on the wire. */
export interface TestAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an answer is checked by its assertions
  json(): any;
}

/** Over a real socket, because repeated headers and strange paths do not survive anything else. */
function sendTo(
  port: number,
  { method = 'GET', url, token, headers = {}, body }: TestRequest,
): Promise<TestAnswer> {
  const payload = typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const message = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: {
          ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      },
      (answer) => {
        const { statusCode = 0, headers: received } = answer;
        if (received['content-type']?.startsWith('text/event-stream')) {
          // It has no end: that it was granted is all that there is to say.
          answer.destroy();
          resolve({ statusCode, headers: received, body: '', json: () => undefined });
          return;
        }
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ statusCode, headers: received, body: text, json: () => JSON.parse(text) });
        });
      },
    );
    message.on('error', reject).end(payload);
  });
}

/** An Organization with one member of each role, made through the interface itself. */
export interface TestOrganization {
  readonly organizationUuid: string;
  readonly owner: string;
  readonly contributor: string;
  readonly reader: string;
}

export async function activateContoso(service: TestService): Promise<TestOrganization> {
  const owner = service.issuer.delegated('olivia@contoso.example');
  const activation = await service.send({
    method: 'POST',
    url: '/api/v1/organization:activate',
    token: owner,
    body: { name: 'Contoso' },
  });
  if (activation.statusCode !== 201)
    throw new Error(`Activation: ${activation.body}\n${service.logLines.join('')}`);
  const contributor = service.issuer.delegated('carl@contoso.example');
  const reader = service.issuer.delegated('rita@contoso.example');
  await join(service, owner, contributor, 'contributor');
  await join(service, owner, reader, 'reader');
  return { organizationUuid: activation.json().organizationUuid, owner, contributor, reader };
}

/** Invites the bearer of a token and accepts in their name; answers with the member. */
export async function join(
  service: TestService,
  owner: string,
  token: string,
  role: 'reader' | 'contributor' | 'owner',
): Promise<{ memberUuid: string; etag: string }> {
  const invitation = await invite(service, owner, { role });
  const acceptance = await service.send({
    method: 'POST',
    url: `/api/v1/organization-invitations/${invitation.invitationUuid}:accept`,
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { secret: invitation.secret },
  });
  if (acceptance.statusCode !== 200) throw new Error(`Acceptance answered ${acceptance.body}`);
  return acceptance.json();
}

export async function invite(
  service: TestService,
  owner: string,
  input: { role?: string; email?: string; expiresAt?: string } = {},
): Promise<{ invitationUuid: string; secret: string; etag: string }> {
  const answer = await service.send({
    method: 'POST',
    url: '/api/v1/organization-invitations',
    token: owner,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      email: `${randomUUID()}@contoso.example`,
      role: 'reader',
      expiresAt: new Date(service.ctx.clock.now().getTime() + 86_400_000).toISOString(),
      ...input,
    },
  });
  if (answer.statusCode !== 201) throw new Error(`Invitation answered ${answer.body}`);
  return answer.json();
}

/** Somebody of a directory whom the fixed accounts do not know. */
export function stranger(directoryId: string, name = 'stranger'): Account {
  const objectId = randomUUID();
  return {
    email: `${name}-${objectId}@example.test`,
    displayName: name,
    objectId,
    directory: { name: 'test', directoryId },
    note: '',
    roles: ['SVC.Access'],
  };
}
