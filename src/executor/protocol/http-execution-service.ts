import { Compile } from 'typebox/compile';
import { type Client, createClient, ProblemError } from '../../contract/client.ts';
import { V1ClaimedWork, V1HeartbeatAnswer } from '../../contract/schemas/execution.ts';
import { V1RelayAnswer, V1SweptEvidence } from '../../contract/schemas/execution-evidence.ts';
import { maxRelayedPartBytes, protocolVersions } from '../../domain/execution/protocol.ts';
import {
  CallRefused,
  type ExecutionService,
  type Lease,
  LeaseLost,
  ServiceAway,
  VersionRefused,
} from './execution-service.ts';
import type { TokenSource } from './token-source.ts';

export interface HttpExecutionServiceOptions {
  readonly url: string;
  readonly tokens: TokenSource;
  readonly executorUuid: string;
  /** Name and version of this program. */
  readonly software: string;
  /** Kinds of sources that it can reach. */
  readonly connectors: readonly string[];
  /** The evidence store that it can read. */
  readonly storeUuid: string;
  /** The most that a call may take; shorter than a lease, so that a lost answer does not cost the work. */
  readonly callTimeoutMs: number;
}

/** The execution protocol over HTTP, through the typed client of the operation table. */
export function createHttpExecutionService(options: HttpExecutionServiceOptions): ExecutionService {
  const { url, tokens, executorUuid, software, connectors, storeUuid, callTimeoutMs } = options;
  const token = () =>
    tokens.token().catch((cause: unknown) => {
      throw new ServiceAway(`There is no token to call with: ${reasonOf(cause)}`, { cause });
    });
  const client = createClient({ baseUrl: url, token });

  const send = async <Answer>(
    signal: AbortSignal,
    call: CallOf<Answer>,
    timeoutMs = callTimeoutMs,
  ): Promise<Answer> => {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      return await call(client, { signal: AbortSignal.any([signal, limit]) });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProblemError && error.problem.status === 401) tokens.forget();
      throw explain(error, url);
    }
  };

  return {
    async claim({ capacity, longCapacity, waitSeconds }, signal) {
      const body = {
        executorUuid,
        protocolVersions: [...protocolVersions],
        software,
        connectors: [...connectors],
        capacity,
        longCapacity,
        waitSeconds,
        stores: [storeUuid],
      };
      const answer = await send(signal, (to, within) => to.call('claim_work', { body }, within));
      return checked(claimedWork, answer, url);
    },
    async heartbeat(lease, progress, signal) {
      const input = { params: of(lease), body: { fencingNumber: lease.fencingNumber, progress } };
      const answer = await send(signal, (to, within) => to.call('heartbeat_work', input, within));
      return checked(heartbeatAnswer, answer, url);
    },
    async report(lease, sequence, report, signal) {
      const input = { params: of(lease), body: { fencingNumber: lease.fencingNumber, sequence, report } };
      await send(signal, (to, within) => to.call('report_work', input, within));
    },
    async complete(lease, outcome, signal) {
      const input = { params: of(lease), body: { fencingNumber: lease.fencingNumber, outcome } };
      await send(signal, (to, within) => to.call('complete_work', input, within));
    },
    async relay({ relayUuid, fencingNumber }, { contentType, body }, signal) {
      for await (const { part, last, data } of partsOf(body)) {
        const sent = { fencingNumber, part, last, contentType, data };
        const input = { params: { relayUuid }, body: sent };
        const answer = await send(
          signal,
          (to, within) => to.call('relay_evidence', input, within),
          slowestReaderMs,
        );
        if (!checked(relayAnswer, answer, url).wanted) return;
      }
    },
    async sweep(folders, signal) {
      const body = { storeUuid, folders: [...folders] };
      const answer = await send(signal, (to, within) => to.call('sweep_evidence', { body }, within));
      return checked(sweptEvidence, answer, url).unreferenced;
    },
  };
}

type CallOf<Answer> = (client: Client, within: { signal: AbortSignal }) => Promise<Answer>;

function of({ workUuid }: Lease): { workUuid: string } {
  return { workUuid };
}

/** How long a reader may take for one part, which is not the service's fault. */
const slowestReaderMs = 90_000;

interface RelayedPart {
  readonly part: number;
  readonly last: boolean;
  readonly data: string;
}

/** The body in parts of at most the size that the protocol allows; there is always a last one, if need be empty. */
async function* partsOf(body: AsyncIterable<Buffer | string>): AsyncGenerator<RelayedPart> {
  let part = 0;
  let bytes = Buffer.alloc(0);
  for await (const chunk of body) {
    bytes = Buffer.concat([bytes, typeof chunk === 'string' ? Buffer.from(chunk) : chunk]);
    while (bytes.length > maxRelayedPartBytes) {
      yield { part, last: false, data: bytes.subarray(0, maxRelayedPartBytes).toString('base64') };
      bytes = bytes.subarray(maxRelayedPartBytes);
      part += 1;
    }
  }
  yield { part, last: true, data: bytes.toString('base64') };
}

const claimedWork = Compile(V1ClaimedWork);
const relayAnswer = Compile(V1RelayAnswer);
const sweptEvidence = Compile(V1SweptEvidence);
const heartbeatAnswer = Compile(V1HeartbeatAnswer);

/** A proxy's page can come with status 200 too. */
function checked<Body>(
  schema: { Check(value: unknown): boolean },
  { body }: { readonly body: Body },
  url: string,
): Body {
  if (schema.Check(body)) return body;
  throw new ServiceAway(
    `What answers at ${url} does not speak the execution protocol. Check the address of the service.`,
  );
}

function explain(error: unknown, url: string): Error {
  if (error instanceof ServiceAway) return error;
  if (!(error instanceof ProblemError)) {
    return new ServiceAway(`The service at ${url} does not answer: ${reasonOf(error)}.`, { cause: error });
  }
  const { code, status, detail } = error.problem;
  if (code === 'lease_lost') return new LeaseLost(detail, { cause: error });
  if (code === 'protocol_version_unsupported') return new VersionRefused(detail, { cause: error });
  if (status >= 500 || status === 429) {
    return new ServiceAway(`The service at ${url} answers ${status} (${code}).`, {
      retryAfterSeconds: secondsOf(error.headers.get('retry-after')),
      cause: error,
    });
  }
  return new CallRefused(code, detail, { cause: error });
}

/** Fetch hides what happened to the connection in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) : null;
}
