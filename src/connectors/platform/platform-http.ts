import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import { databaseFailure, type FailureContext } from '../database/database-failure.ts';
import { type Endpoint, locateEndpoint, type Outbound } from '../outbound/endpoint.ts';
import { jsonAnswer, type Reviver } from './json-answer.ts';

export interface PlatformRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RepeatableRequest extends PlatformRequest {
  /** That nothing is done twice where an answer was lost and the request is made again. */
  readonly isRepeatable: boolean;
}

/** How a platform answers. */
export interface PlatformManners {
  /** With these it has done nothing, and is to be asked again. */
  readonly retriedStatuses: readonly number[];
  /** What any other status but 200 means. */
  failureOf(status: number, context: FailureContext): Error;
  /** For `JSON.parse`. */
  readonly reviver?: Reviver;
  /** To log in with, and its key. */
  readonly certificate?: Pick<AgentOptions, 'cert' | 'key'>;
}

const retryDelaysMs = [100, 250, 500, 1_000, 2_000, 4_000, 8_000];
/** Longer than a server may ask anybody to wait: a Run must not hang on a header. */
const longestWaitMs = 60_000;

/** Platforms answer within seconds, with or without a result: silence means that the server is gone. */
const silenceMs = 60_000;

/**
 * HTTP to one server of a platform. Connections go to the addresses that the outbound policy let through: between two
 * look-ups a name may come to mean another machine, so it is not looked up again, and no answer leads elsewhere.
 */
export class PlatformHttp implements Disposable {
  readonly encrypted: boolean;
  readonly #endpoint: Endpoint;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #context: FailureContext;
  readonly #manners: PlatformManners;
  #received = 0;

  private constructor(endpoint: Endpoint, context: FailureContext, manners: PlatformManners) {
    this.#endpoint = endpoint;
    this.#context = context;
    this.#manners = manners;
    this.encrypted = context.address.tls.mode !== 'disable';
    this.#agent = agentFor(endpoint, context, manners);
  }

  /** To the server that the context is about. */
  static async open(
    outbound: Outbound,
    context: FailureContext,
    manners: PlatformManners,
  ): Promise<PlatformHttp> {
    const { host, port } = context.address;
    return new PlatformHttp(await locateEndpoint(outbound, host, port), context, manners);
  }

  /** Bytes of answers, for whoever wants to know what a comparison moved. */
  get receivedBytes(): number {
    return this.#received;
  }

  /** The object of a successful answer. What the server puts off is asked again, when it says or after a while. */
  async ask({ isRepeatable, ...request }: RepeatableRequest): Promise<object> {
    const { signal } = request;
    const { retriedStatuses, failureOf, reviver } = this.#manners;
    for (let attempt = 0; ; attempt++) {
      let delay = retryDelaysMs[attempt];
      try {
        const { status, retryAfterMs, text } = await this.send(request);
        if (status === 200) return jsonAnswer(text, this.#context, reviver);
        if (delay === undefined || !retriedStatuses.includes(status)) throw failureOf(status, this.#context);
        delay = Math.max(delay, Math.min(longestWaitMs, retryAfterMs));
      } catch (error) {
        signal?.throwIfAborted();
        if (!isOfNetwork(error)) throw error;
        if (!isRepeatable || delay === undefined) throw databaseFailure('lost', this.#context, error);
      }
      await sleep(delay, undefined, { signal });
    }
  }

  async send({ method, path, headers, body, signal }: PlatformRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const send = this.encrypted ? requestHttps : requestHttp;
    const request = send({
      agent: this.#agent,
      host: this.#endpoint.name,
      port: this.#endpoint.port,
      method,
      path,
      headers,
      timeout: silenceMs,
      ...(signal === undefined ? {} : { signal }),
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.once('timeout', () =>
      request.destroy(Object.assign(new Error('silence'), { code: 'ETIMEDOUT' })),
    );
    request.end(body);
    const response = await promise.catch((error: unknown) => {
      throw connectionFailure(error, this.#context);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    this.#received += bytes.length;
    const retryAfterMs = (Number(response.headers['retry-after']) || 0) * 1_000;
    return { status: response.statusCode ?? 0, retryAfterMs, text: bytes.toString('utf8') };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** Whether the network failed, not the server or we. */
function isOfNetwork(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  return 'code' in error && typeof error.code === 'string' && error.name !== 'AbortError';
}

function agentFor(
  endpoint: Endpoint,
  { address: { tls } }: FailureContext,
  { certificate }: PlatformManners,
): HttpAgent | HttpsAgent {
  const lookup: LookupFunction = (_name, options, answer) => {
    const found = endpoint.addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) answer(null, found);
    else answer(null, found[0]?.address ?? '', found[0]?.family);
  };
  if (tls.mode === 'disable') return new HttpAgent({ keepAlive: true, lookup });
  return new HttpsAgent({
    keepAlive: true,
    lookup,
    rejectUnauthorized: tls.mode === 'verify-full',
    ...(endpoint.serverName === null ? {} : { servername: endpoint.serverName }),
    ...(tls.authorities === null ? {} : { ca: tls.authorities }),
    ...certificate,
  });
}

/** Nobody is there, or nobody lets us in; nothing was sent. */
const notConnected = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

/** What Node and OpenSSL call a certificate that cannot be trusted. */
const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

function connectionFailure(error: unknown, context: FailureContext): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (certificateCodes.test(code)) return databaseFailure('certificateNotTrusted', context, error);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return databaseFailure('tlsNotOffered', context, error);
  if (!notConnected.includes(code)) return error;
  const { host, port } = context.address;
  const detail = `${host}:${port} does not accept the connection (${code}). Check the host and the port, that the server runs, and that it lets the executor in.`;
  return new AppError('connection_failed', { detail }, { cause: error });
}
