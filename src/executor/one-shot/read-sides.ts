import type { FunctionCode } from '../../domain/comparison/binding.ts';
import { eachSide } from '../../domain/comparison/by-side.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import { aggregateFunctions, isOneOf } from '../../domain/comparison/test-rules.ts';
import { planFor } from '../compare/compare-pair.ts';
import type { MeasuredSides } from '../compare/decide-measured.ts';
import { resultsOf } from '../tables/measure-sides.ts';
import type { ObservedDataset, OpenDataset } from './open-dataset.ts';
import {
  type ComparisonContext,
  observe,
  type PreparedComparison,
  pairUp,
  prepareComparison,
} from './prepare-comparison.ts';
import { columnsInFilter, requestFilters, type SideFilter } from './request-filters.ts';
import type { Pair } from './resolve-pairs.ts';

/** Both sides with all that is to be asked of them. */
export interface ReadSides extends PreparedComparison {
  readonly measured: MeasuredSides;
}

/**
 * Gets at both sides. Where nothing but aggregates are asked for, a system that takes them exactly is asked for them;
 * otherwise the rows that are needed are made readable for the engine.
 */
export async function readSides(context: ComparisonContext): Promise<ReadSides> {
  const { request, sources, measurers, session } = context;
  const known = observe(context, { source: sources.source.unread, target: sources.target.unread });
  const { pairs } = pairUp(request, known);
  const filters = requestFilters(request.filters, known, pairs);
  const open: Partial<Record<Side, OpenDataset>> = {};
  const read = async (side: Side) => {
    open[side] = await readRows(context, side, known[side], pairs, filters[side]);
  };
  if (!isOnlyMeasured(request.functions)) for (const side of sides) await read(side);
  while (true) {
    const opened = eachSide(sources, ({ unread }, _peer, side) => open[side] ?? unread);
    const prepared = await prepareComparison(context, observe(context, opened));
    if (prepared === null) throw new TypeError('Whoever looks for a key has read the rows.');
    const { plan } = planFor(session.dialect, prepared.planned.specification);
    const closed = sides.filter((side) => open[side] === undefined);
    const unmeasurable: Side[] = [];
    for (const side of closed) {
      if (!(await measurers[side].takeAll(plan.measurements[side]))) unmeasurable.push(side);
    }
    // A side that is read can change how the other is planned, so that is asked again.
    for (const side of unmeasurable) await read(side);
    if (unmeasurable.length === 0) return { ...prepared, measured: resultsOf(measurers, closed) };
  }
}

function isOnlyMeasured(functions: readonly FunctionCode[]): boolean {
  return functions.length > 0 && functions.every((code) => isOneOf(aggregateFunctions, code));
}

async function readRows(
  { sources, session, folder, options: { onProgress } }: ComparisonContext,
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
