import { AppError } from '../../domain/app-error.ts';
import type { QueryOptions } from '../../engine/sql-session.ts';
import type { SessionOptions } from '../database/database-connector.ts';
import type { FailureContext } from '../database/database-failure.ts';
import type { SentRecords } from '../database/database-session.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { fieldOf, recordFormat } from '../staging/text-records.ts';
import type { DatabricksAddress } from './databricks-address.ts';
import {
  type AnswerCells,
  type AnswerColumn,
  type StatementAnswer,
  StatementClient,
} from './statement-client.ts';

export interface Answer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly AnswerCells[];
}

/** A statement that the warehouse lost is run again so often; it only reads. */
const attempts = 3;

/** Into how many slices of its rows a query is split where one answer does not hold them, and how often at most. */
const slices = 16;
const deepestSlice = 4;

/** A conversation with one SQL warehouse. */
export class DatabricksSession implements Disposable {
  readonly #client: StatementClient;
  readonly #options: SessionOptions;

  private constructor(client: StatementClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
  }

  static async open(
    outbound: Outbound,
    address: DatabricksAddress,
    context: FailureContext,
    options: SessionOptions,
  ): Promise<DatabricksSession> {
    return new DatabricksSession(await StatementClient.open(outbound, address, context), options);
  }

  get encrypted(): boolean {
    return this.#client.encrypted;
  }

  /** Bytes of all answers so far. */
  get receivedBytes(): number {
    return this.#client.receivedBytes;
  }

  async query(sql: string): Promise<readonly AnswerCells[]> {
    return (await this.answer(sql)).rows;
  }

  async answer(sql: string, { signal }: QueryOptions = {}): Promise<Answer> {
    const { columns, truncated, parts } = await this.#run(sql, signal);
    if (truncated) {
      throw new AppError('comparison_unsupported', {
        detail:
          'An answer of Databricks is larger than the 25 MiB that it sends. Ask for fewer rows of evidence, or for fewer columns.',
      });
    }
    const rows: AnswerCells[] = [];
    for await (const part of parts) rows.push(...part);
    return { columns, rows };
  }

  /** The texts of a query of so many columns, row by row, as records. */
  send(texts: readonly string[], from: string): SentRecords {
    const sent = { rows: 0 };
    const names = texts.map((_, index) => `c${index}`);
    const selected = texts.map((text, index) => `${text} AS c${index}`).join(', ');
    const query = `SELECT ${names.join(', ')} FROM (SELECT ${selected} FROM ${from})`;
    return { records: this.#records(query, names, sent), count: async () => sent.rows };
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }

  /** Rows that are too many for one answer are asked for in slices by their hash, each by itself. */
  async *#records(
    query: string,
    names: readonly string[],
    sent: { rows: number },
    depth = 0,
    slice: number | null = null,
  ): AsyncGenerator<Buffer> {
    const part = slices ** depth;
    const where = slice === null ? '' : ` WHERE pmod(xxhash64(${names.join(', ')}), ${part}) = ${slice}`;
    const { truncated, parts } = await this.#run(`${query}${where}`, undefined);
    if (truncated && depth === deepestSlice) {
      throw new AppError('comparison_unsupported', {
        detail:
          'So many rows are the same that Databricks cannot send them in answers of 25 MiB. Compare fewer columns, or filter the rows.',
      });
    }
    if (truncated) {
      for (let index = 0; index < slices; index++) {
        yield* this.#records(query, names, sent, depth + 1, (slice ?? 0) + index * part);
      }
      return;
    }
    for await (const rows of parts) {
      if (rows.length === 0) continue;
      sent.rows += rows.length;
      const records = rows.map((cells) => cells.map(fieldOf).join(recordFormat.delimiter));
      yield Buffer.from(`${records.join('\n')}\n`, 'utf8');
    }
  }

  async #run(sql: string, own: AbortSignal | undefined): Promise<StatementAnswer> {
    const { timeLimitMs } = this.#options;
    const signal = own ?? this.#options.signal;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#client.run(sql, { signal, timeLimitMs });
      } catch (error) {
        if (signal?.aborted) throw interrupted(error);
        const isLost = error instanceof AppError && error.code === 'connection_lost';
        if (!isLost || attempt === attempts) throw error;
      }
    }
  }
}

function interrupted(cause: unknown): AppError {
  return new AppError('comparison_cancelled', { detail: 'The comparison was interrupted.' }, { cause });
}
