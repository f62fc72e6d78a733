import type { EngineDescription } from '../../domain/comparison/pair-report.ts';
import { identifier, textLiteral } from '../../engine/dialects/databricks/lexical.ts';
import type { Cell, QueryOptions, Row, SqlSession, Statement } from '../../engine/sql-session.ts';
import { NamedQueries } from '../platform/named-queries.ts';
import { statementsAtOnce } from '../platform/platform-server.ts';
import type { Answer, DatabricksSession } from './databricks-session.ts';
import type { AnswerColumn } from './statement-client.ts';

/**
 * Databricks SQL as the engine of a whole comparison: it scans, hashes and joins where the data is, and sends back counts,
 * buckets and capped evidence. Statements share no session, and nothing is written.
 */
export class DatabricksEngine implements SqlSession {
  readonly dialect = 'databricks';
  readonly statementsAtOnce = statementsAtOnce;
  readonly engine: EngineDescription;
  readonly #session: DatabricksSession;
  readonly #tables = new NamedQueries(identifier);

  constructor(session: DatabricksSession, version: string) {
    this.#session = session;
    this.engine = Object.freeze({ name: 'Databricks SQL', version });
  }

  async query({ sql, table }: Statement, options: QueryOptions = {}): Promise<readonly Row[]> {
    if (table === undefined) {
      const { columns, rows } = await this.#session.answer(this.#tables.complete(sql), options);
      return rows.map((cells) =>
        Object.fromEntries(
          columns.map((column, index) => [column.name, toCell(column, cells[index] ?? null)]),
        ),
      );
    }
    if (table.change === 'answer') {
      const answer = await this.#session.answer(this.#tables.complete(sql), options);
      this.#tables.change(table.name, 'define', literalRows(answer));
    } else {
      this.#tables.change(table.name, table.change, sql);
    }
    return [];
  }
}

/** Rows as a query of their own. */
function literalRows({ columns, rows }: Answer): string {
  return rows
    .map((cells) => {
      const selected = columns.map(
        ({ name, type }, index) => `${literal(cells[index] ?? null, type)} AS ${name}`,
      );
      return `SELECT ${selected.join(', ')}`;
    })
    .join(' UNION ALL ');
}

function literal(cell: string | null, type: string): string {
  if (cell === null) return `CAST(NULL AS ${type})`;
  if (!isList(type)) return `CAST(${textLiteral(cell)} AS ${type})`;
  // What is kept so is numbers and lists of them; whether the API quotes those inside does not matter.
  const items = JSON.parse(cell, keepDigits) as readonly string[];
  return `CAST(array(${items.map(textLiteral).join(', ')}) AS ${type})`;
}

function isList(type: string): boolean {
  return /^array</i.test(type);
}

function toCell({ type }: AnswerColumn, cell: string | null): Cell {
  if (cell === null) return null;
  if (/^boolean$/i.test(type)) return cell === 'true';
  return isList(type) ? (JSON.parse(cell, keepDigits) as Cell) : cell;
}

/** ECMAScript hands a reviver the source text of every primitive; a BIGINT has more digits than a double. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}
