import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import { databaseFailure, type FailureContext } from '../database/database-failure.ts';
import { jsonAnswer } from '../database/json-answer.ts';
import { type Endpoint, locateEndpoint, type Outbound } from '../outbound/endpoint.ts';
import type { DatabricksAddress } from './databricks-address.ts';
import { httpFailure, isRetryable } from './databricks-error.ts';

export interface WorkspaceRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** That nothing is done twice where an answer was lost and the request is made again. */
  readonly isRepeatable: boolean;
}

/** The API answers like this when it has done nothing, and says when to come again. */
const retriedStatuses = [429, 503];
const retryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** Longer than a server may ask anybody to wait: a Run must not hang on a header. */
const longestWaitMs = 60_000;
/** The server answers within seconds, with or without a result: silence means that it is gone. */
const silenceMs = 60_000;

/**
 * JSON over HTTPS to one workspace. Connections go to the addresses that the outbound policy let through: a name is not
 * looked up again, and no answer leads elsewhere.
 */
export class WorkspaceHttp implements Disposable {
  readonly encrypted: boolean;
  readonly #endpoint: Endpoint;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #context: FailureContext;
  #received = 0;

  private constructor(endpoint: Endpoint, address: DatabricksAddress, context: FailureContext) {
    this.#endpoint = endpoint;
    this.#context = context;
    this.encrypted = address.tls.mode !== 'disable';
    this.#agent = agentFor(endpoint, address);
  }

  static async open(
    outbound: Outbound,
    address: DatabricksAddress,
    context: FailureContext,
  ): Promise<WorkspaceHttp> {
    return new WorkspaceHttp(await locateEndpoint(outbound, address.host, address.port), address, context);
  }

  /** Bytes of answers, for whoever wants to know what a comparison moved. */
  get receivedBytes(): number {
    return this.#received;
  }

  /** The body of a successful answer. What the server puts off is asked again when it says. */
  async ask(request: WorkspaceRequest): Promise<object> {
    const { signal, isRepeatable } = request;
    for (let attempt = 0; ; attempt++) {
      let delay = retryDelaysMs[attempt];
      try {
        const answer = await this.#send(request);
        if (answer.status === 200) return jsonAnswer(answer.text, this.#context);
        if (delay === undefined || !retriedStatuses.includes(answer.status)) {
          throw httpFailure(answer.status, this.#context);
        }
        delay = Math.max(delay, Math.min(longestWaitMs, answer.retryAfterMs));
      } catch (error) {
        signal?.throwIfAborted();
        if (!isRetryable(error)) throw error;
        if (!isRepeatable || delay === undefined) throw databaseFailure('lost', this.#context, error);
      }
      await sleep(delay, undefined, { signal });
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async #send({ method, path, headers, body, signal }: WorkspaceRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const send = this.encrypted ? requestHttps : requestHttp;
    const request = send({
      agent: this.#agent,
      host: this.#endpoint.name,
      port: this.#endpoint.port,
      method,
      path,
      headers: { accept: 'application/json', 'user-agent': 'plumbline', ...headers },
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
}

function agentFor(endpoint: Endpoint, { tls }: DatabricksAddress): HttpAgent | HttpsAgent {
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
  const detail = `${host}:${port} does not accept the connection (${code}). Check the host of the workspace, and that the executor may reach it.`;
  return new AppError('connection_failed', { detail }, { cause: error });
}
