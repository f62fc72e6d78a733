import type { BySide } from '../../comparison/by-side.ts';
import { isOneOf, rowFunctions, setFunctions } from '../../comparison/test-rules.ts';
import type { ResultReport } from '../../runs/result.ts';
import { count, counted } from '../numbers.ts';
import type { FieldNames, ReportedResult } from './run-report.ts';

/** What a test found, in words; the first says most. */
export function findingsOf(result: ReportedResult): readonly string[] {
  const { status, report, error, functionCode } = result;
  if (error !== null) return [error.detail];
  if (status === null || report === null) return ['There is no result.'];
  const found = isOneOf(rowFunctions, functionCode)
    ? rowFindings(report)
    : isOneOf(setFunctions, functionCode)
      ? setFindings(report)
      : [valueFinding(result, report)];
  return [...found, ...unusual(report)];
}

function rowFindings(report: ResultReport): readonly string[] {
  const { matchedRows, mismatchedRows, missingInSource, missingInTarget } = report;
  const matched = matchedRows ?? 0;
  const differing = mismatchedRows ?? 0;
  const agreement =
    differing === 0
      ? `all ${counted(matched, 'matched row')} agree`
      : `${count(differing)} of ${counted(matched, 'matched row')} ${differing === 1 ? 'differs' : 'differ'}`;
  return [
    matched === 0 ? 'no rows match' : agreement,
    ...only('row', missingInTarget, 'source'),
    ...only('row', missingInSource, 'target'),
  ];
}

function setFindings({ missingInSource, missingInTarget }: ResultReport): readonly string[] {
  const found = [...only('value', missingInTarget, 'source'), ...only('value', missingInSource, 'target')];
  return found.length > 0 ? found : ['the values are the same'];
}

function only(noun: string, rows: number | null, side: string): readonly string[] {
  return rows === null || rows === 0 ? [] : [`${counted(rows, noun)} only in the ${side}`];
}

/** The least and the greatest value are values of rows, which stay where the data is. */
function valueFinding({ status }: ReportedResult, { source, target }: ResultReport): string {
  if (source.value !== null || target.value !== null) {
    const [a, b] = [source.value ?? 'NULL', target.value ?? 'NULL'];
    return a === b ? `${a} on both sides` : `${a} in the source, ${b} in the target`;
  }
  return status === 'pass' ? 'both sides agree' : 'the sides differ; the evidence shows the values';
}

function unusual({ duplicateKeys, unconvertible }: ResultReport): readonly string[] {
  return [
    ...(duplicateKeys === null ? [] : ofSides(duplicateKeys, 'repeated key')),
    ...ofSides(unconvertible, 'unconvertible value'),
  ];
}

function ofSides({ source, target }: BySide<number>, noun: string): readonly string[] {
  return [
    ...(source === 0 ? [] : [`${counted(source, noun)} in the source`]),
    ...(target === 0 ? [] : [`${counted(target, noun)} in the target`]),
  ];
}

/** `amount`, `amount → AMOUNT`, `a, b`. */
export function fieldsInWords(fields: readonly FieldNames[]): string {
  return fields
    .map(({ sourceField, targetField }) =>
      sourceField === targetField ? sourceField : `${sourceField} → ${targetField}`,
    )
    .join(', ');
}

/** `3 rows of evidence`; empty where there is none to look at. */
export function evidenceInWords(result: ReportedResult): string {
  const { evidenceState, evidenceRows, evidenceCapped } = result;
  if (evidenceState !== 'written') return evidenceState === 'none' ? '' : 'evidence deleted';
  return `${evidenceCapped ? 'the first ' : ''}${counted(evidenceRows, 'row')} of evidence`;
}
