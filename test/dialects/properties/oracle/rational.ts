/** An exact number: a fraction in lowest terms with a positive denominator. Slow, and never wrong by a digit. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const zero: Rational = { numerator: 0n, denominator: 1n };

export function rational(numerator: bigint, denominator = 1n): Rational {
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

/** `-12.5e-3`, `.5`, `7.`, `+1`: decimal notation, with or without an exponent; null for any other text. */
export function readDecimal(text: string): Rational | null {
  const parts = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, sign, whole = '', fraction, bareFraction, exponent = '0'] = parts;
  const digits = fraction ?? bareFraction ?? '';
  const units = BigInt(`${whole}${digits}`) * (sign === '-' ? -1n : 1n);
  const shift = BigInt(exponent) - BigInt(digits.length);
  return shift >= 0n ? rational(units * 10n ** shift) : rational(units, 10n ** -shift);
}

/** The value that the bits of a finite double stand for, exactly. */
export function exactDouble(value: number): Rational {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const sign = word >> 63n === 0n ? 1n : -1n;
  const exponent = (word >> 52n) & 0x7ffn;
  const fraction = word & 0xfffffffffffffn;
  const significand = exponent === 0n ? fraction : fraction | 0x10000000000000n;
  const power = (exponent === 0n ? 1n : exponent) - 1075n;
  return power >= 0n
    ? rational(sign * significand * 2n ** power)
    : rational(sign * significand, 2n ** -power);
}

export function add(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator);
}

export function divide(a: Rational, by: bigint): Rational {
  return rational(a.numerator, a.denominator * by);
}

export function absolute(a: Rational): Rational {
  return a.numerator < 0n ? { ...a, numerator: -a.numerator } : a;
}

/** Negative, zero or positive, as a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function greater(a: Rational, b: Rational): Rational {
  return compare(a, b) >= 0 ? a : b;
}

/** Digits without exponent, leading or trailing zeros; null where no number of digits is enough (1/3). */
export function decimalText({ numerator, denominator }: Rational): string | null {
  let scale = 0n;
  while (10n ** scale % denominator !== 0n) {
    scale += 1n;
    // 2^1074 is the largest denominator that a double has.
    if (scale > 1100n) return null;
  }
  const units = (numerator * 10n ** scale) / denominator;
  const digits = (units < 0n ? -units : units).toString().padStart(Number(scale) + 1, '0');
  const split = digits.length - Number(scale);
  const fraction = digits.slice(split);
  return `${units < 0n ? '-' : ''}${digits.slice(0, split)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Whether a decimal of this precision and scale holds the number exactly. */
export function fitsDecimal(value: Rational, precision: number, scale: number): boolean {
  const scaled = multiply(value, rational(10n ** BigInt(scale)));
  return scaled.denominator === 1n && absolute(scaled).numerator < 10n ** BigInt(precision);
}

/** The nearest double, ties to even: what reading the number's decimal text gives. */
export function nearestDouble(value: Rational): number {
  const text = decimalText(value);
  if (text === null) throw new TypeError('Only decimal numbers have a text to read a double from.');
  return Number(text);
}
