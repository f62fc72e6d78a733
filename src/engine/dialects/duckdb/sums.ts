import type { Column } from '../../plan/plan.ts';
import type { SumPart } from '../dialect.ts';
import { impossible } from '../impossible.ts';
import { cast, countWhere } from './lexical.ts';

const none = 'NULL';

/** Digits that leave room in a 38-digit sum for ten thousand million rows. */
const digitsThatSum = 28;

export function sumPartsOf(column: Column, value: string): Readonly<Record<SumPart, string>> {
  const type = column.comparisonType;
  if (type.kind === 'double') {
    const finite = `CASE WHEN isfinite(${value}) THEN ${value} END`;
    return {
      exact: none,
      sum: cast(`fsum(${finite})`, 'VARCHAR'),
      magnitude: cast(`fsum(abs(${finite}))`, 'VARCHAR'),
      notANumber: countWhere(`isnan(${value})`),
      infinite: countWhere(`${value} = 'Infinity'::DOUBLE`),
      negativeInfinite: countWhere(`${value} = '-Infinity'::DOUBLE`),
    };
  }
  if (type.kind !== 'exactNumeric') return impossible(column);
  const { precision, scale, carrier } = type;
  return {
    exact:
      carrier === 'decimal' && precision <= digitsThatSum
        ? cast(`sum(${value})`, 'VARCHAR')
        : `${cast(`sum(${carrier === 'digits' ? value : unscaled(value)})`, 'VARCHAR')} || 'e-${scale}'`,
    sum: none,
    magnitude: none,
    notANumber: none,
    infinite: none,
    negativeInfinite: none,
  };
}

function unscaled(decimal: string): string {
  return cast(`replace(${cast(decimal, 'VARCHAR')}, '.', '')`, 'BIGNUM');
}
