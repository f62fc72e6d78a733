import pg from 'pg';
import { qualified, type Table, type TransferScope } from './catalog.ts';
import type { TransferQuery } from './transfer-database.ts';

/** About this much text is sent at a time, whatever the size of a row. */
const batchLength = 1024 * 1024;

/** Collects rows of one table and inserts them in batches. The server reads the lines of JSON as they are. */
export class TableFilling {
  readonly #query: TransferQuery;
  readonly #insert: string;
  #lines: string[] = [];
  #length = 0;
  #rows = 0;

  constructor(query: TransferQuery, scope: TransferScope, table: Table) {
    this.#query = query;
    const names = table.columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
    const values = table.columns.map((column, index) => `(line ->> ${index})::${column.type}`).join(', ');
    this.#insert = `INSERT INTO ${qualified(scope, table.name)} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS line`;
  }

  get rows(): number {
    return this.#rows;
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#length += line.length;
    this.#rows += 1;
    if (this.#length >= batchLength) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    await this.#query(this.#insert, [`[${this.#lines.join(',')}]`]);
    this.#lines = [];
    this.#length = 0;
  }
}
