import type { ComparisonType } from '../../../domain/comparison/comparison-type.ts';
import type { DurationTolerance, Tolerance } from '../../../domain/comparison/tolerance.ts';
import type { Column } from '../../plan/plan.ts';
import type { NumericTolerance } from '../../values/within-tolerance.ts';
import { impossible } from '../impossible.ts';
import { amountText, ofPositions, stepsOf } from '../tolerance-amount.ts';
import {
  amountDigits,
  doubleDigits,
  doubleText,
  exactDouble,
  pairsWithinName,
  tooWide,
} from './functions.ts';
import { call, cast, refuse, textLiteral } from './lexical.ts';
import { readingOf } from './readings.ts';

/** Whether two canonical values that are not equal agree all the same; NULL or false where one of them is NULL. */
export function agree(column: Column, tolerance: Tolerance, source: string, target: string): string {
  const type = column.comparisonType;
  if (tolerance.kind === 'duration') return withinDuration(column, tolerance, source, target);
  if (type.kind === 'double') return doublesAgree(tolerance, source, target);
  if (type.kind === 'exactNumeric') {
    // One digit more than the numbers have, because their distance may need it.
    const number = (value: string) =>
      cast(value, `DECIMAL(${Math.min(38, Math.max(19, type.precision) + 1)}, ${type.scale})`);
    return decided(source, target, within(tolerance, number(source), number(target)));
  }
  return impossible(column);
}

/** How many of two lists of canonical values can be paired, each used once. */
export function pairsWithin(column: Column, tolerance: Tolerance, sources: string, targets: string): string {
  const scale = scaleOf(column.comparisonType);
  const numbers = (list: string) => {
    const finite = `filter(${list}, item -> ${isFiniteValue(column, 'item')})`;
    return `transform(${finite}, item -> ${exactly(column, 'item', scale)})`;
  };
  const numeric = ofPositions(column.comparisonType, tolerance);
  const finite = call(
    pairsWithinName(numeric.kind, scale),
    numbers(sources),
    numbers(targets),
    argumentOf(numeric),
  );
  if (column.comparisonType.kind !== 'double') return finite;
  const same = ['nan()', 'infinity()', '-infinity()'].map((value) => {
    const count = (list: string) =>
      `cardinality(filter(${list}, item -> item IS NOT DISTINCT FROM ${value}))`;
    return `least(${count(sources)}, ${count(targets)})`;
  });
  return [finite, ...same].join(' + ');
}

function withinDuration(
  column: Column,
  tolerance: DurationTolerance,
  source: string,
  target: string,
): string {
  const at = (value: string) => cast(positionOf(column, value), 'DECIMAL(30, 0)');
  return `abs(${at(source)} - ${at(target)}) <= DECIMAL '${stepsOf(column.comparisonType, tolerance)}'`;
}

function positionOf(column: Column, value: string): string {
  const { position } = readingOf(column);
  return position === null ? impossible(column) : position(value);
}

function isFiniteValue({ comparisonType }: Column, value: string): string {
  return comparisonType.kind === 'double' ? call('is_finite', value) : `${value} IS NOT NULL`;
}

/** Fractional digits in which positions are exact. */
function scaleOf(type: ComparisonType): number {
  return type.kind === 'exactNumeric' ? type.scale : type.kind === 'double' ? doubleDigits : 0;
}

/** Where a value stands, as a decimal of so many fractional digits. */
function exactly(column: Column, value: string, scale: number): string {
  if (column.comparisonType.kind === 'double') return exactDecimal(value);
  return cast(positionOf(column, value), `DECIMAL(38, ${scale})`);
}

function exactDecimal(double: string): string {
  return call(exactDouble.name, call(doubleText.name, double));
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
  const slack = `((${larger} + ${allowed}) * 1e-15 + 1e-322)`;
  return [
    `CASE WHEN NOT is_finite(${source}) OR NOT is_finite(${target}) THEN false`,
    `WHEN ${distance} <= ${allowed} - ${slack} THEN true`,
    `WHEN ${distance} > ${allowed} + ${slack} THEN false`,
    `ELSE ${decided(source, target, within(tolerance, exactDecimal(source), exactDecimal(target)))} END`,
  ].join(' ');
}

function within(tolerance: NumericTolerance, source: string, target: string): string {
  const distance = `abs(${source} - ${target})`;
  const amount = amountText(tolerance);
  if (amount.replace('.', '').length > 38) return 'CAST(NULL AS BOOLEAN)';
  const literal = `DECIMAL ${textLiteral(amount)}`;
  if (tolerance.kind === 'absolute') return `${distance} <= ${literal}`;
  return `${distance} <= greatest(abs(${source}), abs(${target})) * ${literal}`;
}

/** The answer, or a failure where a decimal overflowed on the way to it. */
function decided(source: string, target: string, answer: string): string {
  return `CASE WHEN ${source} IS NULL OR ${target} IS NULL THEN NULL ELSE coalesce(TRY(${answer}), ${refuse(tooWide, 'BOOLEAN')}) END`;
}

/** The tolerance as an argument of the routine that pairs. */
function argumentOf(tolerance: NumericTolerance): string {
  const amount = amountText(tolerance);
  const { precision, scale } = amountDigits[tolerance.kind];
  const type = `DECIMAL(${precision}, ${scale})`;
  const [integers = '', fraction = ''] = amount.split('.');
  const fits = integers.length <= precision - scale && fraction.length <= scale;
  return fits ? cast(textLiteral(amount), type) : refuse(tooWide, type);
}
