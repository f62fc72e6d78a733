import type { PreparedField } from './prepared-field.ts';

/** How the fields of a dataset differ from what they were. Names are paths from the top: `orders.lines.sku`. */
export interface SchemaDrift {
  readonly addedFields: readonly string[];
  readonly removedFields: readonly string[];
  readonly changedFields: readonly string[];
}

/** What a person reads; a schema that is another altogether is told by the first of its fields. */
const mostNames = 50;

export function schemaDrift(before: readonly PreparedField[], after: readonly PreparedField[]): SchemaDrift {
  const [old, current] = [shapesOf(before), shapesOf(after)];
  const names = (from: ReadonlyMap<string, string>, isMeant: (name: string, shape: string) => boolean) =>
    [...from].flatMap(([name, shape]) => (isMeant(name, shape) ? [name] : [])).slice(0, mostNames);
  return {
    addedFields: names(current, (name) => !old.has(name)),
    removedFields: names(old, (name) => !current.has(name)),
    changedFields: names(current, (name, shape) => old.has(name) && old.get(name) !== shape),
  };
}

function shapesOf(fields: readonly PreparedField[], above = ''): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap(({ name, logicalType, nativeType, nullable, children }) => {
      const path = above + name;
      const shape = JSON.stringify([logicalType, nativeType, nullable]);
      return [[path, shape] as const, ...shapesOf(children ?? [], `${path}.`)];
    }),
  );
}
