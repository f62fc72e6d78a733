import type { DatasetColumn } from '../../connectors/files/file-dataset.ts';
import { AppError } from '../../domain/app-error.ts';
import {
  type FieldPath,
  fieldPath,
  itemsOf,
  parseFieldPath,
  printFieldPath,
} from '../../domain/comparison/field-path.ts';
import { type FieldNode, fieldTree, findField } from '../../domain/comparison/field-tree.ts';
import type { ObservedColumn, ObservedDataset, OpenDataset } from './open-dataset.ts';

/**
 * The dataset as seen from a scope such as `orders[].lines[]`. Fields of its items have their own names (an item that
 * is no record is called `value`), and so have those of the rows around them; one whose name an item's field has too,
 * and those of collections in between, go by their path from the row: `$.id`, `orders[].no`.
 */
export function observeDataset(dataset: OpenDataset, scope: string | null): ObservedDataset {
  const { fields } = dataset;
  const path = scope === null ? [] : scopePath(fields, scope, dataset.name);
  if (path.length === 0) {
    return { ...dataset, scope: path, columns: fields.map((field) => observedField(fields, field)) };
  }
  const items = fieldsOfItems(fields, path);
  const own = items.map(({ field, at }) => observed(fields, field, at, field.name));
  const names = new Set(own.map(({ name }) => name));
  const [top] = path;
  const ofRows = fields
    .filter(({ name }) => top?.kind !== 'name' || top.name !== name)
    .map((field) => ({
      ...observedField(fields, field),
      name: names.has(field.name) ? `$.${field.name}` : field.name,
    }));
  return { ...dataset, scope: path, columns: [...ofRows, ...between(fields, path), ...own] };
}

function observedField(fields: readonly DatasetColumn[], field: DatasetColumn): ObservedColumn {
  const path = fieldPath(field.name);
  return { ...field, field: path, path: inRelation(fields, path) };
}

function observed(
  fields: readonly DatasetColumn[],
  node: FieldNode,
  field: FieldPath,
  name: string,
): ObservedColumn {
  return {
    ...node,
    name,
    column: name,
    allNull: false,
    field,
    path: inRelation(fields, field),
  };
}

/** Of the collections that are entered on the way, what lies beside the next one. */
function between(fields: readonly DatasetColumn[], scope: FieldPath): readonly ObservedColumn[] {
  return scope.flatMap((step, index) => {
    const next = scope[index + 1];
    if (step.kind !== 'items' || next?.kind !== 'name') return [];
    return fieldsOfItems(fields, scope.slice(0, index + 1))
      .filter(({ field }) => field.name !== next.name)
      .map(({ field, at }) => observed(fields, field, at, printFieldPath(at)));
  });
}

interface PlacedField {
  readonly field: FieldNode;
  readonly at: FieldPath;
}

function fieldsOfItems(fields: readonly DatasetColumn[], scope: FieldPath): readonly PlacedField[] {
  const search = findField(fields, scope);
  if (!search.found) throw new TypeError(`The scope ${printFieldPath(scope)} was looked up before.`);
  const { logicalType, nativeType, nullable, children } = search.field;
  if (logicalType.kind !== 'struct') {
    return [{ field: { name: 'value', logicalType, nativeType, nullable }, at: scope }];
  }
  const inner = children ?? fieldTree('', logicalType, nativeType, nullable).children ?? [];
  return inner.map((field) => ({ field, at: [...scope, ...fieldPath(field.name)] }));
}

function scopePath(fields: readonly DatasetColumn[], text: string, dataset: string): FieldPath {
  const parsed = parseFieldPath(text);
  if (!parsed.ok) {
    throw new AppError('validation_failed', {
      detail: `The scope ${JSON.stringify(text)} is not a path such as orders[].lines[]: ${parsed.fault.detail}`,
    });
  }
  const path = itemsOf(parsed.value);
  const search = findField(fields, path);
  if (search.found) return path;
  throw new AppError('field_unknown', {
    detail: `The scope ${JSON.stringify(text)} names no collection of ${dataset}. ${search.detail}`,
  });
}

function inRelation(fields: readonly DatasetColumn[], [first, ...inner]: FieldPath): FieldPath {
  const top = fields.find(({ name }) => first?.kind === 'name' && name === first.name);
  return [...fieldPath(top?.column ?? ''), ...inner];
}

/** Collections on the way of a scope that are maps, whose items are entries; where the relation has them. */
export function mapsOf({ fields, scope }: ObservedDataset): readonly FieldPath[] {
  return scope.flatMap((step, index) => {
    if (step.kind !== 'items') return [];
    const search = findField(fields, scope.slice(0, index));
    const isMap = search.found && search.field.logicalType.kind === 'map';
    return isMap ? [inRelation(fields, scope.slice(0, index + 1))] : [];
  });
}

/** Where the relation has the items of the scope. */
export function relationScope({ fields, scope }: ObservedDataset): FieldPath {
  return scope.length === 0 ? scope : inRelation(fields, scope);
}
