import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFailure, type FailureContext } from '../database/database-failure.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { PlatformHttp } from '../platform/platform-http.ts';
import { BearerToken } from './bearer-token.ts';
import type { DatabricksAddress } from './databricks-address.ts';
import { httpFailure, type StatementStatus, statementFailure } from './databricks-error.ts';

/** What a statement answers. Cells are texts: numbers as their digits, lists and structs as JSON. */
export interface StatementAnswer {
  readonly columns: readonly AnswerColumn[];
  /** That there was more than an answer may hold, so that rows are missing. */
  readonly truncated: boolean;
  /** The rows, part by part, as they are asked for. */
  readonly parts: AsyncIterable<readonly AnswerCells[]>;
}

export interface AnswerColumn {
  readonly name: string;
  /** The type as SQL writes it. */
  readonly type: string;
}

export type AnswerCells = readonly (string | null)[];

export interface StatementOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeLimitMs: number;
}

/** As the API tells it (Databricks documentation, Statement Execution API). */
interface Told {
  readonly statement_id: string;
  readonly status: StatementStatus;
  readonly manifest?: {
    readonly truncated?: boolean;
    readonly schema: {
      readonly columns?: readonly { readonly name: string; readonly type_text: string }[];
    };
  };
  readonly result?: Part;
}

interface Part {
  readonly data_array?: readonly AnswerCells[];
  readonly next_chunk_index?: number;
}

/** The API answers like this when it has done nothing, and says when to come again. */
const manners = { retriedStatuses: [429, 503], failureOf: httpFailure } as const;

const statementsPath = '/api/2.0/sql/statements';
/**
 * Bytes of an answer that comes with the API's own, a little below the 25 MiB at which it ends a statement instead of
 * cutting its answer off. More would have to be fetched from addresses that it names.
 */
const inlineBytes = 24 * 1024 * 1024;
/**
 * The server itself waits so long, the least that it may, before it says that a statement still runs. Nothing is known of
 * a statement by which it could be ended before that.
 */
const waitedSeconds = 5;
const pollDelaysMs = [200, 500, 1_000, 2_000];

/** The Statement Execution API of a workspace, to one SQL warehouse. Every statement stands alone: there is no session. */
export class StatementClient implements Disposable {
  readonly #http: PlatformHttp;
  readonly #token: BearerToken;
  readonly #address: DatabricksAddress;
  readonly #context: FailureContext;

  private constructor(http: PlatformHttp, address: DatabricksAddress, context: FailureContext) {
    this.#http = http;
    this.#address = address;
    this.#context = context;
    this.#token = new BearerToken(http, address, () => performance.now());
  }

  static async open(
    outbound: Outbound,
    address: DatabricksAddress,
    context: FailureContext,
  ): Promise<StatementClient> {
    return new StatementClient(await PlatformHttp.open(outbound, context, manners), address, context);
  }

  get encrypted(): boolean {
    return this.#http.encrypted;
  }

  get receivedBytes(): number {
    return this.#http.receivedBytes;
  }

  /** Runs a statement to its end. Whoever aborts ends it on the server too. */
  async run(sql: string, { signal, timeLimitMs }: StatementOptions): Promise<StatementAnswer> {
    const deadline = performance.now() + timeLimitMs;
    let told = await this.#submit(sql, signal);
    try {
      signal?.throwIfAborted();
      for (let poll = 0; isUnderWay(told.status); poll++) {
        if (performance.now() > deadline) throw databaseFailure('timeLimit', this.#context);
        await sleep(pollDelaysMs[Math.min(poll, pollDelaysMs.length - 1)], undefined, { signal });
        told = (await this.#get(told.statement_id, signal)) as Told;
      }
    } catch (error) {
      await this.#cancel(told.statement_id);
      throw error;
    }
    if (told.status.state !== 'SUCCEEDED') throw statementFailure(told.status, this.#context);
    const { manifest, result } = told;
    return {
      columns: (manifest?.schema.columns ?? []).map(({ name, type_text }) => ({ name, type: type_text })),
      truncated: manifest?.truncated ?? false,
      parts: this.#parts(told.statement_id, result, signal),
    };
  }

  [Symbol.dispose](): void {
    this.#http[Symbol.dispose]();
  }

  async *#parts(statementId: string, first: Part | undefined, signal: AbortSignal | undefined) {
    let part = first;
    while (part !== undefined) {
      yield part.data_array ?? [];
      const next: number | undefined = part.next_chunk_index;
      part =
        next === undefined
          ? undefined
          : ((await this.#get(`${statementId}/result/chunks/${next}`, signal)) as Part);
    }
  }

  async #submit(sql: string, signal: AbortSignal | undefined): Promise<Told> {
    const { warehouseId, catalog } = this.#address;
    const statement = {
      statement: sql,
      warehouse_id: warehouseId,
      ...(catalog === null ? {} : { catalog }),
      format: 'JSON_ARRAY',
      disposition: 'INLINE',
      byte_limit: inlineBytes,
      wait_timeout: `${waitedSeconds}s`,
      on_wait_timeout: 'CONTINUE',
    };
    const told: Partial<Told> = await this.#http.ask({
      method: 'POST',
      path: statementsPath,
      headers: await this.#headers(signal),
      body: JSON.stringify(statement),
      isRepeatable: false,
    });
    if (!isTold(told)) throw databaseFailure('anotherServer', this.#context);
    return told;
  }

  async #get(path: string, signal: AbortSignal | undefined): Promise<object> {
    return this.#http.ask({
      method: 'GET',
      path: `${statementsPath}/${path}`,
      headers: await this.#headers(signal),
      signal,
      isRepeatable: true,
    });
  }

  /** The statement may have ended meanwhile, or the server: then there is nothing to end. */
  async #cancel(statementId: string): Promise<void> {
    const signal = AbortSignal.timeout(5_000);
    const cancelled = this.#headers(signal).then((headers) =>
      this.#http.ask({
        method: 'POST',
        path: `${statementsPath}/${statementId}/cancel`,
        headers,
        body: '{}',
        signal,
        isRepeatable: true,
      }),
    );
    await cancelled.catch(() => undefined);
  }

  async #headers(signal: AbortSignal | undefined): Promise<Readonly<Record<string, string>>> {
    return {
      accept: 'application/json',
      authorization: await this.#token.header(signal),
      'content-type': 'application/json',
      'user-agent': 'plumbline',
    };
  }
}

function isTold(told: Partial<Told>): told is Told {
  return told.statement_id !== undefined && told.status !== undefined;
}

function isUnderWay({ state }: StatementStatus): boolean {
  return state === 'PENDING' || state === 'RUNNING';
}
