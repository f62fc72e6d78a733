import type { TableChange } from '../../engine/sql-session.ts';

/**
 * The tables of a comparison on an engine where nothing is written: each is the text of its query, kept under its name,
 * and stands before every statement that names it.
 */
export class NamedQueries {
  readonly #identifier: (name: string) => string;
  readonly #kept = new Map<string, string>();

  constructor(identifier: (name: string) => string) {
    this.#identifier = identifier;
  }

  change(name: string, change: Exclude<TableChange, 'answer'>, query: string): void {
    switch (change) {
      case 'define':
        this.#kept.set(name, query);
        return;
      case 'extend':
        this.#kept.set(name, `${this.#queryOf(name)} UNION ALL ${query}`);
        return;
      case 'drop':
        this.#kept.delete(name);
        return;
    }
  }

  /** The statement behind all that it names, each behind those that it is made of. */
  complete(sql: string): string {
    const tables: string[] = [];
    const visited = new Set<string>();
    const visit = (text: string) => {
      for (const [name, query] of this.#kept) {
        if (visited.has(name) || !text.includes(this.#identifier(name))) continue;
        visited.add(name);
        visit(query);
        tables.push(`${this.#identifier(name)} AS (${query})`);
      }
    };
    visit(sql);
    return tables.length === 0 ? sql : `WITH ${tables.join(',\n')}\n${sql}`;
  }

  #queryOf(name: string): string {
    const query = this.#kept.get(name);
    if (query === undefined) throw new TypeError(`There is no table ${name} to add to.`);
    return query;
  }
}
