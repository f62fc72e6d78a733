import { type ComparisonKind, type ComparisonType, holdsKind } from './comparison-type.ts';
import { compareDecimals, parseDecimal } from './exact-decimal.ts';
import type { Threshold } from './threshold.ts';
import type { ListOrder, TextOptions, Tolerance } from './tolerance.ts';

export interface OptionFault {
  /** The option's member that breaks a rule (RFC 6901), from the option's own root. */
  readonly pointer: string;
  readonly detail: string;
}

/** What each tolerance can be given to. */
const measured: Record<Tolerance['kind'], readonly ComparisonKind[]> = {
  absolute: ['exactNumeric', 'double'],
  relative: ['exactNumeric', 'double'],
  duration: ['date', 'time', 'timestamp'],
};

export function toleranceFaults(tolerance: Tolerance, kind: ComparisonKind): readonly OptionFault[] {
  if (!measured[tolerance.kind].includes(kind)) {
    const detail = `The tolerance ${tolerance.kind} applies to ${measured[tolerance.kind].join(', ')}; these fields compare as ${kind}.`;
    return [{ pointer: '/kind', detail }];
  }
  switch (tolerance.kind) {
    case 'absolute':
      return notNegative('/amount', tolerance.amount);
    case 'relative':
      return [...notNegative('/ratio', tolerance.ratio), ...atMostOne('/ratio', tolerance.ratio)];
    case 'duration':
      return /^(0|[1-9][0-9]{0,18})$/.test(tolerance.nanoseconds)
        ? []
        : [{ pointer: '/nanoseconds', detail: 'The duration is a whole number of nanoseconds, as text.' }];
  }
}

export function thresholdFaults({ maxRows, maxRatio }: Threshold): readonly OptionFault[] {
  const faults: OptionFault[] = [];
  if (maxRows !== null && !/^(0|[1-9][0-9]{0,18})$/.test(maxRows)) {
    faults.push({ pointer: '/maxRows', detail: 'The greatest number of rows is a whole number, as text.' });
  }
  if (maxRatio !== null && !/^(0(\.[0-9]+)?|1(\.0+)?)$/.test(maxRatio)) {
    faults.push({ pointer: '/maxRatio', detail: 'The greatest ratio is a decimal from 0 to 1, as text.' });
  }
  return faults;
}

/** Options that would do nothing are a mistake: text options need a text somewhere in the field, a bag a list. */
export function optionFaults(
  options: { readonly text: TextOptions; readonly listOrder: ListOrder },
  type: ComparisonType,
): readonly OptionFault[] {
  const asked = textOptionNames.filter((name) => options.text[name]);
  const text = holdsKind(type, 'text')
    ? []
    : asked.map((name) => ({
        pointer: `/text/${name}`,
        detail: `The fields compare as ${type.kind} and hold no text.`,
      }));
  const bag =
    options.listOrder === 'bag' && !holdsKind(type, 'list')
      ? [{ pointer: '/listOrder', detail: `The fields compare as ${type.kind} and hold no list.` }]
      : [];
  return [...text, ...bag];
}

const textOptionNames = ['caseInsensitive', 'trimWhitespace', 'normalizeUnicode'] as const;

function notNegative(pointer: string, text: string): readonly OptionFault[] {
  const number = parseDecimal(text);
  return number === null || number.unscaled < 0n
    ? [{ pointer, detail: 'The tolerance is a decimal number that is not negative, as text.' }]
    : [];
}

/**
 * From 1 on any two numbers of the same sign agree. Beyond it some of opposite signs do and others between them do not,
 * so that there would be no saying which rows of a repeated key pair up.
 */
function atMostOne(pointer: string, text: string): readonly OptionFault[] {
  const number = parseDecimal(text);
  return number === null || compareDecimals(number, { unscaled: 1n, scale: 0 }) <= 0
    ? []
    : [{ pointer, detail: 'The ratio is at most 1: beyond it numbers agree that have nothing in common.' }];
}
