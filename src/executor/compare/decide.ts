import { AppError } from '../../domain/app-error.ts';
import type { TestReport } from '../../domain/comparison/pair-report.ts';
import type { PlannedTest } from '../../engine/plan/plan.ts';
import { undecided } from '../../engine/verdict/test-report.ts';

/** What the engine fails at ends as an error of the tests that needed it; a defect of ours is thrown on. */
export async function decide(
  tests: readonly PlannedTest[],
  work: () => Promise<readonly TestReport[]>,
): Promise<readonly TestReport[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isCancelled = error.code === 'comparison_cancelled';
    return tests.map((test) =>
      undecided(test, isCancelled ? 'cancelled' : 'engine_failed', error.message, isCancelled),
    );
  }
}
