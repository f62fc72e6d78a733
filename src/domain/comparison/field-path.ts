import { type Parsed, parsed, unreadable } from './parsed.ts';
import { quoteName, readQuotedName } from './quoted-name.ts';

/**
 * Where a field is: names from the row inward, and a step into the items wherever a collection is entered. Written
 * `orders[].lines[].sku`: a dot before each inner name, `[]` for the items of a list or the entries of a map (which
 * have `key` and `value`). A name stands as it is, with spaces, `$` and any letters, unless it is empty, holds one of
 * `. [ ] "` or a control character, or begins or ends with white space: then it is quoted, `"net.total"`, with a quote
 * inside it doubled. So every name can be written, and each path has one canonical text.
 */
export type FieldPath = readonly FieldStep[];

export type FieldStep = { readonly kind: 'name'; readonly name: string } | { readonly kind: 'items' };

/** The step into the items of a collection. */
export const itemsStep: FieldStep = Object.freeze({ kind: 'items' });

const needsQuotes = /^$|[.[\]"\p{Cc}]|^\s|\s$/u;
const endsBareName = new Set(['.', '[', ']', '"']);

/** A path from names alone: `fieldPath('address', 'city')`. */
export function fieldPath(...names: readonly string[]): FieldPath {
  return Object.freeze(names.map(nameStep));
}

export function printFieldPath(path: FieldPath): string {
  return path
    .map((step, index) => {
      if (step.kind === 'items') return '[]';
      return `${index === 0 ? '' : '.'}${printName(step.name)}`;
    })
    .join('');
}

export function parseFieldPath(text: string): Parsed<FieldPath> {
  const points = [...text];
  const steps: FieldStep[] = [];
  let at = 0;
  do {
    if (steps.length > 0) at += 1; // the dot
    const name = readName(points, at);
    if (!name.ok) return name;
    steps.push(nameStep(name.value.name));
    at = name.value.end;
    while (points[at] === '[') {
      if (points[at + 1] !== ']')
        return unreadable(at, '`[` must be followed by `]`: quote the name if it holds a bracket.');
      steps.push(itemsStep);
      at += 2;
    }
  } while (points[at] === '.');
  if (at < points.length)
    return unreadable(at, 'A dot, `[]` or the end belongs here: quote the name if it is unusual.');
  return parsed(Object.freeze(steps));
}

/** The path of the items of the innermost collection around the field, or null where a row holds the field once. */
export function innermostCollection(path: FieldPath): FieldPath | null {
  const last = path.findLastIndex((step) => step.kind === 'items');
  return last === -1 ? null : path.slice(0, last + 1);
}

/** The same path, ending inside the collection: `orders` becomes `orders[]`. */
export function itemsOf(path: FieldPath): FieldPath {
  return path.at(-1)?.kind === 'items' ? path : Object.freeze([...path, itemsStep]);
}

export function collectionDepth(path: FieldPath): number {
  return path.filter((step) => step.kind === 'items').length;
}

export function isPrefixOf(prefix: FieldPath, path: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((step, index) => sameStep(step, path[index]));
}

function sameStep(a: FieldStep, b: FieldStep | undefined): boolean {
  if (a.kind === 'items') return b?.kind === 'items';
  return b?.kind === 'name' && a.name === b.name;
}

function nameStep(name: string): FieldStep {
  return Object.freeze({ kind: 'name', name });
}

function printName(name: string): string {
  return needsQuotes.test(name) ? quoteName(name) : name;
}

function readName(
  points: readonly string[],
  start: number,
): Parsed<{ readonly name: string; readonly end: number }> {
  if (points[start] === '"') return readQuotedName(points, start);
  let end = start;
  while (end < points.length && !endsBareName.has(points[end] ?? '')) end += 1;
  if (end === start) return unreadable(start, 'A field name belongs here; an empty name is written "".');
  return parsed({ name: points.slice(start, end).join(''), end });
}
