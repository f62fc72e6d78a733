import type { BySide } from '../../domain/comparison/by-side.ts';
import type { RowHashes } from '../../engine/dialects/dialect.ts';
import type { PairReport } from '../../engine/report.ts';
import type { PairSpecification } from '../../engine/specification.ts';
import type { Relation, SqlSession } from '../../engine/sql-session.ts';

export interface ComparePairRequest {
  readonly specification: PairSpecification;
  /** Where the two datasets of the specification are, for this session's engine. */
  readonly relations: BySide<Relation>;
  readonly session: SqlSession;
  /** An existing folder for evidence files that the engine may write to; null keeps no evidence. */
  readonly evidenceDirectory: string | null;
  /** Aborting interrupts the engine; the tests that were not decided yet end as `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CompareProgress) => void) | undefined;
  /** Instead of the dialect's own row hashes: for the tests that attack them. */
  readonly hashes?: RowHashes | undefined;
}

export interface CompareProgress {
  readonly stage: 'aggregates' | 'buckets' | 'rows' | 'evidence';
  /** Of the whole comparison, 0 to 1; never goes back. */
  readonly done: number;
}

/**
 * Compares a pair of datasets by all tests of the specification: plans, compiles for the session's dialect, runs, and
 * decides. What one test cannot do ends as that test's `error`; the others run.
 */
export declare function comparePair(request: ComparePairRequest): Promise<PairReport>;
