import { join } from 'node:path';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { setDifferenceStatement, setEvidence } from '../../engine/compile/set-difference.ts';
import type { SetTest } from '../../engine/plan/plan.ts';
import type { MeasuresOf } from '../../engine/verdict/aggregate-verdict.ts';
import type { SetFindings } from '../../engine/verdict/findings.ts';
import { haveSameMembers, nullMembers } from '../../engine/verdict/set-verdict.ts';
import { type ComparisonContext, countIn, runForOne } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';
import { writeEvidence } from './write-evidence.ts';

/** Sets whose number of members and 128 bits agree are equal; others are held against each other member by member. */
export async function compareSets(
  context: ComparisonContext,
  test: SetTest,
  measures: BySide<MeasuresOf>,
  span: ProgressSpan,
): Promise<SetFindings> {
  const nulls = nullMembers(measures);
  const nullDiffers = nulls.source !== nulls.target;
  if (test.verification === 'hashed' && haveSameMembers(measures) && !nullDiffers) {
    return { onlyInSource: 0, onlyInTarget: 0, evidence: null };
  }
  const { dialect, relations, evidenceDirectory } = context;
  const [counting, writing] = span.split(3, 1);
  const row = await runForOne(context, setDifferenceStatement(dialect, relations, test), counting);
  const onlyInSource = countIn(row, 'only_in_source');
  const onlyInTarget = countIn(row, 'only_in_target');
  const isAny = nullDiffers || onlyInSource + onlyInTarget > 0;
  const isWanted = evidenceDirectory !== null && test.evidenceRows > 0 && isAny;
  const evidence = isWanted
    ? await writeEvidence(
        context,
        [setEvidence(dialect, relations, test)],
        join(evidenceDirectory, `set-${test.testId.replaceAll(/[^A-Za-z0-9-]/g, '_')}.parquet`),
        writing.as('evidence'),
      )
    : null;
  return { onlyInSource, onlyInTarget, evidence };
}
