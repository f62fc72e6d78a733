import type { FunctionCode, Surface } from '../../../src/domain/comparison/binding.ts';
import { type BySide, eachSide } from '../../../src/domain/comparison/by-side.ts';
import {
  type FieldPath,
  fieldPath,
  itemsStep,
  parseFieldPath,
} from '../../../src/domain/comparison/field-path.ts';
import { type FieldNode, findField } from '../../../src/domain/comparison/field-tree.ts';
import type { LogicalType } from '../../../src/domain/comparison/logical-type.ts';
import type { ObservationScope } from '../../../src/domain/comparison/observation-scope.ts';
import {
  type BoundField,
  type ComparedField,
  type FieldOptions,
  type PairSpecification,
  type TestSpecification,
  testSpecification,
} from '../../../src/domain/comparison/pair-specification.ts';
import type { Parsed } from '../../../src/domain/comparison/parsed.ts';
import type {
  Resolution,
  ResolutionInputSide,
  Selection,
} from '../../../src/domain/comparison/resolution.ts';
import { resolveComparison } from '../../../src/domain/comparison/resolve-comparison.ts';
import { noMismatch } from '../../../src/domain/comparison/threshold.ts';
import { exactText } from '../../../src/domain/comparison/tolerance.ts';
import type { Check, FieldPair, NamedPair, TrapCase } from './trap.ts';

/** A dataset as preparation found it. */
export interface PreparedDataset {
  readonly columns: readonly PreparedColumn[];
  readonly zone: string | null;
}

export interface PreparedColumn extends FieldNode {
  /** The name of the column in the relation, where it is not the field's own. */
  readonly column: string;
}

/** What becomes of the checks of a case: a specification of those that resolve, and what resolution said of each. */
export interface SpecifiedCase {
  readonly specification: PairSpecification;
  readonly checks: readonly SpecifiedCheck[];
}

export interface SpecifiedCheck {
  readonly check: Check;
  /** Of the value fields, then of the keys. */
  readonly resolutions: readonly Resolution[];
  /** Null unless everything resolved. */
  readonly testId: string | null;
}

/** From prepared datasets to what the engine is asked: fields are found, resolved and bound, as a service does it. */
export function specifyCase(trapCase: TrapCase, datasets: BySide<PreparedDataset>): SpecifiedCase {
  const fields: ComparedField[] = [];
  const tests: TestSpecification[] = [];
  const checks = trapCase.checks.map((check, index): SpecifiedCheck => {
    const values = pairsOf(check.on ?? 'v').map((pair) =>
      resolvePair(pair, check, 'valueField', check.functionCode, datasets),
    );
    const keys = keysOf(trapCase, check).map((pair) => resolvePair(pair, check, 'joinKey', null, datasets));
    const resolutions = [...values, ...keys].map(({ resolution }) => resolution);
    if (resolutions.some(({ status }) => status !== 'resolved')) return { check, resolutions, testId: null };
    const testId = `check ${index + 1}`;
    const bind = (resolved: ResolvedPair, role: string, options: FieldOptions) => {
      const field = comparedField(`${testId} ${role}`, resolved, options);
      fields.push(field);
      return field.id;
    };
    tests.push(
      testSpecification({
        id: testId,
        functionCode: check.functionCode,
        fields: values.map((resolved, at) => bind(resolved, `value ${at + 1}`, optionsOf(check))),
        keys: keys.map((resolved, at) => bind(resolved, `key ${at + 1}`, noOptions)),
        scope: scopesOf(check, datasets),
        tolerance: check.tolerance ?? null,
        threshold: { ...noMismatch, ...check.threshold },
        duplicateKeys: check.duplicateKeys ?? 'fail',
        ...(check.evidenceRows === undefined ? {} : { evidenceRows: check.evidenceRows }),
      }),
    );
    return { check, resolutions, testId };
  });
  const described = eachSide(datasets, ({ columns }, _peer, side) => ({
    name: side,
    filterFields: {},
    maps: columns.flatMap(({ column, logicalType }) => mapsIn(logicalType, fieldPath(column))),
  }));
  return { specification: { datasets: described, fields, tests }, checks };
}

