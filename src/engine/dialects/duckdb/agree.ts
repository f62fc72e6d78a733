import type { ComparisonType, ExactNumericComparison } from '../../../domain/comparison/comparison-type.ts';
import type { DurationTolerance, Tolerance } from '../../../domain/comparison/tolerance.ts';
import type { Column } from '../../plan/plan.ts';
import type { NumericTolerance } from '../../values/within-tolerance.ts';
import { impossible } from '../impossible.ts';
import { amountOf, amountText, ofPositions, stepsOf } from '../tolerance-amount.ts';
import { pairsWithinFunction, withinFunction } from './functions.ts';
import { call, cast, textLiteral } from './lexical.ts';
import { readingOf } from './readings.ts';
import { unitOf } from './timestamps.ts';

/** Whether two canonical values that are not equal agree all the same; NULL or false where one of them is NULL. */
export function agree(column: Column, tolerance: Tolerance, source: string, target: string): string {
  const type = column.comparisonType;
  if (tolerance.kind === 'duration') return withinDuration(type, tolerance, source, target);
  if (type.kind === 'double') return doublesAgree(tolerance, source, target);
  if (type.kind === 'exactNumeric') return exactNumbersAgree(column, type, tolerance, source, target);
  return impossible(column);
}

/** How many of two lists of canonical values can be paired, each used once. */
export function pairsWithin(column: Column, tolerance: Tolerance, sources: string, targets: string): string {
  const { position } = readingOf(column);
  if (position === null) return impossible(column);
  const positions = (list: string) => `list_transform(${list}, lambda value: ${position('value')})`;
  const numeric = ofPositions(column.comparisonType, tolerance);
  return call(
    pairsWithinFunction.name,
    positions(sources),
    positions(targets),
    textLiteral(JSON.stringify(numeric)),
  );
}

function withinDuration(
  type: ComparisonType,
  tolerance: DurationTolerance,
  source: string,
  target: string,
): string {
  const finite = `isfinite(${source}) AND isfinite(${target})`;
  switch (type.kind) {
    case 'date':
      return `(${finite} AND abs(datediff('day', ${source}, ${target})) <= ${stepsOf(type, tolerance)})`;
    case 'timestamp':
      return `(${finite} AND ${closeTogether(type.precision, tolerance, source, target)})`;
    case 'time':
      return `(${closeTogether(type.precision, tolerance, source, target)})`;
    default:
      throw new TypeError(`A duration is no tolerance for ${type.kind}.`);
  }
}

function closeTogether(
  precision: number,
  { nanoseconds }: DurationTolerance,
  source: string,
  target: string,
) {
  const unit = unitOf(precision);
  const steps = unit.digits === 9 ? BigInt(nanoseconds) : BigInt(nanoseconds) / 1000n;
  return `abs(${cast(`${unit.epoch}(${source})`, 'HUGEINT')} - ${unit.epoch}(${target})) <= ${steps}`;
}

/**
 * Binary arithmetic decides wherever it can, and leaves the edge to exact decimals: 0.58 and 0.57 are 0.01 apart, but
 * as doubles they are 0.010000000000000009. The slack is above all that rounding can do (two halves of a unit in the
 * last place, the subtraction, the tolerance itself).
 */
function doublesAgree(tolerance: NumericTolerance, source: string, target: string): string {
  const distance = `abs(${source} - ${target})`;
  const larger = `greatest(abs(${source}), abs(${target}))`;
  const literal = (text: string) => `${textLiteral(text)}::DOUBLE`;
  const allowed =
    tolerance.kind === 'absolute' ? literal(tolerance.amount) : `(${literal(tolerance.ratio)} * ${larger})`;
  const slack = `((${larger} + ${allowed}) * 1e-15 + 1e-322)`;
  const exactly = call(
    withinFunction.name,
    cast(source, 'VARCHAR'),
    cast(target, 'VARCHAR'),
    textLiteral(JSON.stringify(tolerance)),
  );
  return [
    `CASE WHEN NOT isfinite(${source}) OR NOT isfinite(${target}) THEN false`,
    `WHEN ${distance} <= ${allowed} - ${slack} THEN true`,
    `WHEN ${distance} > ${allowed} + ${slack} THEN false`,
    `ELSE ${exactly} END`,
  ].join(' ');
}

/** DuckDB's decimals end at 38 digits and fail beyond. */
const widestDecimal = 38;

/** In decimals where nothing can overflow, else digit by digit. */
function exactNumbersAgree(
  column: Column,
  { precision, scale, carrier }: ExactNumericComparison,
  tolerance: NumericTolerance,
  source: string,
  target: string,
): string {
  const amount = amountOf(tolerance);
  const digits = amount.unscaled.toString().length + 1;
  const width = precision + 1 + Math.max(digits, amount.scale + 1);
  if (carrier === 'digits' || width > widestDecimal) {
    const { text } = readingOf(column);
    return call(withinFunction.name, text(source), text(target), textLiteral(JSON.stringify(tolerance)));
  }
  const decimal = (x: string) => cast(x, `DECIMAL(${precision + 1}, ${scale})`);
  const distance = `abs(${decimal(source)} - ${decimal(target)})`;
  const literal = cast(
    textLiteral(amountText(tolerance)),
    `DECIMAL(${Math.max(digits, amount.scale + 1)}, ${amount.scale})`,
  );
  if (tolerance.kind === 'absolute') return `${distance} <= ${literal}`;
  return `${distance} <= greatest(abs(${decimal(source)}), abs(${decimal(target)})) * ${literal}`;
}
