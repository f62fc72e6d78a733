import type { EngineDescription } from '../../domain/comparison/pair-report.ts';
import { withRoutines } from '../../engine/dialects/trino/functions.ts';
import { identifier } from '../../engine/dialects/trino/lexical.ts';
import type { Cell, QueryOptions, Row, SqlSession, Statement } from '../../engine/sql-session.ts';
import { NamedQueries } from '../platform/named-queries.ts';
import { statementsAtOnce } from '../platform/platform-server.ts';
import type { TrinoSession } from './trino-session.ts';

/**
 * Trino as the engine of a whole comparison: it scans, hashes and joins where the data is, and sends back counts, buckets
 * and capped evidence. It has no temporary tables, and nothing is written.
 */
export class TrinoEngine implements SqlSession {
  readonly dialect = 'trino';
  readonly statementsAtOnce = statementsAtOnce;
  readonly engine: EngineDescription;
  readonly #session: TrinoSession;
  readonly #tables = new NamedQueries(identifier);

  constructor(session: TrinoSession, version: string) {
    this.#session = session;
    this.engine = Object.freeze({ name: 'Trino', version });
  }

  async query({ sql, table }: Statement, options: QueryOptions = {}): Promise<readonly Row[]> {
    if (table === undefined) {
      const { columns, rows } = await this.#answer(sql, options);
      return rows.map((cells) =>
        Object.fromEntries(columns.map(({ name }, index) => [name, toCell(cells[index])])),
      );
    }
    if (table.change === 'answer') {
      const { columns, rows } = await this.#answer(sql, options);
      this.#tables.change(table.name, 'define', literalRows(columns, rows));
    } else {
      this.#tables.change(table.name, table.change, sql);
    }
    return [];
  }

  /** Routines stand before all else. */
  #answer(sql: string, options: QueryOptions) {
    return this.#session.answer(withRoutines(this.#tables.complete(sql)), options);
  }
}

/** Rows as a query of their own; what is kept so is numbers, and lists of them. */
function literalRows(
  columns: readonly { readonly name: string; readonly type: string }[],
  rows: readonly (readonly unknown[])[],
): string {
  const cell = (value: unknown, type: string): string => {
    if (value === null || value === undefined) return `CAST(NULL AS ${type})`;
    if (Array.isArray(value)) return `CAST(ARRAY[${value.map(String).join(', ')}] AS ${type})`;
    return `CAST(${String(value)} AS ${type})`;
  };
  return rows
    .map((cells) => {
      const selected = columns.map(({ name, type }, index) => `${cell(cells[index], type)} AS ${name}`);
      return `SELECT ${selected.join(', ')}`;
    })
    .join(' UNION ALL ');
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(toCell);
  throw new TypeError('A struct or map has no place in a result: select its members or its text.');
}
