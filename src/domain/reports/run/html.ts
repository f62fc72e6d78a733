import { escapeHtml, htmlFigures, htmlFoot, htmlHead, htmlShape } from '../html-page.ts';
import { count, share } from '../numbers.ts';
import type { Verdict } from '../verdict.ts';
import { evidenceInWords, fieldsInWords, findingsOf } from './describe-result.ts';
import {
  changesInWords,
  changeWords,
  durationOf,
  headlineOf,
  type ReportedChange,
  type ReportedResult,
  type ReportedRun,
  type ResultStream,
  verdictOfResult,
  verdictOfRun,
  verdictWords,
} from './run-report.ts';

const sectionTitles: Readonly<Record<Verdict, string>> = {
  fail: 'Failed',
  error: 'Could not be decided',
  noResults: 'No result',
  pass: 'Passed',
};

/** The report as one page: the verdict, what changed, then every test, the worst first. */
export async function* renderHtml(run: ReportedRun, worstFirst: ResultStream): AsyncGenerator<string> {
  const verdict = verdictOfRun(run.status);
  yield htmlHead(`${verdictWords[verdict]}: ${run.name}`);
  yield `${header(run, verdict)}\n${htmlFigures(figuresOf(run))}\n${changesBlock(run)}\n`;
  let open: Verdict | null = null;
  for await (const result of worstFirst) {
    const own = result.status === null ? 'noResults' : verdictOfResult[result.status];
    if (own !== open) {
      yield `${open === null ? '' : closeSection}${openSection(own)}`;
      open = own;
    }
    yield row(result, own);
  }
  if (open !== null) yield closeSection;
  yield htmlFoot([`Run ${run.runUuid}`, `submitted by ${run.submittedBy}`, ...moments(run)]);
}

function header(run: ReportedRun, verdict: Verdict): string {
  return `<header class="verdict ${verdict}">
<h1>${htmlShape(verdict)}${escapeHtml(verdictWords[verdict])}</h1>
<p class="headline">${escapeHtml(headlineOf(run))}</p>
<dl class="sides"><dt>Run</dt><dd>${escapeHtml(run.name)}</dd><dt>Scope</dt><dd>${escapeHtml(run.scopeLabel)}</dd><dt>Address</dt><dd><a href="${escapeHtml(run.url)}">${escapeHtml(run.url)}</a></dd></dl>
</header>`;
}

function figuresOf({ testCount, counts, startedAt, finishedAt }: ReportedRun) {
  const figure = (label: string, value: number, verdict: Verdict) => ({
    label,
    value: count(value),
    detail: value === 0 ? '' : share(value, testCount),
    verdict: value === 0 ? null : verdict,
  });
  return [
    figure('Passed', counts.pass, 'pass'),
    figure('Failed', counts.fail, 'fail'),
    figure('Not decided', counts.error, 'error'),
    figure('No result', counts.noResults, 'noResults'),
    { label: 'Duration', value: durationOf({ startedAt, finishedAt }) || '–', detail: '', verdict: null },
  ];
}

function changesBlock({ changes }: ReportedRun): string {
  const words = changesInWords(changes);
  if (words === null) return '';
  const rows = changes.items.map(
    ({ change, name, pairName }: ReportedChange) =>
      `<tr><td>${escapeHtml(changeWords[change])}</td><td>${escapeHtml(name)}</td><td class="quiet">${escapeHtml(pairName)}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ''
      : `<div class="scroll"><table><thead><tr><th>Change</th><th>Test</th><th>Pair</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return `<h2>Since the Run before</h2>
<section class="card"><header><span class="found">${escapeHtml(words)}</span></header>${table}</section>`;
}

function openSection(verdict: Verdict): string {
  return `<h2>${sectionTitles[verdict]}</h2>
<section class="card"><div class="scroll"><table><thead><tr><th style="width:36%">Test</th><th style="width:28%">Compared</th><th>Found</th></tr></thead><tbody>
`;
}

/** As wide as the shape before the name. */
const indent = '<span class="shape"></span> ';

const closeSection = '</tbody></table></div></section>\n';

function row(result: ReportedResult, verdict: Verdict): string {
  const { name, pairName, functionCode, definition } = result;
  const keys =
    definition.keys.length === 0
      ? ''
      : ` <span class="quiet">by ${escapeHtml(fieldsInWords(definition.keys))}</span>`;
  const evidence = evidenceInWords(result);
  const aside = evidence === '' ? '' : ` <span class="quiet">(${escapeHtml(evidence)})</span>`;
  return `<tr><td>${htmlShape(verdict)} ${escapeHtml(name)}<br>${indent}<span class="quiet">${escapeHtml(pairName)}</span></td><td><code>${escapeHtml(`${functionCode} ${fieldsInWords(definition.fields)}`.trim())}</code>${keys}</td><td>${escapeHtml(findingsOf(result).join('; '))}${aside}</td></tr>
`;
}

function moments({ startedAt, finishedAt }: ReportedRun): readonly string[] {
  return [
    ...(startedAt === null ? [] : [`started ${startedAt.toISOString()}`]),
    ...(finishedAt === null ? [] : [`finished ${finishedAt.toISOString()}`]),
  ];
}
