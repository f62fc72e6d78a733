import { exactNumberShape } from './canonical-text.ts';

/** `unscaled × 10^-scale`, any number of digits: what a decimal text says, with nothing rounded. */
export interface ExactDecimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/**
 * Beyond any number that a column holds (doubles reach 10^±324), and small enough that a hostile `1e999999999` cannot
 * make us write out a billion zeros.
 */
const largestExponent = 1000;

const decimalShape = new RegExp(`^${exactNumberShape}$`);

/** Reads plain and exponent notation; null for anything else, NaN and infinities included. */
export function parseDecimal(text: string): ExactDecimal | null {
  if (!decimalShape.test(text)) return null;
  const [mantissa = '', exponentText = '0'] = text.trim().split(/[eE]/);
  const [integers = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = BigInt(integers + fraction);
  if (digits === 0n) return { unscaled: 0n, scale: 0 };
  const exponent = Number(exponentText);
  if (!(Math.abs(exponent) <= largestExponent)) return null;
  const scale = fraction.length - exponent;
  const unscaled = mantissa.startsWith('-') ? -digits : digits;
  return scale >= 0 ? { unscaled, scale } : { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 };
}

/** Without exponent, without leading zeros, without zeros at the end of a fraction, and zero without a sign. */
export function printDecimal({ unscaled, scale }: ExactDecimal): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const integers = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${unscaled < 0n ? '-' : ''}${integers}${fraction === '' ? '' : `.${fraction}`}`;
}

/** How many digits a number takes before and after the point; a lone 0 before it takes none. */
export function digitsOf(decimal: ExactDecimal): { readonly integers: number; readonly fraction: number } {
  const [integers = '', fraction = ''] = printDecimal(absoluteDecimal(decimal)).split('.');
  return { integers: integers === '0' ? 0 : integers.length, fraction: fraction.length };
}

export function compareDecimals(a: ExactDecimal, b: ExactDecimal): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function addDecimals(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const [left, right] = aligned(a, b);
  return { unscaled: left + right, scale: Math.max(a.scale, b.scale) };
}

export function negateDecimal({ unscaled, scale }: ExactDecimal): ExactDecimal {
  return { unscaled: -unscaled, scale };
}

export function multiplyDecimals(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale };
}

export function absoluteDecimal({ unscaled, scale }: ExactDecimal): ExactDecimal {
  return { unscaled: unscaled < 0n ? -unscaled : unscaled, scale };
}

export function largerDecimal(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return compareDecimals(a, b) >= 0 ? a : b;
}

function aligned(a: ExactDecimal, b: ExactDecimal): readonly [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.unscaled * 10n ** BigInt(scale - a.scale), b.unscaled * 10n ** BigInt(scale - b.scale)];
}
