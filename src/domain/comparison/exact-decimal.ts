import { exactNumberShape } from './canonical-text.ts';
import { maxDecimalPrecision } from './logical-type-text.ts';

/** An exact number in its canonical text, with the digits that it takes before and after the point. */
export interface ExactDecimal {
  /** `[-]digits[.digits]`: no exponent, no leading or trailing zeros, no `-0`. */
  readonly text: string;
  readonly integerDigits: number;
  readonly scale: number;
}

const numberPattern = new RegExp(`^${exactNumberShape}$`);

/** Reads a number exactly, exponents included; null where the text is no number or has absurdly many digits. */
export function parseExactDecimal(text: string): ExactDecimal | null {
  if (!numberPattern.test(text)) return null;
  const [mantissa = '', exponentText = '0'] = text.trim().toLowerCase().split('e');
  const [integers = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = integers + fraction;
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '');
  if (significant === '') return { text: '0', integerDigits: 1, scale: 0 };
  // Where the point stands, counted from the first significant digit.
  const leadingZeros = digits.length - digits.replace(/^0+/, '').length;
  const point = integers.length + Number(exponentText) - leadingZeros;
  if (Math.abs(point) > maxDecimalPrecision || significant.length > maxDecimalPrecision) return null;
  const whole = point <= 0 ? '0' : significant.slice(0, point).padEnd(point, '0');
  const rest = point <= 0 ? '0'.repeat(-point) + significant : significant.slice(point);
  return {
    text: `${mantissa.startsWith('-') ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`,
    integerDigits: whole.length,
    scale: rest.length,
  };
}
