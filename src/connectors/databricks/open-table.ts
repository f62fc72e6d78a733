import { fieldTree } from '../../domain/comparison/field-tree.ts';
import { identifier } from '../../engine/dialects/databricks/lexical.ts';
import { logicalTypeOf } from '../../engine/dialects/databricks/logical-type-of.ts';
import { parseNativeType } from '../../engine/dialects/databricks/native-type.ts';
import type { PlatformTable } from '../platform/platform-server.ts';
import type { DatabricksSession } from './databricks-session.ts';
import { pinVersion } from './pin-version.ts';
import type { SchemaPath } from './table-path.ts';

export async function openTable(
  session: DatabricksSession,
  { catalog, schema }: SchemaPath,
  table: string,
  /** Whether to pin it to its present version; otherwise each statement sees it as it is then. */
  { isPinned = false } = {},
): Promise<PlatformTable> {
  const from = [catalog, schema, table].map(identifier).join('.');
  const { columns } = await session.answer(`SELECT * FROM ${from} LIMIT 0`);
  const version = isPinned ? await pinVersion(session, from, columns) : null;
  const padded = await paddedColumns(session, from);
  const fields = columns.map(({ name, type }) => {
    const nativeType = padded.get(name) ?? type.toLowerCase();
    const { logicalType, notes } = logicalTypeOf(parseNativeType(type));
    return {
      field: { ...fieldTree(name, logicalType, nativeType, true), declared: true },
      notes: notes.map(({ code, reason }) => ({
        code,
        field: name,
        detail: `${name} (${nativeType}): ${reason}.`,
      })),
    };
  });
  return {
    relation: { from: version ?? from },
    schema: {
      kind: 'table',
      fields: fields.map(({ field }) => field),
      notes: fields.flatMap(({ notes }) => notes),
    },
  };
}

/** The columns of type CHAR: an answer calls them STRING, and the catalogue shortens the types of long structs. */
async function paddedColumns(session: DatabricksSession, from: string): Promise<ReadonlyMap<string, string>> {
  const lines = await session.query(`DESCRIBE TABLE ${from}`);
  return new Map(
    lines.flatMap(([name, type]) =>
      name != null && type != null && /^char\(\d+\)$/i.test(type) ? [[name, type.toLowerCase()]] : [],
    ),
  );
}
