import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import {
  type FieldPath,
  fieldPath,
  parseFieldPath,
  printFieldPath,
} from '../../domain/comparison/field-path.ts';
import { findField } from '../../domain/comparison/field-tree.ts';
import type { Filter } from '../../domain/comparison/filter.ts';
import type { DatasetField } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { validateFilter } from '../../domain/comparison/validate-filter.ts';
import type { RequestedFilters } from './comparison-request.ts';
import type { ObservedDataset } from './open-dataset.ts';
import { type Pair, scopeOf } from './resolve-pairs.ts';

export interface SideFilter {
  readonly filter: Filter | null;
  /** The fields that the filter names, where the relation has them. */
  readonly fields: Readonly<Record<string, DatasetField>>;
}

export const noFilter: SideFilter = Object.freeze({ filter: null, fields: {} });

/** Holds the requested filters to the fields of either side. */
export function requestFilters(
  requested: RequestedFilters,
  datasets: BySide<ObservedDataset>,
  pairs: readonly Pair[],
): BySide<SideFilter> {
  const onTarget = renameFields(requested.both, (path) => targetPath(path, pairs));
  return {
    source: sideFilter([requested.both, requested.source], datasets.source, 'source'),
    target: sideFilter([onTarget, requested.target], datasets.target, 'target'),
  };
}

/** Names of the columns that a filter looks at. */
export function columnsInFilter({ filter }: SideFilter): readonly string[] {
  if (filter === null) return [];
  return fieldsOf(filter).flatMap((text) => {
    const [first] = readPath(text);
    return first?.kind === 'name' ? [first.name] : [];
  });
}

function sideFilter(requested: readonly unknown[], dataset: ObservedDataset, side: Side): SideFilter {
  const { fields: columns, scope } = dataset;
  const filters = requested
    .filter((input) => input !== null)
    .map((input) => {
      const named = renameFields(input, (path) => fieldOf(path, dataset));
      const checked = validateFilter(named, columns, scopeOf(scope));
      if (checked.ok) return checked.value;
      const details = checked.faults.map((fault) => fault.detail).join(' ');
      throw new AppError('validation_failed', { detail: `The filter does not fit the ${side}: ${details}` });
    });
  const [only] = filters;
  if (only === undefined) return noFilter;
  const filter: Filter = filters.length === 1 ? only : { all: filters };
  const fields = [...new Set(fieldsOf(filter))].map((text) => [text, relationField(text, columns)] as const);
  return { filter, fields: Object.fromEntries(fields) };
}

/** A column may be called by the name that it has in the report, or by its path from the row. */
function fieldOf(path: FieldPath, { columns, scope }: ObservedDataset): FieldPath {
  if (scope.length === 0) return path;
  const name = printFieldPath(path);
  return columns.find((column) => printFieldPath(fieldPath(column.name)) === name)?.field ?? path;
}

function relationField(text: string, columns: ObservedDataset['fields']): DatasetField {
  const path = readPath(text);
  const search = findField(columns, path);
  if (!search.found) throw new TypeError(`A filter that was held to its fields names another: ${text}`);
  const [first, ...inner] = path;
  const column = columns.find(({ name }) => first?.kind === 'name' && name === first.name);
  return {
    path: [...fieldPath(column?.column ?? ''), ...inner],
    logicalType: search.field.logicalType,
    nativeType: search.field.nativeType,
  };
}

function fieldsOf(filter: Filter): readonly string[] {
  if ('all' in filter) return filter.all.flatMap(fieldsOf);
  if ('any' in filter) return filter.any.flatMap(fieldsOf);
  return 'not' in filter ? fieldsOf(filter.not) : [filter.field];
}

/** A filter of both sides is written in the source's names. */
function targetPath(path: FieldPath, pairs: readonly Pair[]): FieldPath {
  const [first, ...inner] = path;
  const pair = pairs.find(({ source }) => first?.kind === 'name' && source.name === first.name);
  return pair === undefined ? path : [...fieldPath(pair.target.name), ...inner];
}

/** Over any tree: what is not a filter stays as it is, for the validation to refuse. */
function renameFields(input: unknown, rename: (path: FieldPath) => FieldPath): unknown {
  if (Array.isArray(input)) return input.map((part) => renameFields(part, rename));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (name !== 'field' || typeof value !== 'string') return [name, renameFields(value, rename)];
      const path = parseFieldPath(value);
      return [name, path.ok ? printFieldPath(rename(path.value)) : value];
    }),
  );
}

function readPath(text: string): FieldPath {
  const path = parseFieldPath(text);
  if (!path.ok) throw new TypeError(`Not a path: ${text}`);
  return path.value;
}
