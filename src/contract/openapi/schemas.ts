import { schemaName } from '../schema.ts';

/** A JSON value under construction. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Turns schemas as they are written in the table into schemas of the document: a named one becomes a component and a
 * reference to it.
 */
export class SchemaCollector {
  readonly #components = new Map<string, Json>();

  /** The schema as it stands in the document. */
  render(schema: unknown): Json {
    if (Array.isArray(schema)) return schema.map((item) => this.render(item));
    if (typeof schema !== 'object' || schema === null) return schema as Json;
    const { [schemaName]: name, ...rest } = schema as Record<string, unknown>;
    if (typeof name !== 'string') return this.#renderMembers(rest);
    if (!this.#components.has(name)) {
      this.#components.set(name, {});
      this.#components.set(name, this.#renderMembers(rest));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  components(): Json {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #renderMembers(members: Record<string, unknown>): Json {
    return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, this.render(value)]));
  }
}
