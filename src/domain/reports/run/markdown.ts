import { escapeMarkdown, markdownCode, markdownDetails, markdownTable } from '../markdown-text.ts';
import { count, counted } from '../numbers.ts';
import { verdictShapes } from '../verdict.ts';
import { evidenceInWords, fieldsInWords, findingsOf } from './describe-result.ts';
import {
  changesInWords,
  changeWords,
  durationOf,
  headlineOf,
  type ReportedResult,
  type ReportedRun,
  type ResultStream,
  verdictOfResult,
  verdictOfRun,
  verdictWords,
} from './run-report.ts';

/** A comment on a change holds 65,536 characters on the large forges; names and details are long at times. */
const mostTests = 50;
const mostChanges = 20;

/** The report as a comment on a pull request: what did not pass, the worst first. */
export async function* renderMarkdown(run: ReportedRun, worstFirst: ResultStream): AsyncGenerator<string> {
  const verdict = verdictOfRun(run.status);
  const { pass, fail, error, noResults } = run.counts;
  const counts = markdownTable(
    ['Tests', 'Passed', 'Failed', 'Not decided', 'No result'],
    [[run.testCount, pass, fail, error, noResults].map((each) => `**${count(each)}**`)],
    ['--:', '--:', '--:', '--:', '--:'],
  );
  const blocks = [
    `### ${verdictShapes[verdict]} ${verdictWords[verdict]}: ${escapeMarkdown(run.name)}`,
    `**${headlineOf(run)}** ${escapeMarkdown(run.scopeLabel)}`,
    counts,
    ...changeBlocks(run),
    ...(await troubleBlocks(run, worstFirst)),
    `<sub>${[run.url, `submitted by ${run.submittedBy}`, durationOf(run)]
      .filter((part) => part !== '')
      .map(escapeMarkdown)
      .join(' · ')}</sub>`,
  ];
  yield `${blocks.join('\n\n')}\n`;
}

function changeBlocks({ changes }: ReportedRun): readonly string[] {
  const words = changesInWords(changes);
  if (words === null) return [];
  const listed = changes.items.slice(0, mostChanges);
  const rows = listed.map(({ change, name, pairName }) => [
    changeWords[change],
    escapeMarkdown(name),
    escapeMarkdown(pairName),
  ]);
  const summary = `Since the Run before: ${words}`;
  return [
    rows.length === 0 ? `${summary}.` : markdownDetails(summary, markdownTable(['', 'Test', 'Pair'], rows)),
  ];
}

async function troubleBlocks(run: ReportedRun, worstFirst: ResultStream): Promise<readonly string[]> {
  const wanting = run.testCount - run.counts.pass;
  if (wanting === 0) return [];
  const rows: string[][] = [];
  for await (const result of worstFirst) {
    if (result.status === 'pass' || rows.length === mostTests) break;
    rows.push(rowOf(result));
  }
  const more = wanting > rows.length ? [`… and ${counted(wanting - rows.length, 'more test')}.`] : [];
  return [markdownTable(['', 'Test', 'Pair', 'Found'], rows), ...more];
}

function rowOf(result: ReportedResult): string[] {
  const { name, pairName, functionCode, definition, status } = result;
  const about = markdownCode(`${functionCode} ${fieldsInWords(definition.fields)}`.trim());
  const found = [...findingsOf(result), evidenceInWords(result)].filter((part) => part !== '').join('; ');
  return [
    verdictShapes[status === null ? 'noResults' : verdictOfResult[status]],
    `${escapeMarkdown(name)}<br>${about}`,
    escapeMarkdown(pairName),
    escapeMarkdown(found),
  ];
}
