import { count, counted } from '../../../domain/reports/numbers.ts';
import { type Verdict, verdictShapes } from '../../../domain/reports/verdict.ts';
import { printable } from '../../printable.ts';
import type {
  DifferentColumn,
  FunctionRow,
  Report,
  UncomparedColumn,
  UnmatchedSection,
} from './report-model.ts';
import { type Palette, paletteFor } from './terminal-palette.ts';
import { displayWidth, type Segment, showPair, showValue } from './visible-text.ts';

export interface TextOptions {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Values longer than this are cut to a window around their difference. */
const valueWidth = 40;

/** The report for a terminal: the verdict first, then the counts, then what differs. */
export function renderText(report: Report, options: TextOptions): string {
  const paint = paletteFor(options.colour);
  const shape = (verdict: Verdict) => paint.verdict(verdict, verdictShapes[verdict]);
  const blocks = [
    [
      `${shape(report.verdict)} ${paint.verdict(report.verdict, report.word.toUpperCase())}  ${printable(report.headline)}`,
      '',
      `  source  ${printable(report.sides.source.name)}  ${paint.dim(`(${report.sides.source.detail})`)}`,
      `  target  ${printable(report.sides.target.name)}  ${paint.dim(`(${report.sides.target.detail})`)}`,
      `  ${printable(report.matching)}`,
    ],
    figureLines(report, paint),
    ...report.different.map((column) => columnLines(column, shape, paint)),
    ...report.unmatched.map((section) => unmatchedLines(section, shape, paint, options.width)),
    functionLines(report.functions, shape),
    ...uncomparedLines(report.uncompared, shape, paint),
    report.equal.length === 0
      ? []
      : wrapped(
          `${shape('pass')} ${counted(report.equal.length, 'column')} equal: `,
          report.equal.map(printable).join(', '),
          options.width,
        ),
    report.notes.flatMap((note) => wrapped('  note  ', printable(note), options.width)),
    [paint.dim(`  ${report.measured.join(' · ')}`)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join('\n'))
    .join('\n\n')}\n`;
}

function figureLines({ figures }: Report, paint: Palette): readonly string[] {
  const labelWidth = Math.max(...figures.map(({ label }) => label.length));
  const numberWidth = Math.max(...figures.map(({ value }) => value.length));
  return figures.map(({ label, value, detail, verdict }) => {
    const number = value.padStart(numberWidth);
    const shown = verdict === null || verdict === 'pass' ? number : paint.verdict(verdict, number);
    return `  ${label.padEnd(labelWidth)}  ${shown}  ${paint.dim(detail)}`;
  });
}

function columnLines(
  column: DifferentColumn,
  shape: (verdict: Verdict) => string,
  paint: Palette,
): readonly string[] {
  const title = `${shape('fail')} ${paint.bold(printable(column.name))}  ${column.findings.join('; ')}  ${paint.dim(column.comparedAs)}`;
  if (column.examples.length === 0) return [title];
  const shown = column.examples.map(({ key, source, target }) => ({
    key: key.map((value) => showValue(value, valueWidth)),
    pair: showPair(source, target, valueWidth),
  }));
  const header = [...column.keyNames.map(printable), 'source', 'target'];
  const widths = header.map((name, index) =>
    Math.max(
      displayWidth(name),
      ...shown.map(({ key, pair }) => {
        const value = key[index] ?? plain(index === key.length ? pair.source : pair.target);
        return displayWidth(value);
      }),
    ),
  );
  const pad = (text: string, index: number) => padded(text, widths[index] ?? 0);
  const line = (cells: readonly string[]) => `      ${cells.join('  ')}`;
  return [
    title,
    paint.dim(line(header.map(pad))),
    ...shown.flatMap(({ key, pair }) => {
      const keys = key.map(pad);
      const sides = [pair.source, pair.target].map((segments, index) => {
        const width = widths[key.length + index] ?? 0;
        const tint = index === 0 ? paint.removed : paint.added;
        const fill = ' '.repeat(Math.max(0, width - displayWidth(plain(segments))));
        return segments.map(({ text, differs }) => (differs ? tint(text) : text)).join('') + fill;
      });
      const marks = [pair.source, pair.target].map((segments, index) =>
        pad(marksUnder(segments), key.length + index),
      );
      return [line([...keys, ...sides]), line([...key.map((_, index) => pad('', index)), ...marks])];
    }),
    ...(column.mismatches > column.examples.length
      ? [paint.dim(`      … and ${count(column.mismatches - column.examples.length)} more`)]
      : []),
  ];
}

function marksUnder(segments: readonly Segment[]): string {
  return segments.map(({ text, differs }) => (differs ? '^' : ' ').repeat(displayWidth(text))).join('');
}

function unmatchedLines(
  section: UnmatchedSection,
  shape: (verdict: Verdict) => string,
  paint: Palette,
  width: number,
): readonly string[] {
  const title = `${shape('fail')} ${paint.bold(section.title)}  ${counted(section.count, 'row')}`;
  if (section.rows.length === 0) return [title];
  const cells = section.rows.map((row) => row.map((value) => showValue(value, 24)));
  const names = section.columns.map(printable);
  const widths = names.map((name, index) =>
    Math.max(displayWidth(name), ...cells.map((row) => displayWidth(row[index] ?? ''))),
  );
  // As many columns as the line holds; the first identify the row.
  let used = 6;
  const fitting = widths.filter((own) => {
    used += own + 2;
    return used <= width;
  }).length;
  const shownColumns = Math.max(1, fitting);
  const line = (row: readonly string[]) =>
    `      ${row
      .slice(0, shownColumns)
      .map((text, index) => padded(text, widths[index] ?? 0))
      .join('  ')}${shownColumns < names.length ? '  …' : ''}`;
  return [
    title,
    paint.dim(line(names)),
    ...cells.map(line),
    ...(section.more > 0 ? [paint.dim(`      … and ${count(section.more)} more`)] : []),
  ];
}

function functionLines(
  functions: readonly FunctionRow[],
  shape: (verdict: Verdict) => string,
): readonly string[] {
  const agreeing = functions.filter(({ verdict }) => verdict === 'pass');
  const others = functions.filter(({ verdict }) => verdict !== 'pass');
  const nameWidth = Math.max(0, ...others.map(({ name }) => displayWidth(printable(name))));
  const lines = others.map(({ name, verdict, source, target, detail }) => {
    const values = `${showValue(source, valueWidth)} → ${showValue(target, valueWidth)}`;
    return `${shape(verdict)} ${padded(printable(name), nameWidth)}  ${detail === '' ? values : printable(detail)}`;
  });
  return agreeing.length === 0
    ? lines
    : [
        ...lines,
        `${shape('pass')} ${counted(agreeing.length, 'check')} ${agreeing.length === 1 ? 'agrees' : 'agree'}`,
      ];
}

function uncomparedLines(
  columns: readonly UncomparedColumn[],
  shape: (verdict: Verdict) => string,
  paint: Palette,
): readonly (readonly string[])[] {
  return columns.map(({ name, reason, remedies }) => {
    const width = Math.max(...remedies.map(({ flag }) => displayWidth(printable(flag))));
    return [
      `${shape('error')} ${paint.bold(printable(name))}  not compared. ${printable(reason)}`,
      ...remedies.map(
        ({ flag, meaning }) => `      ${padded(printable(flag), width)}  ${paint.dim(printable(meaning))}`,
      ),
    ];
  });
}

function wrapped(first: string, text: string, width: number): readonly string[] {
  const indent = ' '.repeat(8);
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    if (displayWidth(line) + displayWidth(word) + 1 > width && line.trim() !== '' && line !== first) {
      lines.push(line);
      line = indent;
    }
    line += line.endsWith(' ') ? word : ` ${word}`;
  }
  return [...lines, line];
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function plain(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join('');
}
