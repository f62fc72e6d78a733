import type { Tolerance } from '../../../domain/comparison/tolerance.ts';
import type { Column } from '../../plan/plan.ts';
import type { NumericTolerance } from '../../values/within-tolerance.ts';
import { freshName } from '../fresh-name.ts';
import { impossible } from '../impossible.ts';
import { amountText, ofPositions } from '../tolerance-amount.ts';
import { cast, letBe, refuse, textLiteral, tryCast } from './lexical.ts';
import { doubleText, tooWide } from './number-texts.ts';
import { isFiniteDouble } from './read-numbers.ts';
import { readingOf } from './readings.ts';

/** Whether two canonical values that are not equal agree all the same; NULL or false where one of them is NULL. */
export function agree(column: Column, tolerance: Tolerance, source: string, target: string): string {
  const type = column.comparisonType;
  if (type.kind === 'double') return doublesAgree(ofPositions(type, tolerance), source, target);
  const { numbers, scale } = exactNumbers(column);
  return within(ofPositions(type, tolerance), scale, numbers(source), numbers(target));
}

/** How many of two lists of canonical values can be paired, each used once, always the lowest two that agree. */
export function pairsWithin(column: Column, tolerance: Tolerance, sources: string, targets: string): string {
  const { numbers, scale } = exactNumbers(column);
  const sorted = (list: string) =>
    `array_sort(transform(filter(${list}, item -> ${isFiniteValue(column, 'item')}), item -> ${numbers('item')}))`;
  const lists = `named_struct('s', ${sorted(sources)}, 't', ${sorted(targets)})`;
  const finite = letBe('lists', lists, (both) => {
    const [s, t] = [`${both}.s`, `${both}.t`];
    const [a, b] = [`get(${s}, at.i)`, `get(${t}, at.j)`];
    const next = (i: number, j: number, n: number) =>
      `named_struct('i', at.i + ${i}, 'j', at.j + ${j}, 'n', at.n + ${n})`;
    const step = [
      `CASE WHEN at.i >= size(${s}) OR at.j >= size(${t}) THEN at`,
      `WHEN ${within(ofPositions(column.comparisonType, tolerance), scale, a, b)} THEN ${next(1, 1, 1)}`,
      `WHEN ${a} < ${b} THEN ${next(1, 0, 0)} ELSE ${next(0, 1, 0)} END`,
    ].join(' ');
    // Each step leaves at least one number behind.
    const steps = `sequence(0, size(${s}) + size(${t}))`;
    return `aggregate(${steps}, named_struct('i', 0, 'j', 0, 'n', 0), (at, step) -> ${step}).n`;
  });
  if (column.comparisonType.kind !== 'double') return finite;
  const same = ['NaN', 'Infinity', '-Infinity'].map((value) => {
    const count = (list: string) => `size(filter(${list}, item -> item <=> double('${value}')))`;
    return `least(${count(sources)}, ${count(targets)})`;
  });
  return [finite, ...same].join(' + ');
}

function isFiniteValue({ comparisonType }: Column, value: string): string {
  return comparisonType.kind === 'double' ? isFiniteDouble(value) : `${value} IS NOT NULL`;
}

/** Fractional digits in which doubles are looked at exactly. */
const doubleDigits = 18;

/** A digit less than the most: the distance of two numbers may need it, and Spark would rather drop one at the end. */
const mostDigits = 37;

/** Where canonical values stand, as decimals of so many fractional digits; fails where a number has more. */
function exactNumbers(column: Column): {
  readonly numbers: (value: string) => string;
  readonly scale: number;
} {
  const type = column.comparisonType;
  if (type.kind === 'double') return { numbers: exactDouble, scale: doubleDigits };
  const scale = type.kind === 'exactNumeric' ? type.scale : 0;
  const { position } = readingOf(column);
  if (position === null) return impossible(column);
  return {
    numbers: (value) =>
      type.kind === 'exactNumeric' && type.precision <= mostDigits
        ? cast(value, `DECIMAL(${Math.max(type.precision, 20)}, ${scale})`)
        : held(value, position(value), scale),
    scale,
  };
}

/** The number that a text says; its digits after the point are as many or fewer. */
function held(value: string, text: string, scale: number): string {
  const type = `DECIMAL(${mostDigits}, ${scale})`;
  return `CASE WHEN ${value} IS NOT NULL THEN coalesce(${tryCast(text, type)}, ${refuse(tooWide, type)}) END`;
}

