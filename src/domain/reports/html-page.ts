import { htmlStyle } from './html-style.ts';
import { type Verdict, verdictShapes } from './verdict.ts';

/** One file that needs nothing else: no script, no font, no picture, nothing from the network. */
export function htmlHead(title: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(title)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
`;
}

/** How the page ends, with what was measured. */
export function htmlFoot(measured: readonly string[]): string {
  return `<footer><span>Plumbline</span>${measured.map((part) => `<span>${escapeHtml(part)}</span>`).join('')}</footer>
</main>
</body>
</html>
`;
}

export interface HtmlFigure {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  readonly verdict: Verdict | null;
}

export function htmlFigures(all: readonly HtmlFigure[]): string {
  const one = ({ label, value, detail, verdict }: HtmlFigure) =>
    `<dl class="figure ${verdict ?? ''}"><dt>${escapeHtml(label)}</dt><dd class="number${value.includes('/') ? ' both' : ''}">${escapeHtml(value)}</dd><dd class="detail">${escapeHtml(detail)}</dd></dl>`;
  return `<div class="figures">${all.map(one).join('')}</div>`;
}

/** For people who do not see it the shape has a name. */
export function htmlShape(verdict: Verdict): string {
  const names: Readonly<Record<Verdict, string>> = {
    pass: 'passed',
    fail: 'failed',
    error: 'not decided',
    noResults: 'no results',
  };
  return `<span class="shape ${verdict}" role="img" aria-label="${names[verdict]}">${verdictShapes[verdict]}</span>`;
}

export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, (char) => (char === '\n' || char === '\t' ? ' ' : '\ufffd'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
