import type { Item } from '../api/queries.ts';
import { type CountValue, countOf, formatCount } from './counts.ts';
import { functions } from './functions.ts';
import type { Verdict } from './verdict.ts';

export type Result = Item<'list_results'>;

export function verdictOf({ status }: Pick<Result, 'status'>): Verdict {
  return status ?? 'running';
}

/** How many rows or values are wrong, whatever the kind: what results are ranked by. */
export function differenceCount(result: Result): number {
  const { mismatchedRows, missingInSource, missingInTarget } = result;
  return [mismatchedRows, missingInSource, missingInTarget].reduce<number>(
    (sum, count) => sum + Number(count ?? 0),
    0,
  );
}

/** What a test came to, in a sentence. */
export function resultSentence(result: Result): string {
  const { status, error, functionCode } = result;
  if (status === null) return 'Not finished yet.';
  if (error !== null) return error.detail;
  if (status === 'no_results') return 'It ended without a result.';
  const { kind } = functions[functionCode];
  if (kind === 'aggregate') return aggregateSentence(result);
  if (kind === 'set') return setSentence(result);
  return rowSentence(result);
}

function aggregateSentence({ functionCode, source, target, status }: Result): string {
  const label = functions[functionCode].label.toLowerCase();
  if (source.value === null || target.value === null) {
    return status === 'pass' ? `The ${label} is the same.` : `The ${label} differs.`;
  }
  return status === 'pass'
    ? `The ${label} is ${valueText(source.value)} on both sides.`
    : `The ${label} is ${valueText(source.value)} in the source and ${valueText(target.value)} in the target.`;
}

/** What fails first; rows of one side only come after, because a VALUE test counts them and does not fail by them. */
function rowSentence(result: Result): string {
  const { mismatchedRows, matchedRows, missingInSource, missingInTarget, duplicateKeys, unconvertible } =
    result;
  const of = matchedRows === null ? '' : `${formatCount(matchedRows)} `;
  const agree = Number(mismatchedRows ?? 0) === 0;
  const asides = [
    ...some(missingInTarget, (value) => `${countOf(value, 'row')} only in the source`),
    ...some(missingInSource, (value) => `${countOf(value, 'row')} only in the target`),
    ...some(duplicateKeys?.source, (value) => `${countOf(value, 'key')} more than once in the source`),
    ...some(duplicateKeys?.target, (value) => `${countOf(value, 'key')} more than once in the target`),
    ...some(unconvertible?.source, (value) => `${countOf(value, 'value')} of the source cannot be converted`),
    ...some(unconvertible?.target, (value) => `${countOf(value, 'value')} of the target cannot be converted`),
  ];
  const first = agree
    ? `All ${of}matched rows agree`
    : `${formatCount(mismatchedRows ?? 0)} of ${of === '' ? 'the ' : of}matched rows differ`;
  return `${[first, ...asides].join(', ')}.`;
}

function setSentence({ missingInSource, missingInTarget }: Result): string {
  const parts = [
    ...some(missingInTarget, (value) => `${countOf(value, 'value')} only in the source`),
    ...some(missingInSource, (value) => `${countOf(value, 'value')} only in the target`),
  ];
  return parts.length === 0 ? 'Both sides have the values that they should.' : `${parts.join(', ')}.`;
}

function some(value: CountValue | null | undefined, say: (value: CountValue) => string): readonly string[] {
  return value === null || value === undefined || Number(value) === 0 ? [] : [say(value)];
}

/** A computed value as people write numbers; anything else as it is. */
export function valueText(value: string): string {
  return /^-?\d+$/.test(value)
    ? formatCount(value)
    : value.replace(/^(-?)(\d+)(\.\d+)$/, (_, sign, whole, rest) => `${sign}${formatCount(whole)}${rest}`);
}
