import type { CompiledQuery } from 'kysely';
import type pg from 'pg';

/** More than the queries of the service; fewer than would weigh on a server with a thousand connections. */
const mostNames = 300;

/**
 * Names for statements, so that each connection parses and plans one only once. A text that nobody has seen while the
 * names last gets one; a query whose text varies without end (a list of values, say) cannot exhaust the server.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  named(query: CompiledQuery): pg.QueryConfig {
    const config: pg.QueryConfig = { text: query.sql, values: query.parameters as unknown[] };
    const name = this.#nameOf(query.sql);
    if (name !== undefined) config.name = name;
    return config;
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNames) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
