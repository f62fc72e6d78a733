import { AppError } from '../../domain/app-error.ts';
import type { TestErrorCode, TestReport } from '../../domain/comparison/pair-report.ts';
import type { ProblemCode } from '../../domain/problems.ts';
import type { PlannedTest } from '../../engine/plan/plan.ts';
import { undecided } from '../../engine/verdict/test-report.ts';

/** What a test has a word of its own for; everything else is a failure on the data. */
const codes: ReadonlyMap<ProblemCode, TestErrorCode> = new Map([
  ['comparison_cancelled', 'cancelled'],
  ['engine_resources_exhausted', 'engine_resources_exhausted'],
]);

/** What the engine fails at ends as an error of the tests that needed it; a defect of ours is thrown on. */
export async function decide(
  tests: readonly PlannedTest[],
  work: () => Promise<readonly TestReport[]>,
): Promise<readonly TestReport[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const code = codes.get(error.code) ?? 'engine_failed';
    return tests.map((test) => undecided(test, code, error.message, code === 'cancelled'));
  }
}
