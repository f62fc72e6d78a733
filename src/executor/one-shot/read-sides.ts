import { AppError } from '../../domain/app-error.ts';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { aggregateFunctions, isOneOf } from '../../domain/comparison/test-rules.ts';
import type { MeasureResult } from '../../engine/compile/measurement.ts';
import type { Measurement } from '../../engine/plan/plan.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import { planFor } from '../compare/compare-pair.ts';
import type { MeasuredSides } from '../compare/decide-measured.ts';
import { adoptTypes } from './adopt-types.ts';
import { type ComparisonBasis, type PlannedComparison, planComparison } from './build-specification.ts';
import { type ChosenKey, chooseKey } from './choose-key.ts';
import { columnOptions } from './column-options.ts';
import type { CompareOptions } from './compare-datasets.ts';
import type { ComparisonRequest } from './comparison-request.ts';
import type { DatasetSource } from './dataset-source.ts';
import { observeDataset } from './observe-dataset.ts';
import type { ObservedDataset, OpenDataset } from './open-dataset.ts';
import { type Pairing, pairColumns } from './pair-columns.ts';
import { columnsInFilter, noFilter, requestFilters, type SideFilter } from './request-filters.ts';
import type { Column, Pair } from './resolve-pairs.ts';
import type { WorkFolder } from './work-folder.ts';

export interface ReadingContext {
  readonly request: ComparisonRequest;
  readonly sources: BySide<DatasetSource>;
  readonly session: SqlSession;
  readonly folder: WorkFolder;
  readonly options: CompareOptions;
}

/** Both sides with all that is to be asked of them. */
export interface ReadSides {
  readonly basis: ComparisonBasis;
  readonly pairing: Pairing<Column>;
  readonly chosen: ChosenKey;
  /** As they were asked for, wherever they are applied. */
  readonly filters: BySide<SideFilter>;
  readonly planned: PlannedComparison;
  readonly measured: MeasuredSides;
}

/**
 * Gets at both sides. Where nothing but aggregates are asked for, a system that takes them exactly is asked for them;
 * otherwise the rows that are needed are made readable for the engine.
 */
export async function readSides(context: ReadingContext): Promise<ReadSides> {
  const { request, sources } = context;
  const known = observe(context, { source: sources.source.unread, target: sources.target.unread });
  const { pairs } = pairUp(request, known);
  const filters = requestFilters(request.filters, known, pairs);
  const open: Partial<Record<Side, OpenDataset>> = {};
  const read = async (side: Side) => {
    open[side] = await readRows(context, side, known[side], pairs, filters[side]);
  };
  if (!isOnlyMeasured(context)) for (const side of sides) await read(side);
  while (true) {
    const opened = eachSide(sources, ({ unread }, _peer, side) => open[side] ?? unread);
    const prepared = await prepare(context, observe(context, opened));
    const closed = sides.filter((side) => open[side] === undefined);
    const { measured, unmeasurable } = await measureSides(context, prepared.planned, closed);
    // A side that is read can change how the other is planned, so that is asked again.
    for (const side of unmeasurable) await read(side);
    if (unmeasurable.length === 0) return { ...prepared, measured };
  }
}

function observe({ request }: ReadingContext, datasets: BySide<OpenDataset>): BySide<ObservedDataset> {
  return eachSide(datasets, (dataset, _peer, side) =>
    observeDataset(dataset, request.datasets[side].scope ?? null),
  );
}

/** A column without a value takes the type that its peer has in the engine, so there the peer has to be read. */
function isOnlyMeasured({ request: { functions }, sources }: ReadingContext): boolean {
  const isAggregate = (code: FunctionCode) => isOneOf(aggregateFunctions, code);
  const hasEmptyColumn = sides.some((side) => sources[side].unread.fields.some(({ allNull }) => allNull));
  return functions.length > 0 && functions.every(isAggregate) && !hasEmptyColumn;
}

