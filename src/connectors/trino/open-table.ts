import { fieldTree } from '../../domain/comparison/field-tree.ts';
import { identifier } from '../../engine/dialects/trino/lexical.ts';
import { logicalTypeOf } from '../../engine/dialects/trino/logical-type-of.ts';
import type { PlatformTable, TableEstimates } from '../platform/platform-server.ts';
import { pinVersion, type VersionsOf } from './pin-version.ts';
import type { SchemaPath } from './table-path.ts';
import type { TrinoSession } from './trino-session.ts';

export async function openTable(
  session: TrinoSession,
  path: SchemaPath,
  table: string,
  /** Asked for a version to pin the table to; otherwise each statement sees it as it is then. */
  versionsOf: VersionsOf = async () => null,
): Promise<PlatformTable> {
  const from = [path.catalog, path.schema, table].map(identifier).join('.');
  // The catalogue writes types without quotes around names; an answer spells them out.
  const { columns } = await session.answer(`SELECT * FROM ${from} LIMIT 0`);
  const version = await pinVersion(session, versionsOf, path, table, columns);
  const fields = columns.map(({ name, type, typeSignature }) => {
    const { logicalType, notes } = logicalTypeOf(typeSignature);
    return {
      field: { ...fieldTree(name, logicalType, type, true), declared: true },
      notes: notes.map(({ code, reason }) => ({
        code,
        field: name,
        detail: `${name} (${type}): ${reason}.`,
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

/** A line for each column, and one without a name for the whole; views are estimated like any query. */
export async function readEstimates(
  session: TrinoSession,
  { relation }: PlatformTable,
): Promise<TableEstimates> {
  const lines = await session.query(`SHOW STATS FOR (SELECT * FROM ${relation.from})`);
  const rows = lines.find(([column]) => column === null)?.[4] ?? null;
  const distinct = lines.flatMap(([column, , values]) =>
    column == null || values == null ? [] : [[column, Math.round(Number(values))] as const],
  );
  return { rows: rows === null ? null : Math.round(Number(rows)), distinct: new Map(distinct) };
}
