import type { Operation } from '../contract/operation.ts';
import { schemaName } from '../contract/schema.ts';

/**
 * Fields nest deeper than the compiler of serialisers goes. They were checked when an executor sent them, so they are
 * written as they are.
 */
const writtenAsTheyAre = 'V1DatasetField';

/** The schemas of an operation's answers, by status, for the compiler of serialisers. */
export function responseSchemas(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation.responses)
      .filter(([, { schema, contentType }]) => schema && contentType === undefined)
      .map(([status, { schema }]) => [status, compilable(schema)]),
  );
}

function compilable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compilable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = schema as Readonly<Record<string, unknown>>;
  if (members[schemaName] === writtenAsTheyAre) return {};
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, compilable(member)]));
}
