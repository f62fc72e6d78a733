import type { BySide } from '../../domain/comparison/by-side.ts';
import type { PairSpecification } from '../../domain/comparison/pair-specification.ts';
import { sides } from '../../domain/comparison/pair-specification.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { RunCompareTask } from '../../domain/execution/protocol.ts';
import type { SqlSession } from '../../engine/sql-session.ts';
import { needOf } from '../tables/needed-fields.ts';
import type { ComparableDataset, OpenRows } from './comparable-dataset.ts';

/** What opening a side needs besides the side. */
export interface OpeningContext {
  readonly session: SqlSession;
  readonly stagingDirectory: string;
  readonly signal: AbortSignal;
  /** Told how much of the copying is done, 0 to 1, as far as that is known. */
  readonly onProgress: (fraction: number) => void;
}

/** A side that the engine can read, and whether the tests' filters have been applied to it. */
export interface OpenSide {
  readonly rows: OpenRows;
  readonly isFiltered: boolean;
}

/** Opens each dataset once, whatever number of sides and tests it serves, and only as much of it as they need. */
export class OpenSides implements AsyncDisposable {
  readonly #task: Pick<RunCompareTask, 'datasets' | 'specification'>;
  readonly #datasets: BySide<ComparableDataset>;
  readonly #context: OpeningContext;
  readonly #open = new Map<string, OpenSide>();

  constructor(
    task: Pick<RunCompareTask, 'datasets' | 'specification'>,
    datasets: BySide<ComparableDataset>,
    context: OpeningContext,
  ) {
    this.#task = task;
    this.#datasets = datasets;
    this.#context = context;
  }

  /** The side if it is open. */
  get(side: Side): OpenSide | null {
    return this.#open.get(this.#task.datasets[side].datasetUuid) ?? null;
  }

  async open(side: Side): Promise<OpenSide> {
    const { datasetUuid } = this.#task.datasets[side];
    const opened = this.#open.get(datasetUuid) ?? (await this.#openDataset(side, datasetUuid));
    this.#open.set(datasetUuid, opened);
    return opened;
  }

  all(): readonly OpenRows[] {
    return [...this.#open.values()].map(({ rows }) => rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const rows of this.all()) await rows[Symbol.asyncDispose]();
  }

  async #openDataset(side: Side, datasetUuid: string): Promise<OpenSide> {
    const { datasets, specification } = this.#task;
    const uses = sides.filter((each) => datasets[each].datasetUuid === datasetUuid);
    const { fields, filterFields, filter, sameFilter } = needOf(specification, uses);
    const { onProgress, ...context } = this.#context;
    const rows = await this.#datasets[side].open({
      ...context,
      // Where the server takes the filter over, its fields are few all the same, and where not they are needed.
      only: [...new Set([...fields, ...filterFields])],
      filter,
      onRows: (count, estimate) => onProgress(estimate === null || estimate < count ? 0.5 : count / estimate),
    });
    return { rows, isFiltered: rows.isFiltered && sameFilter };
  }
}

/** The specification without the filters of sides that hold only rows that pass them. */
export function withoutAppliedFilters(
  specification: PairSpecification,
  applied: BySide<boolean>,
): PairSpecification {
  const { datasets, tests } = specification;
  const described = (side: Side) =>
    applied[side] ? { ...datasets[side], filterFields: {} } : datasets[side];
  return {
    ...specification,
    datasets: { source: described('source'), target: described('target') },
    tests: tests.map((test) => ({
      ...test,
      filter: {
        source: applied.source ? null : test.filter.source,
        target: applied.target ? null : test.filter.target,
      },
    })),
  };
}