async function readRows(
  { sources, session, folder, options: { onProgress } }: ReadingContext,
  side: Side,
  { fields }: ObservedDataset,
  pairs: readonly Pair[],
  filter: SideFilter,
): Promise<OpenDataset> {
  const stage = side === 'source' ? 'readingSource' : 'readingTarget';
  const paired = pairs.flatMap((pair) => {
    const [first] = pair[side].field;
    return first?.kind === 'name' ? [first.name] : [];
  });
  const wanted = new Set([...paired, ...columnsInFilter(filter)]);
  return sources[side].read({
    only: fields.map(({ name }) => name).filter((name) => wanted.has(name)),
    filter: filter.filter,
    session,
    stagingDirectory: folder.staging,
    onRows: (rows, estimate) =>
      onProgress?.({ stage, done: estimate === null || estimate < rows ? null : rows / estimate }),
  });
}

/** What is to be asked of both sides as they are now known. */
async function prepare(
  { request, session, options: { signal, onProgress } }: ReadingContext,
  known: BySide<ObservedDataset>,
): Promise<Omit<ReadSides, 'measured'>> {
  const { datasets, pairing } = adoptTypes(known, pairUp(request, known));
  const { pairs } = pairing;
  const filters = requestFilters(request.filters, datasets, pairs);
  const options = columnOptions(request, pairs);
  onProgress?.({ stage: 'findingKey', done: null });
  const chosen = comparesRows(request)
    ? await chooseKey(request.keys, datasets, pairs, options, session, signal)
    : { keys: [], chosenBy: 'request' as const, notes: [] };
  const left = eachSide(filters, (filter, _peer, side) => (datasets[side].isFiltered ? noFilter : filter));
  const basis: ComparisonBasis = { datasets, pairs, keys: chosen.keys, options, filters: left };
  return { basis, pairing, chosen, filters, planned: planComparison(request, basis) };
}

function comparesRows({ functions }: ComparisonRequest): boolean {
  return functions.length === 0 || functions.includes('VALUE') || functions.includes('OUTER_VALUE');
}

function pairUp(request: ComparisonRequest, { source, target }: BySide<ObservedDataset>): Pairing<Column> {
  const columns = { source: source.columns, target: target.columns };
  const pairing = pairColumns(columns, request.mappings, request.ignored);
  if (pairing.pairs.length > 0) return pairing;
  const names = (dataset: ObservedDataset) =>
    dataset.columns.map(({ name }) => name).join(', ') || 'no columns';
  throw new AppError('field_unknown', {
    detail: `The datasets have no column in common. Source: ${names(source)}. Target: ${names(target)}. Map columns that have other names to each other.`,
  });
}

/** Takes the measures of sides that the engine does not read; those that cannot be measured have to be read. */
async function measureSides(
  { sources, session }: ReadingContext,
  { specification }: PlannedComparison,
  closed: readonly Side[],
): Promise<{ readonly measured: MeasuredSides; readonly unmeasurable: readonly Side[] }> {
  const { plan } = planFor(session.dialect, specification);
  const measured: Partial<Record<Side, (measurement: Measurement) => readonly MeasureResult[]>> = {};
  const unmeasurable: Side[] = [];
  for (const side of closed) {
    const taken = new Map<string, readonly MeasureResult[]>();
    for (const measurement of plan.measurements[side]) {
      const results = await sources[side].measure(measurement);
      if (results === null) break;
      taken.set(JSON.stringify(measurement), results);
    }
    if (taken.size < plan.measurements[side].length) unmeasurable.push(side);
    else measured[side] = (measurement) => resultsOf(taken, measurement);
  }
  return { measured, unmeasurable };
}

function resultsOf(taken: ReadonlyMap<string, readonly MeasureResult[]>, measurement: Measurement) {
  const results = taken.get(JSON.stringify(measurement));
  if (results === undefined) throw new TypeError('The plan asks for a measure that was not taken.');
  return results;
}
