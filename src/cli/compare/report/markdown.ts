import { count, counted, share } from './numbers.ts';
import { type Report, verdictShapes } from './report-model.ts';
import { type Segment, showPair, showValue } from './visible-text.ts';

/** Columns beyond this are counted, not shown: a comment on a change is read in passing. */
const mostColumns = 15;
const valueWidth = 48;

/** The report as a comment on a pull request. */
export function renderMarkdown(report: Report): string {
  const { source, target } = report.sides;
  const blocks = [
    `### ${verdictShapes[report.verdict]} ${report.word}: ${code(source.shortName)} → ${code(target.shortName)}`,
    `**${text(report.headline)}** ${text(report.matching)}`,
    table(
      ['', 'Rows', ''],
      report.figures.map(({ label, value, detail }) => [text(label), `**${value}**`, text(detail)]),
      [':--', '--:', ':--'],
    ),
    ...differentBlocks(report),
    ...report.unmatched.map(({ title, count: rows, columns, rows: examples }) =>
      details(
        `${text(title)}: ${counted(rows, 'row')}`,
        table(
          columns.map(text),
          examples.map((row) => row.map((value) => code(showValue(value, 24)))),
        ),
      ),
    ),
    report.functions.length === 0
      ? ''
      : table(
          ['', 'Check', 'Source', 'Target'],
          report.functions.map((row) => [
            verdictShapes[row.verdict],
            text(row.name),
            row.detail === '' ? code(showValue(row.source, valueWidth)) : text(row.detail),
            row.detail === '' ? code(showValue(row.target, valueWidth)) : '',
          ]),
        ),
    report.uncompared.length === 0
      ? ''
      : `**Not compared**\n\n${report.uncompared
          .map(
            ({ name, reason, remedies }) =>
              `- ${code(name)}: ${text(reason)} ${remedies.map(({ flag, meaning }) => `${code(flag)} (${text(meaning)})`).join(' or ')}`,
          )
          .join('\n')}`,
    report.notes.map((note) => `> ${text(note)}`).join('\n>\n'),
    `<sub>${text(report.measured.join(' · '))}</sub>`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function differentBlocks({ different }: Report): readonly string[] {
  if (different.length === 0) return [];
  const shown = different.slice(0, mostColumns);
  const overview = table(
    ['Column', 'Differing', 'Share', 'Compared as'],
    shown.map((column) => [
      code(column.name),
      count(column.mismatches),
      column.of === null ? '' : share(column.mismatches, column.of),
      text(column.comparedAs),
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
      details(
        `Examples: ${code(column.name)}`,
        table(
          [...column.keyNames.map(text), 'Source', 'Target'],
          column.examples.map(({ key, source, target }) => {
            const pair = showPair(source, target, valueWidth);
            return [
              ...key.map((value) => code(showValue(value, 24))),
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
  return `<code>${segments.map(({ text: part, differs }) => (differs ? `<b>${escaped(part)}</b>` : escaped(part))).join('')}</code>`;
}

function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align?: readonly string[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(align ?? header.map(() => ':--')), ...rows.map(line)].join('\n');
}

function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** As an HTML element: a code span in backticks cannot hold every text inside a table. */
function code(value: string): string {
  return `<code>${escaped(value)}</code>`;
}

/** Text in which nothing is markup. */
function text(value: string): string {
  return escaped(value);
}

/** What Markdown or HTML would read as markup becomes a character reference; line breaks would end a table. */
function escaped(value: string): string {
  return value
    .replaceAll(/[&<>"'|`*_~[\]\\#@]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replaceAll(/[\r\n]+/g, ' ');
}
