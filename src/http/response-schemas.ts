import type { Operation } from '../contract/operation.ts';
import { schemaName } from '../contract/schema.ts';

/**
 * Fields nest deeper than the compiler of serialisers goes, and what is to be compared holds types and filters that hold
 * themselves. Fields were checked when an executor sent them, the other is made by the service: both are written as
 * they are.
 */
const writtenAsTheyAre: readonly unknown[] = ['V1DatasetField', 'V1PairSpecification'];

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
  if (writtenAsTheyAre.includes(members[schemaName] ?? members.$ref)) return {};
  const present = presentAlternative(members.anyOf);
  if (present !== undefined) return { ...(compilable(present) as object), nullable: true };
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, compilable(member)]));
}

/**
 * What a nullable member is when it is not null; undefined for anything else. The compiler would hold a value against
 * each alternative of a union, with a validator, to find the one to write.
 */
function presentAlternative(alternatives: unknown): unknown {
  if (!Array.isArray(alternatives) || alternatives.length !== 2) return undefined;
  const [first, second] = alternatives as readonly { readonly type?: unknown }[];
  return second?.type === 'null' && first?.type !== undefined ? first : undefined;
}
