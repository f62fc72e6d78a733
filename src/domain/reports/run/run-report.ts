import type { FunctionCode } from '../../comparison/binding.ts';
import type { ChangeKind } from '../../runs/compare-runs.ts';
import type { EvidenceState, ResultReport } from '../../runs/result.ts';
import type { ResultCounts, ResultStatus, RunStatus } from '../../runs/run.ts';
import type { TestedFields } from '../../validation/validation-test.ts';
import { count, counted, duration } from '../numbers.ts';
import type { Verdict } from '../verdict.ts';

/** A finished Run, as its reports tell of it. Metadata only: no value of a row is in any of them. */
export interface ReportedRun {
  readonly runUuid: string;
  readonly name: string;
  readonly scopeLabel: string;
  readonly status: RunStatus;
  readonly testCount: number;
  readonly counts: ResultCounts;
  readonly submittedBy: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Where a person looks at it. */
  readonly url: string;
  readonly changes: RunChanges;
}

/** What changed since the Run before of the same scope. */
export interface RunChanges {
  /** Null where there is none. */
  readonly previousRunUuid: string | null;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** The first of them, the most alarming first. */
  readonly items: readonly ReportedChange[];
}

export interface ReportedChange {
  readonly change: ChangeKind;
  readonly name: string;
  readonly pairName: string;
}

export interface ReportedResult {
  readonly resultUuid: string;
  readonly validationTestUuid: string;
  readonly name: string;
  readonly pairName: string;
  readonly functionCode: FunctionCode;
  readonly definition: { readonly fields: readonly FieldNames[]; readonly keys: readonly FieldNames[] };
  readonly status: ResultStatus | null;
  readonly report: ResultReport | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly evidenceState: EvidenceState;
  readonly evidenceRows: number;
  readonly evidenceCapped: boolean;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export type FieldNames = Pick<TestedFields, 'sourceField' | 'targetField'>;

/** Results of a Run, as they are read: a report of twenty thousand is never held as a whole. */
export type ResultStream = AsyncIterable<ReportedResult>;

export const verdictOfResult: Readonly<Record<ResultStatus, Verdict>> = {
  pass: 'pass',
  fail: 'fail',
  error: 'error',
  no_results: 'noResults',
};

export function verdictOfRun(status: RunStatus): Verdict {
  return status === 'pending' || status === 'running' ? 'noResults' : verdictOfResult[status];
}

export const verdictWords: Readonly<Record<Verdict, string>> = {
  pass: 'Passed',
  fail: 'Failed',
  error: 'Not decided',
  noResults: 'No results',
};

/** What came of the Run, in a sentence. */
export function headlineOf({ testCount, counts }: Pick<ReportedRun, 'testCount' | 'counts'>): string {
  const { pass, fail, error, noResults } = counts;
  if (pass === testCount)
    return testCount === 1 ? 'The one test passed.' : `All ${count(testCount)} tests passed.`;
  const parts = [
    fail === 0 ? '' : `${count(fail)} failed`,
    error === 0 ? '' : `${count(error)} could not be decided`,
    noResults === 0 ? '' : `${count(noResults)} came to no result`,
  ].filter((part) => part !== '');
  return `Of ${counted(testCount, 'test')}, ${parts.join(', ')} and ${count(pass)} passed.`;
}

/** How long it ran; empty where it never began. */
export function durationOf({ startedAt, finishedAt }: Pick<ReportedRun, 'startedAt' | 'finishedAt'>): string {
  return startedAt === null || finishedAt === null
    ? ''
    : duration(finishedAt.getTime() - startedAt.getTime());
}

export const changeWords: Readonly<Record<ChangeKind, string>> = {
  broke: 'Broke',
  stillFailing: 'Still failing',
  repaired: 'Repaired',
  new: 'New',
  gone: 'Gone',
};

/** `2 broke, 1 repaired`; null where there is nothing to compare with. */
export function changesInWords({
  previousRunUuid,
  counts,
}: Pick<RunChanges, 'previousRunUuid' | 'counts'>): string | null {
  if (previousRunUuid === null) return null;
  const parts = [
    counts.broke === 0 ? '' : `${count(counts.broke)} broke`,
    counts.stillFailing === 0 ? '' : `${count(counts.stillFailing)} still failing`,
    counts.repaired === 0 ? '' : `${count(counts.repaired)} repaired`,
    counts.new === 0 ? '' : `${count(counts.new)} new`,
    counts.gone === 0 ? '' : `${count(counts.gone)} gone`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing changed' : parts.join(', ');
}
