import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createSeal } from '../app/access/seal.ts';
import type { AppContext } from '../app/context.ts';
import { createCursorCodec } from '../app/cursor.ts';
import { createInstallerLinks } from '../app/environment/installer-links.ts';
import { EventSignal } from '../app/events/event-signal.ts';
import { StreamPlaces } from '../app/events/stream-places.ts';
import { Relays } from '../app/evidence/relay.ts';
import { WorkSignal } from '../app/execution/work-signal.ts';
import { createInvitationSecrets } from '../app/invitations/invitation-secret.ts';
import { createSourceSecrets } from '../app/sources/source-secrets.ts';
import { createWebhookSecrets } from '../app/webhooks/webhook-secrets.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import type { Clock } from '../domain/clock.ts';
import { allFlights } from '../domain/demo/demo-tables.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import { createIds } from '../domain/uuid-v7.ts';
import { Admission } from '../http/admission.ts';
import { createMetrics } from '../http/metrics.ts';
import { createRateLimiter, memoryBuckets, type TakeToken } from '../http/rate-limit.ts';
import { createServer } from '../http/server.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { startBackground } from './background.ts';
import { openBilling } from './billing.ts';
import { isConsoleBuilt } from './built-console.ts';
import { mountConsole } from './console.ts';
import { type DemoState, planDemo } from './demo.ts';
import { openDiscovery } from './discovery.ts';
import { hasExecutorIdentity } from './executor-token.ts';
import { type Identity, openIdentity } from './identity.ts';
import { chooseAddress, listen } from './listen.ts';
import { createLog } from './log.ts';
import { packageVersion } from './package-version.ts';
import { openPoster } from './poster.ts';
import { randomBytes } from './random-bytes.ts';
import { loadReferenceScript } from './reference-script.ts';
import { serviceSecret } from './service-secret.ts';
import { type Supervision, superviseExecutor } from './supervise-executor.ts';
import { startTracing } from './tracing.ts';

export interface ServeOptions {
  /** Whether the first start makes the demo Organization (embedded identity only). */
  readonly demo: boolean;
  /** The most flights of the demo; all that there are unless a test asks for fewer. */
  readonly demoFlights?: number;
  /** Whether an executor runs beside the service, as a child process. */
  readonly executor: boolean;
  /** Fault tests put something around the database and set the clock wrong; a deployment has no such thing. */
  readonly interference?: {
    readonly storage?: (storage: Storage) => Storage;
    readonly clock?: Clock;
  };
}

