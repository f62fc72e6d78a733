import { AppError } from '../../domain/app-error.ts';
import { withRoutines } from '../../engine/dialects/trino/functions.ts';
import type { QueryOptions } from '../../engine/sql-session.ts';
import type { SessionOptions } from '../database/database-connector.ts';
import type { FailureContext } from '../database/database-failure.ts';
import type { Cells, SentRecords } from '../database/database-session.ts';
import type { Outbound } from '../outbound/endpoint.ts';
import { fieldOf, recordFormat } from '../staging/text-records.ts';
import type { TrinoAddress } from './trino-address.ts';
import { type AnswerColumn, type AnswerPage, TrinoClient } from './trino-client.ts';

/** What a statement answers: numbers as their digits, so that none loses one on the way. */
export interface Answer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A statement that a lost worker ended is run again so often; it only reads. */
const attempts = 3;

/** A conversation with one coordinator. The protocol has no connection to keep: each statement stands alone. */
export class TrinoSession implements Disposable {
  readonly encrypted: boolean;
  readonly #client: TrinoClient;
  readonly #options: SessionOptions;

  private constructor(client: TrinoClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.encrypted = client.encrypted;
  }

  static async open(
    outbound: Outbound,
    address: TrinoAddress,
    context: FailureContext,
    options: SessionOptions,
  ): Promise<TrinoSession> {
    return new TrinoSession(await TrinoClient.open(outbound, address, context), options);
  }

  /** Bytes of all answers so far. */
  get receivedBytes(): number {
    return this.#client.receivedBytes;
  }

  async query(sql: string): Promise<readonly Cells[]> {
    const { rows } = await this.answer(sql);
    return rows.map((cells) => cells.map(textOf));
  }

  async answer(sql: string, { signal, onProgress }: QueryOptions = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        let columns: readonly AnswerColumn[] = [];
        const rows: (readonly unknown[])[] = [];
        for await (const page of this.#pages(sql, signal)) {
          columns = page.columns ?? columns;
          rows.push(...(page.data ?? []));
          const done = page.stats?.progressPercentage;
          if (done !== undefined) onProgress?.(Math.min(1, Number(done) / 100));
        }
        return { columns, rows };
      } catch (error) {
        const isLost = error instanceof AppError && error.code === 'connection_lost';
        if (!isLost || attempt === attempts) throw error;
      }
    }
  }

  /** The texts of a query, row by row, as records; the reader's pace is the server's. */
  send(texts: readonly string[], from: string): SentRecords {
    const select = withRoutines(`SELECT ${texts.join(', ')} FROM ${from}`);
    const sent = { rows: 0 };
    return { records: this.#records(select, sent), count: async () => sent.rows };
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }

  async *#records(select: string, sent: { rows: number }): AsyncGenerator<Buffer> {
    for await (const { data = [] } of this.#pages(select, undefined)) {
      if (data.length === 0) continue;
      sent.rows += data.length;
      const records = data.map((cells) =>
        cells.map((cell) => fieldOf(textOf(cell))).join(recordFormat.delimiter),
      );
      yield Buffer.from(`${records.join('\n')}\n`, 'utf8');
    }
  }

  async *#pages(sql: string, own: AbortSignal | undefined): AsyncGenerator<AnswerPage> {
    const { timeLimitMs } = this.#options;
    const signal = own ?? this.#options.signal;
    try {
      yield* this.#client.pages(sql, { signal, timeLimitMs });
    } catch (error) {
      if (!signal?.aborted) throw error;
      throw new AppError(
        'comparison_cancelled',
        { detail: 'The comparison was interrupted.' },
        { cause: error },
      );
    }
  }
}

function textOf(cell: unknown): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}
