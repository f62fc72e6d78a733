import { eachSide, fromEachSide } from '../by-side.ts';
import type { LogicalType } from '../logical-type.ts';
import { remark, type Shared, shared, type TypePair } from './unification.ts';

/** The most digits that the decimal type of DuckDB, Trino and Spark holds. */
export const widestDecimal = 38;
/** 9223372036854775807. */
const digitsOfLong = 19;

/** Large enough for every value of both sides; never through a double. */
export function unifyExactNumbers({ types }: TypePair): Shared {
  const source = exactDigits(types.source);
  const target = exactDigits(types.target);
  const scale = Math.max(source.scale, target.scale);
  const precision = Math.max(source.integers, target.integers) + scale;
  const carrier = precision <= widestDecimal ? 'decimal' : 'digits';
  return shared({ kind: 'exactNumeric', precision, scale, carrier });
}

/** At least one side is a double. */
export function unifyDoubles(pair: TypePair): Shared {
  const remarks = fromEachSide(pair.types, (type, _peer, side) =>
    type.kind === 'double'
      ? []
      : [
          remark(
            pair,
            'compared_as_double',
            side,
            'The exact number is compared as a double, because the other side is one: digits beyond the 15th to 17th do not count.',
          ),
        ],
  );
  const transforms = eachSide(pair.types, ({ kind }) => (kind === 'double' ? 'none' : 'to_double'));
  return shared({ kind: 'double' }, remarks, transforms);
}

function exactDigits(type: LogicalType): { readonly integers: number; readonly scale: number } {
  return type.kind === 'decimal'
    ? { integers: type.precision - type.scale, scale: type.scale }
    : { integers: digitsOfLong, scale: 0 };
}
