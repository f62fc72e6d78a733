import type { ComparisonType, StructComparison } from '../../../domain/comparison/comparison-type.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { textInputs } from './hash-inputs.ts';
import { cast, textLiteral } from './lexical.ts';

type ReadPart = (column: Column) => Reading;

/**
 * Containers hash as JSON text: DuckDB hashes NULL, [] and [[]] alike. One value inside that cannot be read makes the
 * whole container unreadable.
 */
function container(value: (x: string) => string, fallible: boolean): Reading {
  const text = (v: string) => cast(`to_json(${v})`, 'VARCHAR');
  return {
    value,
    fallible,
    hashInputs: (_x, v) => textInputs(text(v)),
    text,
    position: null,
    showsRaw: false,
  };
}

export function readStruct(column: Column, type: StructComparison, readPart: ReadPart): Reading {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'struct') return impossible(column);
  const parts = type.fields.map((part) => {
    const own = logicalType.fields.find(({ name }) => name === part.name);
    if (own === undefined) return impossible(column);
    return { name: part.name, reading: readPart(partOf(column, own.type, part.type)) };
  });
  const fallible = parts.some(({ reading }) => reading.fallible);
  const value = (x: string) => {
    const values = parts.map(({ name, reading }) => {
      const raw = `struct_extract(${x}, ${textLiteral(name)})`;
      return {
        value: reading.value(raw),
        failed: reading.fallible ? `(${raw} IS NOT NULL AND ${reading.value(raw)} IS NULL)` : null,
      };
    });
    const failed = values.flatMap((part) => (part.failed === null ? [] : [part.failed]));
    const absent = [`${x} IS NULL`, ...failed].join(' OR ');
    return `CASE WHEN ${absent} THEN NULL ELSE ${struct(values.map((part) => part.value))} END`;
  };
  return container(value, fallible);
}

export function readList(column: Column, element: ComparisonType, readPart: ReadPart): Reading {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'list') return impossible(column);
  const reading = readPart(partOf(column, logicalType.element, element));
  const value = (x: string) => {
    const items = eachItem(x, (item) => reading.value(item));
    const ordered = column.options.listOrder === 'bag' ? `list_sort(${items})` : items;
    return reading.fallible ? unlessFailed(x, (item) => isUnreadable(reading, item), ordered) : ordered;
  };
  return container(value, reading.fallible);
}

/** A map is the sorted list of its entries. */
export function readMap(
  column: Column,
  type: Extract<ComparisonType, { kind: 'map' }>,
  readPart: ReadPart,
): Reading {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'map') return impossible(column);
  const key = readPart(partOf(column, logicalType.key, type.key));
  const item = readPart(partOf(column, logicalType.value, type.value));
  const fallible = key.fallible || item.fallible;
  const value = (x: string) => {
    const entries = `map_entries(${x})`;
    const pairs = eachItem(entries, (entry) =>
      struct([key.value(`${entry}.key`), item.value(`${entry}.value`)]),
    );
    const sorted = `list_sort(${pairs})`;
    const failed = (entry: string) =>
      `(${isUnreadable(key, `${entry}.key`)} OR ${isUnreadable(item, `${entry}.value`)})`;
    return fallible ? unlessFailed(entries, failed, sorted) : sorted;
  };
  return container(value, fallible);
}

/** Members are named by their place: a table refuses structs without names, and DuckDB folds the case of names. */
function struct(members: readonly string[]): string {
  return `struct_pack(${members.map((member, place) => `f${place} := ${member}`).join(', ')})`;
}

function partOf(column: Column, logicalType: LogicalType, comparisonType: ComparisonType): Column {
  return { ...column, comparisonType, field: { ...column.field, logicalType, nativeType: '' } };
}

function isUnreadable(reading: Reading, x: string): string {
  return reading.fallible ? `(${x} IS NOT NULL AND ${reading.value(x)} IS NULL)` : 'false';
}

function unlessFailed(list: string, failed: (item: string) => string, value: string): string {
  const item = itemName(list);
  return `CASE WHEN len(list_filter(${list}, lambda ${item}: ${failed(item)})) > 0 THEN NULL ELSE ${value} END`;
}

function eachItem(list: string, value: (item: string) => string): string {
  const item = itemName(list);
  return `list_transform(${list}, lambda ${item}: ${value(item)})`;
}

/** A name that no enclosing lambda uses: lists inside lists see the outer item in their own expression. */
function itemName(list: string): string {
  let depth = 0;
  while (list.includes(`item${depth}`)) depth += 1;
  return `item${depth}`;
}
