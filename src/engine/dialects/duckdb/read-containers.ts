import { isUnreadable, listPart, mapParts, type Part, structParts } from '../container-parts.ts';
import type { Reading } from '../dialect.ts';
import { freshName } from '../fresh-name.ts';
import type { Readers } from '../reading-by.ts';
import { textInputs } from './hash-inputs.ts';
import { cast, textLiteral } from './lexical.ts';

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

export const readStruct: Readers['struct'] = (column, type, readPart) => {
  const parts = structParts(column, type, readPart);
  const fallible = parts.filter(({ reading }) => reading.fallible);
  const member = (x: string, name: string) => `struct_extract(${x}, ${textLiteral(name)})`;
  const value = (x: string) => {
    const values = parts.map((part) => partValue(part, member(x, part.name)));
    const failed = fallible.map(({ name, reading }) => isUnreadable(reading, member(x, name)));
    return `CASE WHEN ${[`${x} IS NULL`, ...failed].join(' OR ')} THEN NULL ELSE ${struct(values)} END`;
  };
  return container(value, fallible.length > 0);
};

export const readList: Readers['list'] = (column, element, readPart) => {
  const part = listPart(column, element, readPart);
  const { reading } = part;
  const value = (x: string) => {
    const items = eachItem(x, (item) => partValue(part, item));
    const ordered = column.options.listOrder === 'bag' ? `list_sort(${items})` : items;
    return reading.fallible ? unlessFailed(x, (item) => isUnreadable(reading, item), ordered) : ordered;
  };
  return container(value, reading.fallible);
};

/** A map is the sorted list of its entries. */
export const readMap: Readers['map'] = (column, type, readPart) => {
  const parts = mapParts(column, type, readPart);
  const [key, item] = [parts.key.reading, parts.value.reading];
  const fallible = key.fallible || item.fallible;
  const value = (x: string) => {
    const entries = `map_entries(${x})`;
    const pairs = eachItem(entries, (entry) =>
      struct([partValue(parts.key, `${entry}.key`), partValue(parts.value, `${entry}.value`)]),
    );
    const sorted = `list_sort(${pairs})`;
    const failed = (entry: string) =>
      `(${isUnreadable(key, `${entry}.key`)} OR ${isUnreadable(item, `${entry}.value`)})`;
    return fallible ? unlessFailed(entries, failed, sorted) : sorted;
  };
  return container(value, fallible);
};

/** With one zero: -0 equals 0, and its JSON text does not. */
function partValue({ type, reading }: Part, x: string): string {
  const value = reading.value(x);
  return type.kind === 'double' ? `(${value} + 0e0)` : value;
}

/** Members are named by their place: a table refuses structs without names, and DuckDB folds the case of names. */
function struct(members: readonly string[]): string {
  return `struct_pack(${members.map((member, place) => `f${place} := ${member}`).join(', ')})`;
}

function unlessFailed(list: string, failed: (item: string) => string, value: string): string {
  const item = freshName('item', list);
  return `CASE WHEN len(list_filter(${list}, lambda ${item}: ${failed(item)})) > 0 THEN NULL ELSE ${value} END`;
}

function eachItem(list: string, value: (item: string) => string): string {
  const item = freshName('item', list);
  return `list_transform(${list}, lambda ${item}: ${value(item)})`;
}
