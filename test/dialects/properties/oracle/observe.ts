import type { FieldPath } from '../../../../src/domain/comparison/field-path.ts';
import type { Column, Relation, StoredType, Value } from '../../../support/relations.ts';

/** One thing that is looked at: a row, or an item inside it with all that stands around it. */
export interface Observation {
  readonly row: readonly Value[];
  /** The items that were entered on the way, outermost first. */
  readonly entered: readonly Value[];
  /** For each of them whether there was one; a parent without items is looked at all the same, with NULL for an item. */
  readonly presence: readonly Presence[];
}

export type Presence = 'item' | 'emptyCollection' | 'noCollection';

export function isItem({ presence }: Observation): boolean {
  return presence.every((state) => state === 'item');
}

export interface TypedValue {
  readonly value: Value;
  readonly type: StoredType;
}

/** All rows, or all items of the collection that the scope names, and the parents that have none. */
export function observe(relation: Relation, scope: FieldPath): readonly Observation[] {
  let observations: readonly Observation[] = relation.rows.map((row) => ({ row, entered: [], presence: [] }));
  for (const [index, step] of scope.entries()) {
    if (step.kind !== 'items') continue;
    observations = observations.flatMap((observation) => {
      const { value } = valueAt(relation, observation, scope.slice(0, index));
      const enter = (item: Value, state: Presence): Observation => ({
        row: observation.row,
        entered: [...observation.entered, item],
        presence: [...observation.presence, state],
      });
      if (!Array.isArray(value)) return [enter(null, 'noCollection')];
      const items = value as readonly Value[];
      return items.length === 0 ? [enter(null, 'emptyCollection')] : items.map((item) => enter(item, 'item'));
    });
  }
  return observations;
}

/** What a field holds in an observation. */
export function valueAt(relation: Relation, { row, entered }: Observation, path: FieldPath): TypedValue {
  let current: TypedValue = { value: row, type: { kind: 'struct', fields: relation.columns } };
  let depth = 0;
  for (const step of path) {
    current =
      step.kind === 'items' ? itemOf(current, entered[depth++] ?? null) : memberOf(current, step.name);
  }
  return current;
}

function itemOf({ type }: TypedValue, item: Value): TypedValue {
  if (type.kind === 'list') return { value: item, type: type.element };
  if (type.kind !== 'map') throw new TypeError(`A ${type.kind} has no items.`);
  const fields: readonly Column[] = [
    { name: 'key', type: type.key },
    { name: 'value', type: type.value },
  ];
  return { value: item, type: { kind: 'struct', fields } };
}

function memberOf({ value, type }: TypedValue, name: string): TypedValue {
  if (type.kind !== 'struct') throw new TypeError(`A ${type.kind} has no field ${name}.`);
  const index = type.fields.findIndex((field) => field.name === name);
  const field = type.fields[index];
  if (field === undefined) throw new TypeError(`There is no field ${name}.`);
  return { value: Array.isArray(value) ? (value[index] ?? null) : null, type: field.type };
}
