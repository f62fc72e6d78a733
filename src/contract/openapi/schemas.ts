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
    if (typeof rest.$ref === 'string') return this.#renderReference(rest.$ref, rest.$defs);
    if (typeof name !== 'string') return this.#renderMembers(rest);
    return this.#renderNamed(name, rest);
  }

  components(): Json {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema that holds itself brings its definition along where it begins, and is a bare reference inside. */
  #renderReference(name: string, definitions: unknown): Json {
    const definition = (definitions as Record<string, Record<string, unknown>> | undefined)?.[name];
    if (definition === undefined) return { $ref: pointerTo(name) };
    const { $id, [schemaName]: _, ...members } = definition;
    return this.#renderNamed(name, members);
  }

  #renderNamed(name: string, members: Record<string, unknown>): Json {
    if (!this.#components.has(name)) {
      this.#components.set(name, {});
      this.#components.set(name, this.#renderMembers(members));
    }
    return { $ref: pointerTo(name) };
  }

  #renderMembers(members: Record<string, unknown>): Json {
    const rendered = Object.entries(members).map(([key, value]) => [key, this.render(value)]);
    return Object.fromEntries(
      members.type === 'integer' ? [['format', widthOf(members)], ...rendered] : rendered,
    );
  }
}

/** The width of an integer follows from its limits. */
function widthOf({
  minimum = 0,
  maximum = Number.MAX_SAFE_INTEGER,
}: {
  minimum?: number;
  maximum?: number;
}): string {
  return minimum >= -(2 ** 31) && maximum < 2 ** 31 ? 'int32' : 'int64';
}

function pointerTo(name: string): string {
  return `#/components/schemas/${name}`;
}
