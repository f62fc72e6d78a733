import { count, counted } from '../../domain/reports/numbers.ts';
import { evidenceInWords, fieldsInWords, findingsOf } from '../../domain/reports/run/describe-result.ts';
import {
  changesInWords,
  durationOf,
  headlineOf,
  type ReportedResult,
  verdictOfResult,
  verdictOfRun,
  verdictWords,
} from '../../domain/reports/run/run-report.ts';
import { verdictShapes } from '../../domain/reports/verdict.ts';
import { type Palette, paletteFor } from '../compare/report/terminal-palette.ts';
import { printable } from '../printable.ts';
import { type RunOutcome, reportedResult } from './run-outcome.ts';

/** Tests that did not pass beyond these are counted: whoever looks for all of them looks at a report. */
export const mostShown = 50;

/** The outcome for a terminal: the verdict first, then what did not pass, the worst first. */
export function renderOutcome(outcome: RunOutcome, address: string, colour: boolean): string {
  const { run, comparison, results } = outcome;
  const paint = paletteFor(colour);
  const verdict = verdictOfRun(run.overallStatus);
  const headline = headlineOf(run);
  const time = durationOf({ startedAt: dateOf(run.startedAt), finishedAt: dateOf(run.finishedAt) });
  const changes = changesInWords(comparison);
  const troubled = results.filter(({ status }) => status !== 'pass').map(reportedResult);
  const more = run.testCount - run.counts.pass - troubled.length;
  const blocks = [
    [
      `${paint.verdict(verdict, verdictShapes[verdict])} ${paint.verdict(verdict, verdictWords[verdict].toUpperCase())}  ${headline}`,
      '',
      `  run    ${printable(run.name)}${time === '' ? '' : `  ${paint.dim(`(${time})`)}`}`,
      `  scope  ${printable(run.scopeLabel)}`,
      ...(changes === null ? [] : [`  since the Run before: ${changes}`]),
    ],
    ...troubled.map((result) => resultLines(result, paint)),
    more > 0 ? [`  … and ${counted(more, 'more test')} that did not pass`] : [],
    run.counts.pass === 0
      ? []
      : [`${paint.verdict('pass', verdictShapes.pass)} ${count(run.counts.pass)} passed`],
    [paint.dim(`  ${address}`)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function resultLines(result: ReportedResult, paint: Palette): readonly string[] {
  const verdict = result.status === null ? 'noResults' : verdictOfResult[result.status];
  const { functionCode, definition } = result;
  const about = `${functionCode} ${fieldsInWords(definition.fields)}`.trim();
  const evidence = evidenceInWords(result);
  return [
    `${paint.verdict(verdict, verdictShapes[verdict])} ${paint.bold(printable(result.name))}  ${paint.dim(`${printable(result.pairName)} · ${printable(about)}`)}`,
    ...findingsOf(result).map((finding) => `    ${printable(finding)}`),
    ...(evidence === '' ? [] : [`    ${paint.dim(evidence)}`]),
  ];
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
