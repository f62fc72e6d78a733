import type { FieldPath } from '../../../../src/domain/comparison/field-path.ts';
import type { Column, Relation, StoredType, Value } from '../../../support/relations.ts';

/** One thing that is looked at: a row, or an item inside it with all that stands around it. */
export interface Observation {
  readonly row: readonly Value[];
  /** The items that were entered on the way, outermost first. */
  readonly entered: readonly Value[];
}

export interface TypedValue {
  readonly value: Value;
  readonly type: StoredType;
}

/** All rows, or all items of the collection that the scope names. A list that is empty or NULL has none. */
export function observe(relation: Relation, scope: FieldPath): readonly Observation[] {
  let observations: readonly Observation[] = relation.rows.map((row) => ({ row, entered: [] }));
  for (const [index, step] of scope.entries()) {
    if (step.kind !== 'items') continue;
    observations = observations.flatMap((observation) => {
      const { value } = valueAt(relation, observation, scope.slice(0, index));
      const items = Array.isArray(value) ? (value as readonly Value[]) : [];
      return items.map((item) => ({ ...observation, entered: [...observation.entered, item] }));
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
