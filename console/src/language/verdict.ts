/** What came of something: one shape and one colour each, everywhere. */
export const verdicts = {
  pass: { label: 'Pass', shape: 'circle' },
  fail: { label: 'Fail', shape: 'diamond' },
  error: { label: 'Error', shape: 'triangle' },
  no_results: { label: 'No results', shape: 'ring' },
  running: { label: 'Running', shape: 'half' },
  pending: { label: 'Waiting', shape: 'half' },
} as const;

export type Verdict = keyof typeof verdicts;

/** The worst first: what a person has to look at. */
const bySeverity: readonly Verdict[] = ['error', 'fail', 'no_results', 'running', 'pending', 'pass'];

export function severityOf(verdict: Verdict): number {
  return bySeverity.indexOf(verdict);
}

export function isFinished(verdict: Verdict): boolean {
  return verdict !== 'running' && verdict !== 'pending';
}
