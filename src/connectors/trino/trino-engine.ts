import type { EngineDescription } from '../../domain/comparison/pair-report.ts';
import { withRoutines } from '../../engine/dialects/trino/functions.ts';
import { identifier } from '../../engine/dialects/trino/lexical.ts';
import type { Cell, QueryOptions, Row, SqlSession, Statement } from '../../engine/sql-session.ts';
import type { TrinoSession } from './trino-session.ts';

/**
 * Trino as the engine of a whole comparison: it scans, hashes and joins where the data is, and sends back counts, buckets
 * and capped evidence. It has no temporary tables, and nothing is written: a table is the text of its query, kept here
 * under its name, and stands before every statement that names it.
 */
export class TrinoEngine implements SqlSession {
  readonly dialect = 'trino';
  readonly engine: EngineDescription;
  readonly #session: TrinoSession;
  readonly #kept = new Map<string, string>();

  constructor(session: TrinoSession, version: string) {
    this.#session = session;
    this.engine = Object.freeze({ name: 'Trino', version });
  }

  async query(statement: Statement, options: QueryOptions = {}): Promise<readonly Row[]> {
    const { sql, table } = statement;
    if (table === undefined) return this.#run(sql, options);
    switch (table.change) {
      case 'define':
        this.#kept.set(table.name, sql);
        return [];
      case 'extend':
        this.#kept.set(table.name, `${this.#queryOf(table.name)} UNION ALL ${sql}`);
        return [];
      case 'drop':
        this.#kept.delete(table.name);
        return [];
      case 'answer': {
        const { columns, rows } = await this.#session.answer(this.#complete(sql), options);
        this.#kept.set(table.name, literalRows(columns, rows));
        return [];
      }
    }
  }

  #queryOf(table: string): string {
    const query = this.#kept.get(table);
    if (query === undefined) throw new TypeError(`There is no table ${table} to add to.`);
    return query;
  }

  async #run(sql: string, options: QueryOptions): Promise<readonly Row[]> {
    const { columns, rows } = await this.#session.answer(this.#complete(sql), options);
    return rows.map((cells) =>
      Object.fromEntries(columns.map(({ name }, index) => [name, toCell(cells[index])])),
    );
  }

  /** The statement with all that it names: routines first, then tables, each behind those that it is made of. */
  #complete(sql: string): string {
    const tables: string[] = [];
    const visited = new Set<string>();
    const visit = (text: string) => {
      for (const [name, query] of this.#kept) {
        if (visited.has(name) || !text.includes(identifier(name))) continue;
        visited.add(name);
        visit(query);
        tables.push(`${identifier(name)} AS (${query})`);
      }
    };
    visit(sql);
    return withRoutines(tables.length === 0 ? sql : `WITH ${tables.join(',\n')}\n${sql}`);
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