/** The decimal that the text of a double says, with all its digits. */
function exactDouble(double: string): string {
  const name = freshName('said', double);
  return letBe(name, doubleText(double), (text) => {
    const exponent = `CASE WHEN contains(${text}, 'e-') THEN try_cast(substring_index(${text}, 'e-', -1) AS INT) ELSE 0 END`;
    const mantissa = `substring_index(${text}, 'e', 1)`;
    const fraction = `CASE WHEN contains(${mantissa}, '.') THEN length(substring_index(${mantissa}, '.', -1)) ELSE 0 END`;
    const type = `DECIMAL(${mostDigits}, ${doubleDigits})`;
    const exact = `CASE WHEN ${fraction} + ${exponent} <= ${doubleDigits} THEN ${tryCast(text, type)} END`;
    return `CASE WHEN ${text} IS NOT NULL THEN coalesce(${exact}, ${refuse(tooWide, type)}) END`;
  });
}

/**
 * Binary arithmetic decides wherever it can, and leaves the edge to exact decimals: 0.58 and 0.57 are 0.01 apart, but
 * as doubles they are 0.010000000000000009. The slack is above all that rounding can do.
 */
function doublesAgree(tolerance: NumericTolerance, source: string, target: string): string {
  const distance = `abs(${source} - ${target})`;
  const larger = `greatest(abs(${source}), abs(${target}))`;
  const amount = cast(textLiteral(amountText(tolerance)), 'DOUBLE');
  const allowed = tolerance.kind === 'absolute' ? amount : `(${amount} * ${larger})`;
  const slack = `((${larger} + ${allowed}) * 1e-15D + 1e-322D)`;
  return [
    `CASE WHEN NOT (${isFiniteDouble(source)}) OR NOT (${isFiniteDouble(target)}) THEN false`,
    `WHEN ${distance} <= ${allowed} - ${slack} THEN true`,
    `WHEN ${distance} > ${allowed} + ${slack} THEN false`,
    `ELSE ${within(tolerance, doubleDigits, exactDouble(source), exactDouble(target))} END`,
  ].join(' ');
}

/**
 * All in one type on both sides of a comparison: Spark finds a common one by dropping digits. An amount is cut to the
 * digits that a distance can have; a product that 38 digits do not hold fails the statement.
 */
function within(tolerance: NumericTolerance, scale: number, source: string, target: string): string {
  const name = freshName('pair', `${source}${target}`);
  return letBe(name, `named_struct('a', ${source}, 'b', ${target})`, (pair) => {
    const distance = `abs(${pair}.a - ${pair}.b)`;
    if (tolerance.kind === 'absolute') {
      const type = `DECIMAL(38, ${scale})`;
      return `${cast(distance, type)} <= ${cast(textLiteral(cutAmount(amountText(tolerance), scale)), type)}`;
    }
    const [whole = '', fraction = ''] = amountText(tolerance).split('.');
    const ratio = { precision: whole.length + fraction.length, scale: fraction.length };
    const factor = cast(textLiteral(amountText(tolerance)), `DECIMAL(${ratio.precision}, ${ratio.scale})`);
    const room = 38 - ratio.precision - 1;
    if (room <= scale || scale + ratio.scale > 38) return refuse(tooWide, 'BOOLEAN');
    const larger = tryCast(`greatest(abs(${pair}.a), abs(${pair}.b))`, `DECIMAL(${room}, ${scale})`);
    const type = `DECIMAL(38, ${scale + ratio.scale})`;
    const answer = `${tryCast(distance, type)} <= ${tryCast(`${larger} * ${factor}`, type)}`;
    return `CASE WHEN ${pair}.a IS NOT NULL AND ${pair}.b IS NOT NULL THEN coalesce(${answer}, ${refuse(tooWide, 'BOOLEAN')}) END`;
  });
}

/** An amount with at most so many digits after the point, and no more than any distance. */
function cutAmount(amount: string, scale: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  if (whole.length > 38 - scale) return `${'9'.repeat(38 - scale) || '0'}.${'9'.repeat(scale)}`;
  return `${whole}.${fraction.slice(0, scale)}`;
}
