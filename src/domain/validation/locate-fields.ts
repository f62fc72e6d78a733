import { type BySide, eachSide, fromEachSide } from '../comparison/by-side.ts';
import {
  collectionDepth,
  type FieldPath,
  innermostCollection,
  parseFieldPath,
  printFieldPath,
} from '../comparison/field-path.ts';
import type { FoundField } from '../comparison/field-tree.ts';
import { formatFaults } from '../comparison/format-faults.ts';
import { type ObservationScope, rootScope, scopePath } from '../comparison/observation-scope.ts';
import type { ParseFault } from '../comparison/parsed.ts';
import type { Side } from '../comparison/resolution.ts';
import type { AskedFields, AskedTest } from './asked-test.ts';
import { findSpecifiedField, type SpecifiedDataset } from './specified-dataset.ts';
import type { TestFault } from './validation-test.ts';

/** A field that was asked for, as its dataset has it. */
export interface LocatedField {
  readonly path: FieldPath;
  readonly field: FoundField;
}

/** The two fields that are compared, and where in the test they stand. */
export interface LocatedFields {
  readonly pointer: string;
  readonly asked: AskedFields;
  readonly sides: BySide<LocatedField>;
}

export interface LocatedScope {
  readonly scope: ObservationScope;
  /** Empty for rows. */
  readonly path: FieldPath;
}

export interface Located {
  readonly fields: readonly LocatedFields[];
  readonly keys: readonly LocatedFields[];
  readonly scope: BySide<LocatedScope>;
}

type Found<T> = { readonly value: T } | { readonly faults: readonly TestFault[] };

/** Finds everything that a test names in its datasets, or says what is not there. */
export function locateFields(datasets: BySide<SpecifiedDataset>, asked: AskedTest): Found<Located> {
  const fields = asked.fields.map((each, index) => locatePair(datasets, each, `/fields/${index}`));
  const keys = asked.keys.map((each, index) => locatePair(datasets, each, `/keys/${index}`));
  const faults = [...fields, ...keys].flatMap(faultsOf);
  if (faults.length > 0) return { faults };
  const found = { fields: fields.flatMap(valuesOf), keys: keys.flatMap(valuesOf) };
  const all = [...found.fields, ...found.keys];
  const scope = eachSide(datasets, (dataset, _peer, side) =>
    locateScope(dataset, asked.scope[side] ?? impliedScope(all, side), side),
  );
  const unscoped = [...faultsOf(scope.source), ...faultsOf(scope.target)];
  if ('faults' in scope.source || 'faults' in scope.target) return { faults: unscoped };
  return { value: { ...found, scope: { source: scope.source.value, target: scope.target.value } } };
}

function locatePair(
  datasets: BySide<SpecifiedDataset>,
  asked: AskedFields,
  pointer: string,
): Found<LocatedFields> {
  const sides = eachSide(datasets, (dataset, _peer, side) =>
    locate(dataset, asked[`${side}Field`], side, `${pointer}/${side}Field`),
  );
  const formats = formatFaults(asked.selection, null).map(
    (fault): TestFault => ({
      code: 'format_invalid',
      side: 'both',
      pointer: `${pointer}${fault.pointer}`,
      detail: inWords(fault),
    }),
  );
  const faults = [...fromEachSide(sides, faultsOf), ...formats];
  if ('faults' in sides.source || 'faults' in sides.target || faults.length > 0) return { faults };
  return { value: { pointer, asked, sides: { source: sides.source.value, target: sides.target.value } } };
}

function locate(dataset: SpecifiedDataset, text: string, side: Side, pointer: string): Found<LocatedField> {
  const path = parseFieldPath(text);
  if (!path.ok) return { faults: [{ code: 'path_invalid', side, pointer, detail: inWords(path.fault) }] };
  const search = findSpecifiedField(dataset, path.value);
  if (search.found) return { value: { path: path.value, field: search.field } };
  const detail = `The ${side} dataset ${JSON.stringify(dataset.name)}: ${search.detail}`;
  return { faults: [{ code: 'field_unknown', side, pointer, detail }] };
}

function locateScope(dataset: SpecifiedDataset, scope: ObservationScope, side: Side): Found<LocatedScope> {
  const pointer = `/scope/${side}/collectionPath`;
  const path = scopePath(scope);
  if (!path.ok) return { faults: [{ code: 'path_invalid', side, pointer, detail: inWords(path.fault) }] };
  if (path.value === null) return { value: { scope, path: [] } };
  const search = findSpecifiedField(dataset, path.value);
  if (search.found) return { value: { scope, path: path.value } };
  const detail = `The ${side} dataset ${JSON.stringify(dataset.name)}: ${search.detail}`;
  return { faults: [{ code: 'collection_unknown', side, pointer, detail }] };
}

/** The innermost collection around a field. Fields outside of it have one value beside each of its items. */
function impliedScope(all: readonly LocatedFields[], side: Side): ObservationScope {
  const [deepest] = all
    .map(({ sides }) => innermostCollection(sides[side].path))
    .filter((holder) => holder !== null)
    .toSorted((a, b) => collectionDepth(b) - collectionDepth(a));
  return deepest === undefined ? rootScope : { kind: 'collection', collectionPath: printFieldPath(deepest) };
}

function inWords({ position, detail }: ParseFault): string {
  return `At character ${position + 1}: ${detail}`;
}

function faultsOf(found: Found<unknown>): readonly TestFault[] {
  return 'faults' in found ? found.faults : [];
}

function valuesOf<T>(found: Found<T>): readonly T[] {
  return 'value' in found ? [found.value] : [];
}
