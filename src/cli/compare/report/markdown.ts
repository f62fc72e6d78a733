import {
  escapeMarkdown,
  markdownCode,
  markdownDetails,
  markdownTable,
} from '../../../domain/reports/markdown-text.ts';
import { count, counted, share } from '../../../domain/reports/numbers.ts';
import { verdictShapes } from '../../../domain/reports/verdict.ts';
import type { Report } from './report-model.ts';
import { type Segment, showPair, showValue } from './visible-text.ts';

/** Columns beyond this are counted, not shown: a comment on a change is read in passing. */
const mostColumns = 15;
const valueWidth = 48;

/** The report as a comment on a pull request. */
export function renderMarkdown(report: Report): string {
  const { source, target } = report.sides;
  const blocks = [
    `### ${verdictShapes[report.verdict]} ${report.word}: ${markdownCode(source.shortName)} → ${markdownCode(target.shortName)}`,
    `**${escapeMarkdown(report.headline)}** ${escapeMarkdown(report.matching)}`,
    markdownTable(
      ['', 'Rows', ''],
      report.figures.map(({ label, value, detail }) => [
        escapeMarkdown(label),
        `**${value}**`,
        escapeMarkdown(detail),
      ]),
      [':--', '--:', ':--'],
    ),
    ...differentBlocks(report),
    ...report.unmatched.map(({ title, count: rows, columns, rows: examples }) =>
      markdownDetails(
        `${escapeMarkdown(title)}: ${counted(rows, 'row')}`,
        markdownTable(
          columns.map(escapeMarkdown),
          examples.map((row) => row.map((value) => markdownCode(showValue(value, 24)))),
        ),
      ),
    ),
    report.functions.length === 0
      ? ''
      : markdownTable(
          ['', 'Check', 'Source', 'Target'],
          report.functions.map((row) => [
            verdictShapes[row.verdict],
            escapeMarkdown(row.name),
            row.detail === '' ? markdownCode(showValue(row.source, valueWidth)) : escapeMarkdown(row.detail),
            row.detail === '' ? markdownCode(showValue(row.target, valueWidth)) : '',
          ]),
        ),
    report.uncompared.length === 0
      ? ''
      : `**Not compared**\n\n${report.uncompared
          .map(
            ({ name, reason, remedies }) =>
              `- ${markdownCode(name)}: ${escapeMarkdown(reason)} ${remedies.map(({ flag, meaning }) => `${markdownCode(flag)} (${escapeMarkdown(meaning)})`).join(' or ')}`,
          )
          .join('\n')}`,
    report.notes.map((note) => `> ${escapeMarkdown(note)}`).join('\n>\n'),
    `<sub>${escapeMarkdown(report.measured.join(' · '))}</sub>`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function differentBlocks({ different }: Report): readonly string[] {
  if (different.length === 0) return [];
  const shown = different.slice(0, mostColumns);
  const overview = markdownTable(
    ['Column', 'Differing', 'Share', 'Compared as'],
    shown.map((column) => [
      markdownCode(column.name),
      count(column.mismatches),
      column.of === null ? '' : share(column.mismatches, column.of),
      escapeMarkdown(column.comparedAs),
    ]),
    [':--', '--:', '--:', ':--'],
  );
  const more =
    different.length > shown.length
      ? [`… and ${counted(different.length - shown.length, 'more column', 'more columns')}.`]
      : [];
  const examples = shown
    .filter((column) => column.examples.length > 0)
    .map((column) =>
      markdownDetails(
        `Examples: ${markdownCode(column.name)}`,
        markdownTable(
          [...column.keyNames.map(escapeMarkdown), 'Source', 'Target'],
          column.examples.map(({ key, source, target }) => {
            const pair = showPair(source, target, valueWidth);
            return [
              ...key.map((value) => markdownCode(showValue(value, 24))),
              marked(pair.source),
              marked(pair.target),
            ];
          }),
        ),
      ),
    );
  return [overview, ...more, ...examples];
}

/** The differing part in bold, inside code. */
function marked(segments: readonly Segment[]): string {
  return `<code>${segments.map(({ text: part, differs }) => (differs ? `<b>${escapeMarkdown(part)}</b>` : escapeMarkdown(part))).join('')}</code>`;
}
