import { AppError } from '../../domain/app-error.ts';
import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import type { SideMeasurer } from '../tables/measure-sides.ts';
import { adoptTypes } from './adopt-types.ts';
import { type ComparisonBasis, type PlannedComparison, planComparison } from './build-specification.ts';
import { type ChosenKey, chooseKey } from './choose-key.ts';
import { columnOptions } from './column-options.ts';
import type { CompareOptions } from './compare-datasets.ts';
import type { ComparisonRequest } from './comparison-request.ts';
import type { DatasetSource } from './dataset-source.ts';
import { localKeySide, tableKeySide } from './key-side.ts';
import { observeDataset } from './observe-dataset.ts';
import type { ObservedDataset, OpenDataset } from './open-dataset.ts';
import { type Pairing, pairColumns } from './pair-columns.ts';
import { noFilter, requestFilters, type SideFilter } from './request-filters.ts';
import type { Column } from './resolve-pairs.ts';
import type { WorkFolder } from './work-folder.ts';

export interface ComparisonContext {
  readonly request: ComparisonRequest;
  readonly sources: BySide<DatasetSource>;
  readonly measurers: BySide<SideMeasurer>;
  readonly session: SqlSession;
  readonly folder: WorkFolder;
  readonly options: CompareOptions;
}

/** What is to be asked of both sides, as they are known. */
export interface PreparedComparison {
  readonly basis: ComparisonBasis;
  readonly pairing: Pairing<Column>;
  readonly chosen: ChosenKey;
  /** As they were asked for, wherever they are applied. */
  readonly filters: BySide<SideFilter>;
  readonly planned: PlannedComparison;
}

/** Null where a key has to be looked for, and only rows that are not read yet can tell. */
export async function prepareComparison(
  context: ComparisonContext,
  known: BySide<ObservedDataset>,
): Promise<PreparedComparison | null> {
  const { request, measurers, session, options } = context;
  const { datasets, pairing } = adoptTypes(known, pairUp(request, known));
  const { pairs } = pairing;
  const filters = requestFilters(request.filters, datasets, pairs);
  const ofColumns = columnOptions(request, pairs);
  options.onProgress?.({ stage: 'findingKey', done: null });
  const bySide = eachSide(datasets, (dataset, _peer, side) =>
    dataset.isRead
      ? localKeySide(session, dataset, options.signal)
      : tableKeySide(measurers[side], side, filters[side]),
  );
  const chosen = comparesRows(request)
    ? await chooseKey(request.keys, datasets, pairs, ofColumns, bySide)
    : { keys: [], chosenBy: 'request' as const, notes: [] };
  if (chosen === null) return null;
  const left = eachSide(filters, (filter, _peer, side) => (datasets[side].isFiltered ? noFilter : filter));
  const basis: ComparisonBasis = { datasets, pairs, keys: chosen.keys, options: ofColumns, filters: left };
  return { basis, pairing, chosen, filters, planned: planComparison(request, basis) };
}

export function observe(
  { request }: ComparisonContext,
  datasets: BySide<OpenDataset>,
): BySide<ObservedDataset> {
  return eachSide(datasets, (dataset, _peer, side) =>
    observeDataset(dataset, request.datasets[side].scope ?? null),
  );
}

export function pairUp(
  request: ComparisonRequest,
  { source, target }: BySide<ObservedDataset>,
): Pairing<Column> {
  const columns = { source: source.columns, target: target.columns };
  const pairing = pairColumns(columns, request.mappings, request.ignored);
  if (pairing.pairs.length > 0) return pairing;
  const names = (dataset: ObservedDataset) =>
    dataset.columns.map(({ name }) => name).join(', ') || 'no columns';
  throw new AppError('field_unknown', {
    detail: `The datasets have no column in common. Source: ${names(source)}. Target: ${names(target)}. Map columns that have other names to each other.`,
  });
}

function comparesRows({ functions }: ComparisonRequest): boolean {
  return functions.length === 0 || functions.includes('VALUE') || functions.includes('OUTER_VALUE');
}
