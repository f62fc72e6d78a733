import type { TypeSignature } from '../../engine/dialects/trino/native-type.ts';
import type { FailureContext } from '../database/database-failure.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { PlatformHttp, type PlatformManners } from '../platform/platform-http.ts';
import type { TrinoAddress } from './trino-address.ts';
import { httpFailure, type TrinoError, trinoFailure } from './trino-error.ts';

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

/**
 * The statement protocol over HTTP, to one coordinator. Connections go to the addresses that the outbound policy let
 * through, whatever a page says comes next: only its path is followed.
 */
export class TrinoClient implements Disposable {
  readonly #http: PlatformHttp;
  readonly #address: TrinoAddress;
  readonly #context: FailureContext;

  private constructor(http: PlatformHttp, address: TrinoAddress, context: FailureContext) {
    this.#http = http;
    this.#address = address;
    this.#context = context;
  }

  static async open(
    outbound: Outbound,
    address: TrinoAddress,
    context: FailureContext,
  ): Promise<TrinoClient> {
    return new TrinoClient(await PlatformHttp.open(outbound, context, mannersOf(address)), address, context);
  }

  get encrypted(): boolean {
    return this.#http.encrypted;
  }

  get receivedBytes(): number {
    return this.#http.receivedBytes;
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
    this.#http[Symbol.dispose]();
  }

  /** The statement may have ended meanwhile, or the server: then there is nothing to end. */
  async #cancel(path: string): Promise<void> {
    const request = { method: 'DELETE', path, headers: this.#headers() } as const;
    await this.#http.send({ ...request, signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  }

  /** A page can be asked for again; a statement must not run twice because its first answer was lost. */
  async #ask(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal | undefined,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<AnswerPage> {
    return this.#http.ask({
      method,
      path,
      headers: { ...this.#headers(), ...headers },
      body,
      signal,
      isRepeatable: method === 'GET',
    });
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

/** A gateway that restarts or a coordinator under load answers like this for a moment; the protocol says to ask again. */
const retriedStatuses = [429, 502, 503, 504];

function mannersOf({ authentication, password }: TrinoAddress): PlatformManners {
  return {
    retriedStatuses,
    failureOf: httpFailure,
    reviver: keepDigits,
    // One PEM text holds both; each reader takes the blocks that are its own.
    ...(authentication === 'certificate'
      ? { certificate: { cert: password.reveal(), key: password.reveal() } }
      : {}),
  };
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
