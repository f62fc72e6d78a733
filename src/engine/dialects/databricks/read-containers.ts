import type { ComparisonType, StructComparison } from '../../../domain/comparison/comparison-type.ts';
import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { Column } from '../../plan/plan.ts';
import type { Reading } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { textInput } from './hashes.ts';
import { freshName, identifier, withoutMatches } from './lexical.ts';

type ReadPart = (column: Column) => Reading;

/**
 * A container is compared as one text: JSON whose leaves are the canonical texts of the values inside, quoted, so that
 * it is equal exactly where all of them are. One value inside that cannot be read makes the whole unreadable.
 */
function container(value: (x: string) => string, fallible: boolean): Reading {
  return {
    value,
    fallible,
    hashInputs: (_x, v) => textInput(v),
    text: (v) => v,
    position: null,
    showsRaw: true,
  };
}

/** A part as JSON; a container inside is JSON already. */
function jsonOf(reading: Reading, x: string, isContainer: boolean): string {
  const text = reading.text(reading.value(x));
  return `coalesce(${isContainer ? text : quoted(text)}, 'null')`;
}

/** Only a container is made JSON; the brackets around its one text are taken off again. */
export function quoted(text: string): string {
  return withoutMatches(`to_json(array(${text}))`, '^\\[|\\]$');
}

function isContainer({ kind }: ComparisonType): boolean {
  return kind === 'struct' || kind === 'list' || kind === 'map';
}

export function readStruct(column: Column, type: StructComparison, readPart: ReadPart): Reading {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'struct') return impossible(column);
  const parts = type.fields.map((part) => {
    const own = logicalType.fields.find(({ name }) => name === part.name);
    if (own === undefined) return impossible(column);
    return { ...part, reading: readPart(partOf(column, own.type, part.type)) };
  });
  const value = (x: string) => {
    const member = (name: string) => `${x}.${identifier(name)}`;
    const texts = parts.map(({ name, type: inner, reading }) =>
      jsonOf(reading, member(name), isContainer(inner)),
    );
    const failed = parts.map(({ name, reading }) => isUnreadable(reading, member(name)));
    return `CASE WHEN ${[`${x} IS NULL`, ...failed].join(' OR ')} THEN NULL ELSE ${joined(texts)} END`;
  };
  return container(
    value,
    parts.some(({ reading }) => reading.fallible),
  );
}

export function readList(column: Column, element: ComparisonType, readPart: ReadPart): Reading {
  const { logicalType } = column.field;
  if (logicalType.kind !== 'list') return impossible(column);
  const reading = readPart(partOf(column, logicalType.element, element));
  const value = (x: string) => {
    const texts = eachItem(x, (item) => jsonOf(reading, item, isContainer(element)));
    const ordered = column.options.listOrder === 'bag' ? `array_sort(${texts})` : texts;
    return unlessFailed(reading.fallible, x, (item) => isUnreadable(reading, item), bracketed(ordered));
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
    const texts = eachItem(entries, (entry) =>
      joined([
        jsonOf(key, `${entry}.key`, isContainer(type.key)),
        jsonOf(item, `${entry}.value`, isContainer(type.value)),
      ]),
    );
    const failed = (entry: string) =>
      `(${isUnreadable(key, `${entry}.key`)} OR ${isUnreadable(item, `${entry}.value`)})`;
    return unlessFailed(fallible, entries, failed, bracketed(`array_sort(${texts})`));
  };
  return container(value, fallible);
}

function joined(texts: readonly string[]): string {
  return `concat('[', ${texts.length === 0 ? "''" : texts.join(", ',', ")}, ']')`;
}

function bracketed(list: string): string {
  return `concat('[', array_join(${list}, ','), ']')`;
}

function partOf(column: Column, logicalType: LogicalType, comparisonType: ComparisonType): Column {
  return { ...column, comparisonType, field: { ...column.field, logicalType, nativeType: '' } };
}

function isUnreadable(reading: Reading, x: string): string {
  return reading.fallible ? `(${x} IS NOT NULL AND ${reading.value(x)} IS NULL)` : 'false';
}

function unlessFailed(
  fallible: boolean,
  list: string,
  failed: (item: string) => string,
  value: string,
): string {
  if (!fallible) return value;
  const item = freshName('item', list);
  return `CASE WHEN exists(${list}, ${item} -> ${failed(item)}) THEN NULL ELSE ${value} END`;
}

function eachItem(list: string, value: (item: string) => string): string {
  const item = freshName('item', list);
  return `transform(${list}, ${item} -> ${value(item)})`;
}
