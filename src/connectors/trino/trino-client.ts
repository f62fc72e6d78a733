import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/app-error.ts';
import type { TypeSignature } from '../../engine/dialects/trino/native-type.ts';
import { databaseFailure, type FailureContext } from '../database/database-failure.ts';
import { jsonAnswer } from '../database/json-answer.ts';
import { type Endpoint, locateEndpoint, type Outbound } from '../outbound/endpoint.ts';
import type { TrinoAddress } from './trino-address.ts';
import { httpFailure, isRetryable, type TrinoError, trinoFailure } from './trino-error.ts';

/** A part of a statement's answer (Trino documentation, Trino client REST API). */
export interface AnswerPage {
  readonly columns?: readonly AnswerColumn[];
  readonly data?: readonly (readonly unknown[])[];
  readonly nextUri?: string;
  readonly stats?: AnswerStats;
  readonly error?: TrinoError;
}

export interface AnswerColumn {
  readonly name: string;
  /** As people write it: names inside are not quoted. */
  readonly type: string;
  readonly typeSignature: TypeSignature;
}

/** Numbers come as the texts that stand in the answer. */
interface AnswerStats {
  readonly progressPercentage?: string;
}

export interface StatementOptions {
  readonly signal?: AbortSignal | undefined;
  /** After which the server itself ends the statement. */
  readonly timeLimitMs: number;
}

/** A gateway that restarts or a coordinator under load answers like this for a moment; the protocol says to ask again. */
const retriedStatuses = [429, 502, 503, 504];
const retryDelaysMs = [100, 250, 500, 1_000, 2_000, 4_000];
/** The server answers within a second, with or without a result: silence means that it is gone. */
const silenceMs = 60_000;

/**
 * The statement protocol over HTTP, to one coordinator. Connections go to the addresses that the outbound policy let
 * through, whatever a page says comes next: only its path is followed.
 */
export class TrinoClient implements Disposable {
  readonly encrypted: boolean;
  readonly #endpoint: Endpoint;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #address: TrinoAddress;
  readonly #context: FailureContext;
  /** Bytes of answers, for whoever wants to know what a comparison moved. */
  #received = 0;

  private constructor(endpoint: Endpoint, address: TrinoAddress, context: FailureContext) {
    this.#endpoint = endpoint;
    this.#address = address;
    this.#context = context;
    this.encrypted = address.tls.mode !== 'disable';
    this.#agent = agentFor(endpoint, address);
  }

  static async open(
    outbound: Outbound,
    address: TrinoAddress,
    context: FailureContext,
  ): Promise<TrinoClient> {
    return new TrinoClient(await locateEndpoint(outbound, address.host, address.port), address, context);
  }

  get receivedBytes(): number {
    return this.#received;
  }

  /** The pages of an answer as they come. Whoever stops early, or aborts, ends the statement on the server too. */
  async *pages(sql: string, { signal, timeLimitMs }: StatementOptions): AsyncGenerator<AnswerPage> {
    let next: string | undefined;
    try {
      let page = await this.#ask('POST', '/v1/statement', signal, sql, sessionHeaders(timeLimitMs));
      while (true) {
        next = page.nextUri;
        if (page.error !== undefined) throw trinoFailure(page.error, this.#context);
        yield page;
        if (next === undefined) return;
        page = await this.#ask('GET', pathOf(next), signal);
      }
    } finally {
      if (next !== undefined) await this.#cancel(pathOf(next));
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** The statement may have ended meanwhile, or the server: then there is nothing to end. */
  async #cancel(path: string): Promise<void> {
    await this.#send('DELETE', path, AbortSignal.timeout(2_000)).catch(() => undefined);
  }

  async #ask(
    method: string,
    path: string,
    signal: AbortSignal | undefined,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<AnswerPage> {
    for (let attempt = 0; ; attempt++) {
      const delay = retryDelaysMs[attempt];
      try {
        const answer = await this.#send(method, path, signal, body, headers);
        if (answer.status === 200) return jsonAnswer(answer.text, this.#context, keepDigits);
        if (delay === undefined || !retriedStatuses.includes(answer.status)) {
          throw httpFailure(answer.status, this.#context);
        }
      } catch (error) {
        signal?.throwIfAborted();
        // A page can be asked for again; a statement must not run twice because its first answer was lost.
        if (method !== 'GET' || delay === undefined || !isRetryable(error)) {
          throw isRetryable(error) ? databaseFailure('lost', this.#context, error) : error;
        }
      }
      await sleep(delay, undefined, { signal });
    }
  }

  async #send(
    method: string,
    path: string,
    signal: AbortSignal | undefined,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const send = this.encrypted ? requestHttps : requestHttp;
    const request: ClientRequest = send({
      agent: this.#agent,
      host: this.#endpoint.name,
      port: this.#endpoint.port,
      method,
      path,
      headers: { ...this.#headers(), ...headers },
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
    return { status: response.statusCode ?? 0, text: bytes.toString('utf8') };
  }

  #headers(): Record<string, string> {
    const { user, catalog, authentication, password } = this.#address;
    return {
      'x-trino-user': user,
      'x-trino-source': 'plumbline',
      'x-trino-time-zone': 'UTC',
      // Without it every timestamp is cut to milliseconds on its way.
      'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
      ...(catalog === null ? {} : { 'x-trino-catalog': catalog }),
      ...(authentication === 'password'
        ? { authorization: `Basic ${Buffer.from(`${user}:${password.reveal()}`).toString('base64')}` }
        : {}),
      ...(authentication === 'token' ? { authorization: `Bearer ${password.reveal()}` } : {}),
    };
  }
}

function sessionHeaders(timeLimitMs: number): Record<string, string> {
  return { 'x-trino-session': `query_max_run_time=${Math.ceil(timeLimitMs / 1000)}s` };
}

/** ECMAScript hands a reviver the source text of every primitive; a bigint of Trino has more digits than a double. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

function pathOf(uri: string): string {
  const { pathname, search } = new URL(uri);
  return `${pathname}${search}`;
}

/** Names are not looked up again: between two look-ups a name may come to mean another machine. */
function agentFor(
  endpoint: Endpoint,
  { tls, authentication, password }: TrinoAddress,
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
    // One PEM text holds both; each reader takes the blocks that are its own.
    ...(authentication === 'certificate' ? { cert: password.reveal(), key: password.reveal() } : {}),
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
  const detail = `${host}:${port} does not accept the connection (${code}). Check that the server runs, listens on this port and lets the executor in.`;
  return new AppError('connection_failed', { detail }, { cause: error });
}
