import { type BySide, eachSide } from '../../domain/comparison/by-side.ts';
import type { TestReport } from '../../domain/comparison/pair-report.ts';
import type { SetTest } from '../plan/plan.ts';
import type { MeasureResultOf, MeasuresOf } from './aggregate-verdict.ts';
import { evidenceReport } from './evidence-report.ts';
import type { SetFindings } from './findings.ts';
import { testReport, unconvertibleDiagnostics } from './test-report.ts';
import { isExcused } from './threshold.ts';

/**
 * The buckets in which two sides do not have the same values, each as often, for all that 128 bits and their number can
 * tell.
 */
export function differingMembers(measures: BySide<MeasuresOf>): readonly number[] {
  const [source, target] = [measures.source('members').buckets, measures.target('members').buckets];
  const all = new Set([...source.keys(), ...target.keys()]);
  return [...all].filter((bucket) => source.get(bucket) !== target.get(bucket));
}

/** How many distinct values that are not NULL either side has: what only one has is the whole difference. */
export function distinctMembers(
  { values: source }: MeasureResultOf<'distinct'>,
  { onlyInSource, onlyInTarget }: Pick<SetFindings, 'onlyInSource' | 'onlyInTarget'>,
): BySide<number> {
  return { source, target: source - onlyInSource + onlyInTarget };
}

/** NULL is a member once, however often it occurs. */
export function nullMembers(measures: BySide<MeasuresOf>): BySide<boolean> {
  return eachSide(measures, (of) => of('rows').count > of('count').count);
}

export function setVerdict(test: SetTest, measures: BySide<MeasuresOf>, findings: SetFindings): TestReport {
  const nulls = nullMembers(measures);
  const missingInTarget = findings.onlyInSource + Number(nulls.source && !nulls.target);
  const missingInSource = findings.onlyInTarget + Number(nulls.target && !nulls.source);
  const values = distinctMembers(measures.source('distinct'), findings);
  const members = eachSide(values, (count, _peer, side) => count + Number(nulls[side]));
  const unconvertible = {
    source: measures.source('unconvertible').count,
    target: measures.target('unconvertible').count,
  };
  const { missing, among } = {
    SET_A_IN_B: { missing: missingInTarget, among: members.source },
    SET_B_IN_A: { missing: missingInSource, among: members.target },
    SET_A_EQUALS_B: { missing: missingInTarget + missingInSource, among: members.source + missingInSource },
  }[test.functionCode];
  const excused = isExcused(test.threshold, missing, among);
  const readable = unconvertible.source + unconvertible.target === 0;
  const evidence = evidenceReport(findings.evidence, test, missingInSource + missingInTarget);
  return testReport(test, {
    status: excused && readable ? 'pass' : 'fail',
    source: { value: String(members.source), rows: measures.source('rows').count },
    target: { value: String(members.target), rows: measures.target('rows').count },
    missingInSource,
    missingInTarget,
    unconvertible,
    evidence: evidence.report,
    diagnostics: [
      ...unconvertibleDiagnostics(unconvertible),
      ...(missing > 0 && excused
        ? [
            {
              code: 'threshold_excused',
              severity: 'warning',
              side: 'both',
              detail: `${missing} of ${among} values are missing, which the threshold allows.`,
            } as const,
          ]
        : []),
      ...evidence.diagnostics,
    ],
  });
}
