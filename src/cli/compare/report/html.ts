import { escapeHtml, htmlFigures, htmlFoot, htmlHead, htmlShape } from '../../../domain/reports/html-page.ts';
import { count, counted, share } from '../../../domain/reports/numbers.ts';
import type {
  Balance,
  DifferentColumn,
  FunctionRow,
  Report,
  UncomparedColumn,
  UnmatchedSection,
} from './report-model.ts';
import { type Segment, showPair, showValue } from './visible-text.ts';

const valueWidth = 80;

/** The report as one page. */
export function renderHtml(report: Report): string {
  const { source, target } = report.sides;
  return `${htmlHead(`${report.word}: ${source.shortName} → ${target.shortName}`)}${verdictBlock(report)}
${htmlFigures(report.figures)}
${report.balance === null ? '' : balanceBlock(report.balance)}
${section(
  'What differs',
  report.different.map((column) => differentCard(column)),
)}
${section('Rows without a counterpart', report.unmatched.map(unmatchedCard))}
${section('Checks', report.functions.length === 0 ? [] : [functionsCard(report.functions)])}
${section('Not compared', report.uncompared.map(uncomparedCard))}
${section('Equal columns', report.equal.length === 0 ? [] : [`<ul class="equal-list">${report.equal.map((name) => `<li><code>${escapeHtml(name)}</code></li>`).join('')}</ul>`])}
${section('Notes', report.notes.length === 0 ? [] : [`<ul class="notes">${report.notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul>`])}
${htmlFoot(report.measured)}`;
}

function verdictBlock({ verdict, word, headline, sides, matching }: Report): string {
  const side = (name: 'source' | 'target') =>
    `<dt class="${name}">${name === 'source' ? 'Source' : 'Target'}</dt><dd><code>${escapeHtml(sides[name].name)}</code> <span class="quiet">${escapeHtml(sides[name].detail)}</span></dd>`;
  return `<header class="verdict ${verdict}">
<h1>${htmlShape(verdict)}${escapeHtml(word)}</h1>
<p class="headline">${escapeHtml(headline)}</p>
<dl class="sides">${side('source')}${side('target')}</dl>
<p class="matching quiet">${escapeHtml(matching)}</p>
</header>`;
}

function balanceBlock({ equalRows, differentRows, onlyInSource, onlyInTarget }: Balance): string {
  const parts = [
    { name: 'equal', className: 'is-equal', rows: equalRows },
    { name: 'different', className: 'is-different', rows: differentRows },
    { name: 'only in source', className: 'is-source', rows: onlyInSource },
    { name: 'only in target', className: 'is-target', rows: onlyInTarget },
  ].filter(({ rows }) => rows > 0);
  const total = parts.reduce((sum, { rows }) => sum + rows, 0);
  if (total === 0) return '';
  const bar = parts
    .map(({ className, rows }) => `<span class="${className}" style="flex-grow:${rows}"></span>`)
    .join('');
  const legend = parts
    .map(
      ({ name, className, rows }) =>
        `<li><i class="${className}"></i>${count(rows)} ${name} <span class="quiet">(${share(rows, total)})</span></li>`,
    )
    .join('');
  return `<div class="balance"><div class="bar" role="img" aria-label="${escapeHtml(parts.map(({ name, rows }) => `${count(rows)} ${name}`).join(', '))}">${bar}</div><ul class="legend">${legend}</ul></div>`;
}

function differentCard(column: DifferentColumn): string {
  const { name, comparedAs, mismatches, of, findings, keyNames, examples } = column;
  const rank =
    of === null || of === 0
      ? ''
      : `<div class="rank"><span style="width:${Math.min(100, (mismatches / of) * 100).toFixed(2)}%"></span></div>`;
  const header = `<header>${htmlShape('fail')}<h3><code>${escapeHtml(name)}</code></h3><span class="found">${escapeHtml(findings.join('; '))}</span><span class="as">compared as ${escapeHtml(comparedAs)}</span></header>`;
  if (examples.length === 0) return `<section class="card">${header}${rank}</section>`;
  const head = `${keyNames.map((key) => `<th>${escapeHtml(key)}</th>`).join('')}<th class="source">Source</th><th class="target">Target</th>`;
  const rows = examples.map(({ key, source, target }) => {
    const pair = showPair(source, target, valueWidth);
    return `<tr>${key.map((value) => `<td>${cell(value)}</td>`).join('')}<td class="source">${side(source, pair.source)}</td><td class="target">${side(target, pair.target)}</td></tr>`;
  });
  return `<section class="card">${header}${rank}${table(head, rows)}${more(mismatches - examples.length)}</section>`;
}

function unmatchedCard({
  title,
  count: rows,
  more: left,
  columns,
  rows: examples,
}: UnmatchedSection): string {
  const header = `<header>${htmlShape('fail')}<h3>${escapeHtml(title)}</h3><span class="found">${counted(rows, 'row')}</span></header>`;
  const body = examples.map((row) => `<tr>${row.map((value) => `<td>${cell(value)}</td>`).join('')}</tr>`);
  const head = columns.map((name) => `<th>${escapeHtml(name)}</th>`).join('');
  return `<section class="card">${header}${examples.length === 0 ? '' : table(head, body)}${more(left)}</section>`;
}

function functionsCard(functions: readonly FunctionRow[]): string {
  const rows = functions.map(({ name, verdict, source, target, detail }) => {
    const values =
      detail === ''
        ? `<td>${cell(source)}</td><td>${cell(target)}</td>`
        : `<td colspan="2">${escapeHtml(detail)}</td>`;
    return `<tr><td>${htmlShape(verdict)} ${escapeHtml(name)}</td>${values}</tr>`;
  });
  return `<section class="card">${table('<th>Check</th><th class="source">Source</th><th class="target">Target</th>', rows)}</section>`;
}

function uncomparedCard({ name, reason, remedies }: UncomparedColumn): string {
  const list = remedies
    .map(
      ({ flag, meaning }) =>
        `<li><code>${escapeHtml(flag)}</code> <span class="quiet">${escapeHtml(meaning)}</span></li>`,
    )
    .join('');
  return `<section class="card"><header>${htmlShape('error')}<h3><code>${escapeHtml(name)}</code></h3></header><p class="reason">${escapeHtml(reason)}</p><ul class="remedies">${list}</ul></section>`;
}

function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `<h2>${title}</h2>\n${parts.join('\n')}`;
}

function table(head: string, rows: readonly string[]): string {
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function more(rows: number): string {
  return rows > 0 ? `<p class="more">and ${count(rows)} more</p>` : '';
}

function side(value: string | null, segments: readonly Segment[]): string {
  if (value === null) return `<mark>${cell(null)}</mark>`;
  return `<span class="value">${segments.map(({ text, differs }) => (differs ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text))).join('')}</span>`;
}

function cell(value: string | null): string {
  return value === null
    ? '<span class="null">NULL</span>'
    : `<span class="value">${escapeHtml(showValue(value, valueWidth))}</span>`;
}
