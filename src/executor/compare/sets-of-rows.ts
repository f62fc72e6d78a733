import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { loneValuesCount, loneValuesTable } from '../../engine/compile/lone-values.ts';
import type { Candidates } from '../../engine/compile/rows/candidates.ts';
import type { ComparedColumn, SetTest } from '../../engine/plan/plan.ts';
import { type ComparisonContext, countIn, runForOne, runStatement } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';

/** The only values by which two sets can differ: how many there are, and a table of them where there are any. */
export interface LoneValues {
  readonly count: number;
  readonly table: string;
}

/**
 * What comparisons of rows tell of the sets of their columns. Rows that are equal have equal values, so that two sets can
 * only differ by values of the others, which are kept for a while anyway; the sets themselves need not be hashed.
 */
export class SetsOfRows {
  readonly #context: ComparisonContext;
  readonly #columns: readonly ComparedColumn[];
  readonly #lone = new Map<string, LoneValues>();

  constructor(context: ComparisonContext, tests: readonly Pick<SetTest, 'comparedBy'>[]) {
    this.#context = context;
    this.#columns = context.dialect.keepsRows ? tests.flatMap(({ comparedBy }) => comparedBy ?? []) : [];
  }

  /** Takes note of the rows of a comparison that may differ; null where all are equal. */
  async keep(comparison: number, candidates: BySide<Candidates> | null, span: ProgressSpan): Promise<void> {
    for (const compared of this.#columns) {
      const table = tableOf(compared);
      if (compared.comparison !== comparison || this.#lone.has(table)) continue;
      const count = candidates === null ? 0 : await this.#keepLone(candidates, compared.column, table, span);
      if (count !== null) this.#lone.set(table, { count, table });
    }
  }

  /** The only values by which the sets of a test can differ; undefined where no comparison of rows tells. */
  of({ comparedBy }: Pick<SetTest, 'comparedBy'>): LoneValues | undefined {
    return comparedBy === null ? undefined : this.#lone.get(tableOf(comparedBy));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { dialect, session } = this.#context;
    for (const table of new Set(this.#columns.map(tableOf))) await session.query(dialect.dropTable(table));
  }

  async #keepLone(
    candidates: BySide<Candidates>,
    column: number,
    table: string,
    span: ProgressSpan,
  ): Promise<number | null> {
    const { dialect } = this.#context;
    try {
      await runStatement(this.#context, loneValuesTable(dialect, candidates, column, table), span);
      return countIn(await runForOne(this.#context, loneValuesCount(dialect, table), span), 'lone_values');
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'comparison_cancelled') throw error;
      // The tests of rows do without it, and the set is hashed as if there were none.
      return null;
    }
  }
}

function tableOf({ comparison, column }: ComparedColumn): string {
  return `plumbline_lone_${comparison}_${column}`;
}
