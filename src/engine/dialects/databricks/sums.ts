import type { Column } from '../../plan/plan.ts';
import type { SumPart } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { call, cast } from './lexical.ts';
import { isFiniteDouble } from './read-numbers.ts';

const none = 'CAST(NULL AS STRING)';

/** A sum has ten digits more than its numbers, and 38 at most: room for ten thousand million rows. */
const digitsThatSum = 28;
/** Wider numbers are summed in two parts of half the digits each. */
const halfDigits = 19;

export function sumPartsOf(column: Column, value: string): Readonly<Record<SumPart, string>> {
  const type = column.comparisonType;
  if (type.kind === 'double') {
    const finite = `CASE WHEN ${isFiniteDouble(value)} THEN ${value} END`;
    return {
      exact: none,
      sum: cast(call('sum', finite), 'STRING'),
      magnitude: cast(call('sum', `abs(${finite})`), 'STRING'),
      notANumber: `count_if(isnan(${value}))`,
      infinite: `count_if(${value} = double('Infinity'))`,
      negativeInfinite: `count_if(${value} = double('-Infinity'))`,
    };
  }
  if (type.kind !== 'exactNumeric') return impossible(column);
  const { precision, scale } = type;
  return {
    exact:
      precision <= digitsThatSum
        ? cast(call('sum', cast(value, `DECIMAL(${digitsThatSum}, ${scale})`)), 'STRING')
        : sumInHalves(value, scale),
    sum: none,
    magnitude: none,
    notANumber: none,
    infinite: none,
    negativeInfinite: none,
  };
}

/** Two sums, of the upper and of the lower digits, which together are the sum whatever its length. */
function sumInHalves(value: string, scale: number): string {
  // A number below one is written with a zero before its point: one digit more than it has.
  const digits = `right(lpad(regexp_replace(${cast(value, 'STRING')}, '[^0-9]', ''), 39, '0'), 38)`;
  const sign = `CASE WHEN ${value} < 0 THEN '-' ELSE '' END`;
  const half = (start: number) =>
    cast(
      call('sum', cast(`concat(${sign}, substr(${digits}, ${start}, ${halfDigits}))`, 'DECIMAL(28, 0)')),
      'STRING',
    );
  return `concat(${half(1)}, 'e${halfDigits - scale} ', ${half(1 + halfDigits)}, 'e-${scale}')`;
}
