import { htmlStyle } from './html-style.ts';
import { count, counted, share } from './numbers.ts';
import {
  type Balance,
  type DifferentColumn,
  type Figure,
  type FunctionRow,
  type Report,
  type UncomparedColumn,
  type UnmatchedSection,
  type Verdict,
  verdictShapes,
} from './report-model.ts';
import { type Segment, showPair, showValue } from './visible-text.ts';

const valueWidth = 80;

/** The report as one file that needs nothing else: no script, no font, no picture, nothing from the network. */
export function renderHtml(report: Report): string {
  const { source, target } = report.sides;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escaped(`${report.word}: ${source.shortName} → ${target.shortName}`)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
${verdictBlock(report)}
${figures(report.figures)}
${report.balance === null ? '' : balanceBlock(report.balance)}
${section(
  'What differs',
  report.different.map((column) => differentCard(column)),
)}
${section('Rows without a counterpart', report.unmatched.map(unmatchedCard))}
${section('Checks', report.functions.length === 0 ? [] : [functionsCard(report.functions)])}
${section('Not compared', report.uncompared.map(uncomparedCard))}
${section('Equal columns', report.equal.length === 0 ? [] : [`<ul class="equal-list">${report.equal.map((name) => `<li><code>${escaped(name)}</code></li>`).join('')}</ul>`])}
${section('Notes', report.notes.length === 0 ? [] : [`<ul class="notes">${report.notes.map((note) => `<li>${escaped(note)}</li>`).join('')}</ul>`])}
<footer><span>Plumbline</span>${report.measured.map((part) => `<span>${escaped(part)}</span>`).join('')}</footer>
</main>
</body>
</html>
`;
}

function verdictBlock({ verdict, word, headline, sides, matching }: Report): string {
  const side = (name: 'source' | 'target') =>
    `<dt class="${name}">${name === 'source' ? 'Source' : 'Target'}</dt><dd><code>${escaped(sides[name].name)}</code> <span class="quiet">${escaped(sides[name].detail)}</span></dd>`;
  return `<header class="verdict ${verdict}">
<h1>${shape(verdict)}${escaped(word)}</h1>
<p class="headline">${escaped(headline)}</p>
<dl class="sides">${side('source')}${side('target')}</dl>
<p class="matching quiet">${escaped(matching)}</p>
</header>`;
}

function figures(all: readonly Figure[]): string {
  const one = ({ label, value, detail, verdict }: Figure) =>
    `<dl class="figure ${verdict ?? ''}"><dt>${escaped(label)}</dt><dd class="number${value.includes('/') ? ' both' : ''}">${escaped(value)}</dd><dd class="detail">${escaped(detail)}</dd></dl>`;
  return `<div class="figures">${all.map(one).join('')}</div>`;
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
  return `<div class="balance"><div class="bar" role="img" aria-label="${escaped(parts.map(({ name, rows }) => `${count(rows)} ${name}`).join(', '))}">${bar}</div><ul class="legend">${legend}</ul></div>`;
}

function differentCard(column: DifferentColumn): string {
  const { name, comparedAs, mismatches, of, findings, keyNames, examples } = column;
  const rank =
    of === null || of === 0
      ? ''
      : `<div class="rank"><span style="width:${Math.min(100, (mismatches / of) * 100).toFixed(2)}%"></span></div>`;
  const header = `<header>${shape('fail')}<h3><code>${escaped(name)}</code></h3><span class="found">${escaped(findings.join('; '))}</span><span class="as">compared as ${escaped(comparedAs)}</span></header>`;
  if (examples.length === 0) return `<section class="card">${header}${rank}</section>`;
  const head = `${keyNames.map((key) => `<th>${escaped(key)}</th>`).join('')}<th class="source">Source</th><th class="target">Target</th>`;
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
  const header = `<header>${shape('fail')}<h3>${escaped(title)}</h3><span class="found">${counted(rows, 'row')}</span></header>`;
  const body = examples.map((row) => `<tr>${row.map((value) => `<td>${cell(value)}</td>`).join('')}</tr>`);
  const head = columns.map((name) => `<th>${escaped(name)}</th>`).join('');
  return `<section class="card">${header}${examples.length === 0 ? '' : table(head, body)}${more(left)}</section>`;
}

function functionsCard(functions: readonly FunctionRow[]): string {
  const rows = functions.map(({ name, verdict, source, target, detail }) => {
    const values =
      detail === ''
        ? `<td>${cell(source)}</td><td>${cell(target)}</td>`
        : `<td colspan="2">${escaped(detail)}</td>`;
    return `<tr><td>${shape(verdict)} ${escaped(name)}</td>${values}</tr>`;
  });
  return `<section class="card">${table('<th>Check</th><th class="source">Source</th><th class="target">Target</th>', rows)}</section>`;
}

function uncomparedCard({ name, reason, remedies }: UncomparedColumn): string {
  const list = remedies
    .map(
      ({ flag, meaning }) =>
        `<li><code>${escaped(flag)}</code> <span class="quiet">${escaped(meaning)}</span></li>`,
    )
    .join('');
  return `<section class="card"><header>${shape('error')}<h3><code>${escaped(name)}</code></h3></header><p class="reason">${escaped(reason)}</p><ul class="remedies">${list}</ul></section>`;
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
  return `<span class="value">${segments.map(({ text, differs }) => (differs ? `<mark>${escaped(text)}</mark>` : escaped(text))).join('')}</span>`;
}

function cell(value: string | null): string {
  return value === null
    ? '<span class="null">NULL</span>'
    : `<span class="value">${escaped(showValue(value, valueWidth))}</span>`;
}

/** For people who do not see it the shape has a name. */
function shape(verdict: Verdict): string {
  const names: Readonly<Record<Verdict, string>> = {
    pass: 'passed',
    fail: 'failed',
    error: 'not decided',
    noResults: 'no results',
  };
  return `<span class="shape ${verdict}" role="img" aria-label="${names[verdict]}">${verdictShapes[verdict]}</span>`;
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, (char) => (char === '\n' || char === '\t' ? ' ' : '\ufffd'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
