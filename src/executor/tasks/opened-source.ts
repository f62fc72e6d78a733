import type { Locator } from '../../domain/catalog/locator.ts';
import type { Preparation } from '../../domain/catalog/prepared-field.ts';
import type { ReachableSource } from '../../domain/catalog/source.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type {
  ComparedDataset,
  SourceBrowseResult,
  SourceBrowseTask,
  SourceTestResult,
} from '../../domain/execution/protocol.ts';
import type { OpenComparable } from '../runs/comparable-dataset.ts';
import type { PlatformRelations } from '../tables/with-platform.ts';
import type { TaskContext } from './run-task.ts';

/** A source, in the words of the tasks; each kind of system puts its connector behind it. */
export interface OpenedSource {
  test(context: TaskContext): Promise<Omit<SourceTestResult, 'kind'>>;
  browse(
    query: Pick<SourceBrowseTask, 'parent' | 'search' | 'limit' | 'after'>,
    context: TaskContext,
  ): Promise<Omit<SourceBrowseResult, 'kind'>>;
  prepare(locator: Locator, context: TaskContext): Promise<Preparation>;
  readonly comparable: OpenComparable;
  /** Compares two datasets of its own where they are; null for what only holds them. */
  readonly platform: Platform | null;
}

/** A system that is also an engine. */
export interface Platform {
  compare<T>(
    datasets: BySide<ComparedDataset>,
    signal: AbortSignal,
    work: (there: PlatformRelations) => Promise<T>,
  ): Promise<T>;
}

/** Opens nothing yet: each task makes and ends its own connections. */
export type OpenSource = (source: ReachableSource) => OpenedSource;
