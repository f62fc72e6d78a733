import type { StagedColumn } from '../../connectors/connector.ts';
import { sameLogin } from '../../connectors/outbound/database-address.ts';
import { specifyStaged } from '../../connectors/staging/specify-staged.ts';
import { AppError } from '../../domain/app-error.ts';
import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import type { PairReport, TestErrorCode } from '../../domain/comparison/pair-report.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';
import { type SideToSettle, settlePair } from '../across/settle-pair.ts';
import { type ComparePairRequest, comparePair, planFor } from '../compare/compare-pair.ts';
import { withPlatform } from '../tables/with-platform.ts';
import { compareColumnsAlone } from './compare-columns-alone.ts';
import {
  type ComparisonContext,
  observe,
  type PreparedComparison,
  prepareComparison,
} from './prepare-comparison.ts';
import { readSides } from './read-sides.ts';

/** Where rows are compared, and under which names and types they are there. */
export interface Place {
  readonly session: SqlSession;
  readonly relations: BySide<Relation>;
  /** How a side was copied; null where it is as the specification has it. */
  readonly staged: BySide<readonly StagedColumn[] | null>;
}

export interface ComparedSides {
  readonly prepared: PreparedComparison;
  readonly report: PairReport;
  /** Without keys: in how many rows each column, compared by itself, differs at least; by name of the source. */
  readonly columnReport: ReadonlyMap<string, number> | null;
}

const asSpecified = { source: null, target: null } as const;

/**
 * Compares where that moves the fewest rows: inside the platform that holds both sides; else by what the systems of
 * tables hash of their rows, of which those that differ are fetched; else here, with a copy of all that is needed.
 */
export async function compareSides(context: ComparisonContext): Promise<ComparedSides> {
  const { sources } = context;
  const isTable = sides.some((side) => sources[side].inSnapshot !== null);
  const unread = { source: sources.source.unread, target: sources.target.unread };
  const prepared = isTable ? await prepareComparison(context, observe(context, unread)) : null;
  if (prepared !== null) {
    const compared =
      (await compareOnPlatform(context, prepared)) ?? (await compareSettled(context, prepared));
    if (compared !== null) return compared;
  }
  return compareRead(context);
}

/** Null where the sides are in two systems, or their platform cannot do all that is asked. */
async function compareOnPlatform(
  context: ComparisonContext,
  prepared: PreparedComparison,
): Promise<ComparedSides | null> {
  const source = context.sources.source.onPlatform;
  const target = context.sources.target.onPlatform;
  if (source === null || target === null || !sameLogin(source.address, target.address)) return null;
  return withPlatform({ source, target }, context.options.signal, async (there) => {
    const { unsupported } = planFor(there.session.dialect, prepared.planned.specification);
    if (unsupported.length > 0) return null;
    const place = { ...there, staged: asSpecified };
    return comparedAt(context, prepared, place, place);
  });
}

/** Null where something needs all rows of a table here. */
async function compareSettled(
  context: ComparisonContext,
  prepared: PreparedComparison,
): Promise<ComparedSides | null> {
  const { sources, measurers, session, folder, options } = context;
  const { specification } = prepared.planned;
  const relations = eachSide(prepared.basis.datasets, ({ relation }) => relation);
  await using copies = new AsyncDisposableStack();
  const settled = await settlePair({
    specification,
    sides: eachSide(
      sources,
      ({ inSnapshot }, _peer, side): SideToSettle =>
        inSnapshot === null ? { relation: relations[side] } : { inSnapshot, measurer: measurers[side] },
    ),
    specifyFetched: (columns) => specifyStaged(specification, columns),
    session,
    stagingDirectory: folder.staging,
    signal: options.signal,
    newSalt: options.newSalt,
    copies,
    onProgress: (done) => options.onProgress?.({ stage: 'settling', done }),
  });
  if (settled === null) return null;
  const [rows] = settled.settled;
  const fetched: Place = {
    session,
    relations: rows?.left?.relations ?? relations,
    staged: rows?.columns ?? asSpecified,
  };
  const place = { session, relations, staged: asSpecified, ...settled };
  // Awaited, so that what was fetched is there until then.
  return await comparedAt(context, prepared, place, fetched);
}

async function compareRead(context: ComparisonContext): Promise<ComparedSides> {
  const { measured, ...prepared } = await readSides(context);
  const { datasets } = prepared.basis;
  const place: Place = {
    session: context.session,
    relations: eachSide(datasets, ({ relation }) => relation),
    staged: eachSide(datasets, ({ staged }) => staged),
  };
  return comparedAt(context, prepared, { ...place, measured }, place);
}

/** `rest` has all rows that differ: columns by themselves differ in no others. */
async function comparedAt(
  context: ComparisonContext,
  prepared: PreparedComparison,
  { staged, ...place }: Place & Pick<ComparePairRequest, 'measured' | 'settled'>,
  rest: Place,
): Promise<ComparedSides> {
  const { folder, options } = context;
  const report = await comparePair({
    ...place,
    specification: specifyStaged(prepared.planned.specification, staged),
    evidenceDirectory: folder.evidence,
    evidenceSession: context.session,
    signal: options.signal,
    onProgress: options.onProgress,
  });
  await refuseFailure(report, prepared, options.signal);
  return { prepared, report, columnReport: await compareColumnsAlone(context, prepared, report, rest) };
}

const brokenOff: readonly TestErrorCode[] = ['engine_failed', 'engine_resources_exhausted', 'cancelled'];

/** A comparison that the engine broke off has no result; the data may tell why. */
async function refuseFailure(
  { tests }: PairReport,
  { basis: { datasets } }: PreparedComparison,
  signal: AbortSignal | undefined,
): Promise<void> {
  const failure = tests.find(({ error }) => error !== null && brokenOff.includes(error.code));
  if (failure?.error == null) return;
  const { code, detail } = failure.error;
  if (code === 'cancelled' || signal?.aborted) {
    throw new AppError('comparison_cancelled', { detail: 'The comparison was interrupted.' });
  }
  for (const side of sides) {
    const defect = await datasets[side].findDefect(signal);
    if (defect !== null) throw defect;
  }
  throw new AppError(code === 'engine_resources_exhausted' ? code : 'dataset_unreadable', { detail });
}
