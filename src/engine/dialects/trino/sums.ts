import type { Column } from '../../plan/plan.ts';
import type { SumPart } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { call, cast } from './lexical.ts';

const none = 'CAST(NULL AS VARCHAR)';

/** Digits that leave room in a 38-digit sum for ten thousand million rows. */
const digitsThatSum = 28;
/** Wider numbers are summed in two parts of half the digits each. */
const halfDigits = 19;

export function sumPartsOf(column: Column, value: string): Readonly<Record<SumPart, string>> {
  const type = column.comparisonType;
  if (type.kind === 'double') {
    const finite = `IF(is_finite(${value}), ${value})`;
    return {
      exact: none,
      sum: cast(call('sum', finite), 'VARCHAR'),
      magnitude: cast(call('sum', `abs(${finite})`), 'VARCHAR'),
      notANumber: `count_if(is_nan(${value}))`,
      infinite: `count_if(${value} = infinity())`,
      negativeInfinite: `count_if(${value} = -infinity())`,
    };
  }
  if (type.kind !== 'exactNumeric') return impossible(column);
  const { precision, scale } = type;
  return {
    exact:
      precision <= digitsThatSum
        ? cast(call('sum', cast(value, `DECIMAL(38, ${scale})`)), 'VARCHAR')
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
  const unscaled = cast(`replace(${cast(value, 'VARCHAR')}, '.', '')`, 'DECIMAL(38, 0)');
  const unit = `DECIMAL '1${'0'.repeat(halfDigits)}'`;
  const lower = `mod(${unscaled}, ${unit})`;
  const upper = `(${unscaled} - ${lower}) / ${unit}`;
  const text = (part: string) => cast(call('sum', cast(part, 'DECIMAL(38, 0)')), 'VARCHAR');
  return `${text(upper)} || 'e${halfDigits - scale} ' || ${text(lower)} || 'e-${scale}'`;
}
