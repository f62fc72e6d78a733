import { AppError } from '../../domain/app-error.ts';
import { identifier } from '../../engine/dialects/databricks/lexical.ts';
import type { TableName } from '../outbound/database-address.ts';

/** A schema of a catalog. */
export interface SchemaPath {
  readonly catalog: string;
  readonly schema: string;
}

export function printPart(name: string): string {
  return /[.`]/.test(name) ? identifier(name) : name;
}

const name = '(?:`(?:[^`]|``)+`|[^.`]+)';
const path = new RegExp(`^${name}(?:\\.${name})*$`);

/** `main.sales`, as people write it; a name with a dot or a backtick in it is quoted: `` `my.lake`.sales ``. */
export function readPath(text: string): readonly string[] {
  if (!path.test(text)) {
    throw new AppError('table_not_found', {
      detail: `${JSON.stringify(text)} is no path to a schema: it is written catalog.schema, names with dots in backticks.`,
    });
  }
  return [...text.matchAll(new RegExp(name, 'g'))].map(([part]) =>
    part.startsWith('`') ? part.slice(1, -1).replaceAll('``', '`') : part,
  );
}

/** Where a table is; its schema names the catalog too, unless the connection has one. */
export function schemaPathOf({ schema }: Pick<TableName, 'schema'>, ownCatalog: string | null): SchemaPath {
  const [first = '', second, ...more] = readPath(schema);
  if (more.length === 0) {
    if (second !== undefined) return { catalog: first, schema: second };
    if (ownCatalog !== null) return { catalog: ownCatalog, schema: first };
  }
  throw new AppError('table_not_found', {
    detail: `${JSON.stringify(schema)} does not say in which catalog the schema is: write catalog.schema.`,
  });
}