interface ResolvedPair {
  readonly resolution: Resolution;
  readonly bound: BySide<Omit<BoundField, 'binding'>>;
}

function resolvePair(
  { source, target, selection }: NamedPair,
  check: Check,
  surface: Surface,
  functionCode: FunctionCode | null,
  datasets: BySide<PreparedDataset>,
): ResolvedPair {
  const scope: ObservationScope | null =
    check.scope === undefined ? null : { kind: 'collection', collectionPath: check.scope };
  const chosen: Selection | null = selection ?? (surface === 'valueField' ? (check.selection ?? null) : null);
  const sides = {
    source: inputSide(source, scope, datasets.source),
    target: inputSide(target, scope, datasets.target),
  };
  const resolution = resolveComparison({
    surface,
    functionCode,
    selection: chosen,
    storedBinding: null,
    source: sides.source.input,
    target: sides.target.input,
  });
  return { resolution, bound: { source: sides.source.bound, target: sides.target.bound } };
}

function inputSide(name: string, scope: ObservationScope | null, dataset: PreparedDataset) {
  const field = read(parseFieldPath(name));
  const search = findField(dataset.columns, field);
  if (!search.found) throw new TypeError(`A trap names a field that is not there: ${search.detail}`);
  const { logicalType, nativeType, nullable } = search.field;
  const input: ResolutionInputSide = {
    field,
    scope,
    logicalType,
    nativeType,
    nullable,
    declaredZone: dataset.zone,
  };
  return { input, bound: { path: inRelation(field, dataset), logicalType, nativeType } };
}

/** The engine may know a column by another name than the dataset does. */
function inRelation(path: FieldPath, { columns }: PreparedDataset): FieldPath {
  const [first, ...inner] = path;
  if (first?.kind !== 'name') return path;
  const column = columns.find(({ name }) => name === first.name)?.column ?? first.name;
  return [{ kind: 'name', name: column }, ...inner];
}

function comparedField(
  id: string,
  { resolution, bound }: ResolvedPair,
  options: FieldOptions,
): ComparedField {
  if (resolution.comparisonType === null) throw new TypeError(`${id} is not resolved.`);
  return {
    id,
    source: { ...bound.source, binding: resolution.source.binding },
    target: { ...bound.target, binding: resolution.target.binding },
    comparisonType: resolution.comparisonType,
    options,
  };
}

const noOptions: FieldOptions = { text: exactText, listOrder: 'ordered' };

function optionsOf({ text, listOrder }: Check): FieldOptions {
  return { text: { ...exactText, ...text }, listOrder: listOrder ?? 'ordered' };
}

function scopesOf({ scope }: Check, datasets: BySide<PreparedDataset>): BySide<FieldPath> {
  if (scope === undefined) return { source: [], target: [] };
  const path = read(parseFieldPath(scope));
  return { source: inRelation(path, datasets.source), target: inRelation(path, datasets.target) };
}

/** Where there are maps inside a value: their items are entries. */
function mapsIn(type: LogicalType, path: FieldPath): readonly FieldPath[] {
  const items = [...path, itemsStep];
  switch (type.kind) {
    case 'struct':
      return type.fields.flatMap((field) => mapsIn(field.type, [...path, ...fieldPath(field.name)]));
    case 'list':
      return mapsIn(type.element, items);
    case 'map':
      return [items, ...mapsIn(type.value, [...items, ...fieldPath('value')])];
    default:
      return [];
  }
}

/** Only VALUE and OUTER_VALUE match rows. */
function keysOf(trapCase: TrapCase, check: Check): readonly NamedPair[] {
  const matchesRows = check.functionCode === 'VALUE' || check.functionCode === 'OUTER_VALUE';
  return matchesRows ? pairsOf(check.keys ?? trapCase.keys ?? ['id']) : [];
}

function pairsOf(fields: FieldPair | readonly FieldPair[]): readonly NamedPair[] {
  const all = Array.isArray(fields) ? (fields as readonly FieldPair[]) : [fields as FieldPair];
  return all.map((field) => (typeof field === 'string' ? { source: field, target: field } : field));
}

function read<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new TypeError(`A trap holds a path that cannot be read: ${parsed.fault.detail}`);
  return parsed.value;
}
