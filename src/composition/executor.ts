import { randomBytes } from 'node:crypto';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../cli/configuration/read-settings.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import { type OutboundPolicy, readOutboundPolicy } from '../connectors/outbound/outbound-policy.ts';
import { maxCapacity } from '../domain/execution/protocol.ts';
import { createIds } from '../domain/uuid-v7.ts';
import type { BlobContainerOptions } from '../executor/evidence/blob-container.ts';
import { keepSweeping } from '../executor/evidence/sweep-store.ts';
import { ClaimLoop } from '../executor/loop/claim-loop.ts';
import type { ExecutionService } from '../executor/protocol/execution-service.ts';
import { createHttpExecutionService } from '../executor/protocol/http-execution-service.ts';
import { openExecutorFolder } from '../executor/tasks/executor-folder.ts';
import { openSources, reachableKinds } from '../executor/tasks/open-sources.ts';
import { runTasks } from '../executor/tasks/run-tasks.ts';
import { readServiceRecord } from '../providers/identity/embedded/service-record.ts';
import { openEvidenceStore } from './evidence-store.ts';
import { serveHealth } from './executor-health.ts';
import { observeExecutor } from './executor-log.ts';
import { executorTokens } from './executor-token.ts';
import { fileRoots } from './file-roots.ts';
import { watchIdleness } from './idle-watch.ts';
import { createLog } from './log.ts';
import { packageVersion } from './package-version.ts';

export interface RunningExecutor {
  readonly url: string;
  readonly capacity: number;
  /** Resolves when it has drained; rejects with `VersionRefused` where the service speaks another protocol. */
  readonly ended: Promise<void>;
  /** Claims nothing more, lets tasks end within the time that a shutdown may take, and gives the rest back. */
  drain(): void;
}

const clock = { now: () => new Date() };

/** Shorter than a lease, so that a lost answer does not cost the work; longer than a claim may wait for work. */
/** As many bits as the hash has that it goes into. */
const newSalt = () => randomBytes(16).toString('hex');

const callTimeoutMs = 10_000;
/** A service that restarts is back long before; after that the work is another attempt's. */
const deliveryLimitMs = 60_000;

/** What was left over is looked for at the start, and where something was killed later it waits an hour at most. */
const sweepIntervalMs = 3_600_000;

/** What tests put in; a deployment has no such thing. */
export interface ExecutorInterference {
  /** Something around the calls of the service. */
  readonly service?: (service: ExecutionService) => ExecutionService;
  /** A container of this machine, in place of the one that the settings name. */
  readonly evidence?: BlobContainerOptions;
}

/** Puts an executor together and starts it. */
export async function startExecutor(
  settings: Settings,
  { service: around = (service) => service, evidence }: ExecutorInterference = {},
): Promise<RunningExecutor> {
  const log = createLog(settings);
  const url = await serviceUrl(settings);
  const capacity = capacityOf(settings);
  const tokens = executorTokens(settings, clock);
  const databases = databasePolicy(settings);
  const dataDir = settings.PLUMBLINE_DATA_DIR;
  const folder = await openExecutorFolder(settings.PLUMBLINE_EXECUTOR_WORK_DIR ?? join(dataDir, 'executor'));
  const ids = createIds(clock, randomBytes);
  const executorUuid = ids.uuid();
  const store = await openEvidenceStore(settings, {
    newUuid: ids.uuid(),
    drafts: folder.path,
    container: evidence,
  });
  const engine = {
    workFolder: folder.path,
    memoryLimitBytes: memoryOf(settings),
    tasks: capacity,
    threads: settings.PLUMBLINE_EXECUTOR_THREADS ?? 0,
  };
  const openSource = openSources({
    allowedRoots: fileRoots(settings),
    databases,
    engine,
  });
  const health =
    settings.PLUMBLINE_EXECUTOR_HEALTH_PORT === undefined
      ? undefined
      : await serveHealth(settings.PLUMBLINE_EXECUTOR_HEALTH_PORT, () => performance.now());
  const called = around(
    createHttpExecutionService({
      url,
      tokens,
      executorUuid,
      software: `plumbline/${packageVersion}`,
      connectors: reachableKinds,
      storeUuid: store.storeUuid,
      callTimeoutMs,
    }),
  );
  const service = health === undefined ? called : { ...called, claim: health.watch(called.claim) };
  const observed = observeExecutor(log);
  const drain = () => {
    // A part of the whole: what is given back has to be told. How the loop ends is told by `ended`.
    loop.drain(settings.PLUMBLINE_SHUTDOWN_SECONDS * 600).catch(() => {});
  };
  const loop = ClaimLoop.start({
    service,
    runTask: runTasks({ openSource, engine, store, newSalt, send: service.relay }),
    random: Math.random,
    capacity,
    deliveryLimitMs,
    ...watchIdleness(observed, settings.PLUMBLINE_EXECUTOR_IDLE_SECONDS, drain),
  });
  const sweeping = new AbortController();
  const swept = keepSweeping(
    {
      store,
      service,
      intervalMs: sweepIntervalMs,
      onSwept: (folders) => log.info({ folders }, 'evidence that nothing refers to was deleted'),
      onMissed: observed.onMissed,
    },
    sweeping.signal,
  );
  log.info({ url, executorUuid, capacity, connectors: reachableKinds, version: packageVersion }, 'executing');
  return {
    url,
    capacity,
    ended: loop.ended.finally(async () => {
      sweeping.abort();
      await swept;
      await folder[Symbol.asyncDispose]();
      await health?.[Symbol.asyncDispose]();
    }),
    drain,
  };
}

async function serviceUrl({ PLUMBLINE_EXECUTOR_URL: url, PLUMBLINE_DATA_DIR }: Settings): Promise<string> {
  const chosen = url ?? (await readServiceRecord(PLUMBLINE_DATA_DIR))?.publicUrl ?? 'http://127.0.0.1:8080';
  const parsed = URL.parse(chosen);
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.href.replace(/\/$/, '');
  throw new ConfigurationError([`PLUMBLINE_EXECUTOR_URL must be an http or https address, not ${chosen}.`]);
}

/** At least two, so that somebody who browses does not wait for a preparation. */
function capacityOf({ PLUMBLINE_EXECUTOR_CAPACITY: capacity }: Settings): number {
  return capacity ?? Math.min(maxCapacity, Math.max(2, availableParallelism()));
}

function memoryOf({ PLUMBLINE_EXECUTOR_MEMORY_MIB: mebibytes }: Settings): number {
  return mebibytes === undefined ? totalmem() / 2 : mebibytes * 1024 * 1024;
}

/** The embedded identity is for one machine, and databases to try things out with are on it. */
function databasePolicy({ PLUMBLINE_DATABASE_HOSTS: hosts, PLUMBLINE_IDENTITY }: Settings): OutboundPolicy {
  try {
    return readOutboundPolicy(hosts ?? (PLUMBLINE_IDENTITY === 'embedded' ? ['127.0.0.0/8', '::1'] : []));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigurationError([`PLUMBLINE_DATABASE_HOSTS: ${error.message}`]);
  }
}