export interface RunningService {
  readonly publicUrl: string;
  readonly accounts: Identity['accounts'];
  readonly storage: Storage['kind'];
  readonly hasConsole: boolean;
  /** Whether one runs beside the service. */
  readonly hasExecutor: boolean;
  readonly demo: DemoState;
  /** Stops taking requests and work, lets what is under way end within the configured time, and lets go of everything. */
  stop(): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

/** Puts the control plane together and starts it. */
export async function serve(settings: Settings, options: ServeOptions): Promise<RunningService> {
  const { clock = systemClock, storage: around = (storage: Storage) => storage } = options.interference ?? {};
  const log = createLog(settings);
  const dataDir = settings.PLUMBLINE_DATA_DIR;
  await makeDataDirectory(dataDir);
  const address = await chooseAddress(settings);
  const { publicUrl } = address;
  const secret = await serviceSecret(settings);
  const tracing = await startTracing(settings, packageVersion);
  // Before the identity: it notes the address for other commands, which a start that is refused must not.
  const storage = around(await openStorage(storageOptions(settings)));
  const identity = await openIdentity(settings, publicUrl, { clock, log }).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  const metrics = createMetrics({
    pool: () => storage.poolFigures(),
    work: () => storage.workFigures(),
    lastExecutorCall: () => storage.lastExecutorCall(),
  });
  const ctx: AppContext = {
    storage,
    clock,
    ids: createIds(clock, randomBytes),
    cursors: createCursorCodec(secret),
    invitationSecrets: createInvitationSecrets(secret),
    sourceSecrets: createSourceSecrets(secret),
    relays: new Relays(),
    workSignal: new WorkSignal(),
    eventSignal: new EventSignal(),
    poster: await openPoster(settings),
    notificationSeal: createSeal(secret, 'addresses of chats'),
    webhookSecrets: createWebhookSecrets(createSeal(secret, 'webhook secrets'), randomBytes),
    streamPlaces: new StreamPlaces(settings.PLUMBLINE_EVENT_STREAMS),
    installerLinks: createInstallerLinks(secret),
    billing: await openBilling(settings),
    discovery: await openDiscovery(settings),
    onRunEvent: (event) => {
      metrics.observeRun(event);
      log.info(event, 'run');
    },
    settings: {
      publicUrl,
      trialDays: settings.PLUMBLINE_TRIAL_DAYS,
      invitationMaxDays: settings.PLUMBLINE_INVITATION_MAX_DAYS,
      mailConfigured: settings.PLUMBLINE_SMTP_URL !== undefined,
      executorIdentities: [...settings.PLUMBLINE_EXECUTOR_IDENTITIES, ...identity.executors],
      // Longer, and a person at a console would have given up.
      replicaUrl: settings.PLUMBLINE_REPLICA_URL ?? address.localUrl,
      browseWaitMs: 10_000,
      environments: {
        executorImage: settings.PLUMBLINE_EXECUTOR_IMAGE ?? `plumbline/executor:${packageVersion}`,
        audience: settings.PLUMBLINE_IDENTITY_AUDIENCE,
        portalUrl: settings.PLUMBLINE_AZURE_PORTAL_URL,
        provisioningMinutes: settings.PLUMBLINE_PROVISIONING_MINUTES,
      },
    },
  };
  const hasExecutor = options.executor && hasExecutorIdentity(settings);
  const demo =
    options.demo && identity.accounts.length > 0
      ? planDemo(settings, { executor: hasExecutor, flights: options.demoFlights ?? allFlights })
      : undefined;
  const background = await startBackground(ctx, settings, log, demo?.handlers(ctx) ?? []);
  const app = await createServer({
    ctx,
    log,
    version: packageVersion,
    authenticate: identity.authenticate,
    admission: new Admission(settings.PLUMBLINE_REQUESTS_AT_ONCE),
    rateLimiter: createRateLimiter(
      {
        capacity: settings.PLUMBLINE_RATE_LIMIT_CAPACITY,
        refillPerSecond: settings.PLUMBLINE_RATE_LIMIT_PER_SECOND,
      },
      settings.PLUMBLINE_RATE_LIMIT_STORE === 'database'
        ? databaseBuckets(storage)
        : memoryBuckets(steadySeconds),
    ),
    metrics,
    readiness: { database: () => storage.ping() },
    loadReferenceScript,
    mount: async (server) => {
      await identity.mount(server);
      await mountConsole(server, settings, publicUrl);
    },
  });
  let executor: Supervision | undefined;
  const stop = async () => {
    demo?.stop();
    // Before the rest: what it gives back has to reach the service.
    await executor?.stop();
    ctx.workSignal.close();
    ctx.eventSignal.close();
    await app.close();
    await background.drain();
    await storage.close();
    identity.close();
    await tracing.close();
  };
  let demoState: DemoState = { state: 'none' };
  try {
    await listen(app, address);
    if (demo !== undefined) demoState = await demo.found(ctx);
    if (options.executor) executor = startExecutor(settings, address.localUrl, log);
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ publicUrl, storage: storage.kind, version: packageVersion }, 'serving');
  return {
    publicUrl,
    accounts: identity.accounts,
    storage: storage.kind,
    hasConsole: await isConsoleBuilt(),
    hasExecutor,
    demo: demoState,
    stop,
  };
}

async function makeDataDirectory(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'is not a folder' : 'cannot be written';
    throw new StartRefusal(
      `The data directory ${folder} ${reason}. Change its owner, or set PLUMBLINE_DATA_DIR to another folder.`,
      {
        cause,
      },
    );
  }
}

function startExecutor(settings: Settings, url: string, log: FastifyBaseLogger): Supervision | undefined {
  if (!hasExecutorIdentity(settings)) {
    log.info('no executor is started: it has no identity (PLUMBLINE_EXECUTOR_TOKEN_URL or _TOKEN_FILE)');
    return undefined;
  }
  // The larger part is left for requests, background work and the database.
  const stopWithinMs = settings.PLUMBLINE_SHUTDOWN_SECONDS * 400;
  return superviseExecutor({ url, dataDir: settings.PLUMBLINE_DATA_DIR, stopWithinMs, log });
}

export function storageOptions(settings: Settings): Parameters<typeof openStorage>[0] {
  return settings.DATABASE_URL === undefined
    ? { embedded: { dataDir: join(settings.PLUMBLINE_DATA_DIR, 'database') } }
    : { databaseUrl: settings.DATABASE_URL, poolSize: settings.PLUMBLINE_DATABASE_POOL_SIZE };
}

function databaseBuckets(storage: Storage): TakeToken {
  return (bucketKey, { capacity, refillPerSecond }) =>
    storage.takeTokens({ bucketKey, capacity, refillPerSecond, tokens: 1 });
}

function steadySeconds(): number {
  return performance.now() / 1000;
}
