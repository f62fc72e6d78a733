import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  createClient,
  type OperationInput,
  type OperationOutput,
  ProblemError,
} from '../../contract/client.ts';
import type { OperationId } from '../../contract/operations.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ServiceAccess } from './run-call.ts';

export interface PatientClient {
  readonly url: string;
  /** Tries again what may pass: no connection, too many requests, a service that is just starting. */
  call<Id extends OperationId>(
    operationId: Id,
    input: OperationInput<Id>,
    options: CallOptions,
  ): Promise<OperationOutput<Id>>;
}

export interface CallOptions {
  /** How long to go on trying. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
}

/** A request that is not answered at all counts as lost; every answer of these operations takes milliseconds. */
const answerMs = 30_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Statuses of the service, or of a proxy before it, that say nothing about the request. */
const passing: readonly number[] = [429, 502, 503, 504];

export function createPatientClient(access: ServiceAccess): PatientClient {
  const client = createClient({ baseUrl: access.url, token: access.token });
  return {
    url: access.url,
    async call(operationId, input, options) {
      const until = performance.now() + options.patienceMs;
      for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
        try {
          return await once(client, operationId, input, options.signal);
        } catch (error) {
          options.signal?.throwIfAborted();
          const wait = waitAfter(error, pause);
          if (wait === null) throw error;
          if (performance.now() + wait > until) throw explained(error, access.url);
          await sleep(wait, undefined, options.signal && { signal: options.signal });
        }
      }
    },
  };
}

function once<Id extends OperationId>(
  client: Client,
  operationId: Id,
  input: OperationInput<Id>,
  signal: AbortSignal | undefined,
): Promise<OperationOutput<Id>> {
  const lost = AbortSignal.timeout(answerMs);
  return client.call(operationId, input, { signal: signal ? AbortSignal.any([signal, lost]) : lost });
}

/** How long to wait before the next try; null where there is no use in one. */
function waitAfter(error: unknown, pause: number): number | null {
  if (error instanceof ProblemError) {
    if (!passing.includes(error.problem.status)) return null;
    const asked = Number(error.headers.get('retry-after') ?? '0') * 1000;
    return Math.max(pause, Number.isFinite(asked) ? asked : 0);
  }
  return isLost(error) ? pause : null;
}

/** `fetch` fails with a TypeError whose cause is that of the socket, or with a timeout. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || (error instanceof TypeError && error.cause !== undefined);
}

function explained(error: unknown, url: string): unknown {
  if (error instanceof ProblemError) return error;
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  const reason = cause?.code ?? (error as Error).name;
  const detail = `No service answers at ${url} (${reason}). Start it with \`plumbline serve\`, or say where it is with --url.`;
  return new AppError('dependency_unavailable', { detail }, { cause: error });
}
