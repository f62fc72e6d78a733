import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { TextProfile } from './profile-texts.ts';
import { hasKind } from './value-kinds.ts';

/** What a column of texts is read as. */
export interface InferredType {
  readonly logicalType: LogicalType;
  /** The engine's type that its texts are cast to; null leaves them as they are. */
  readonly castTo: string | null;
  /** A text that stands for NULL in this column. */
  readonly nullText: string | null;
  /** There is no value at all, so nothing is known about its type. */
  readonly allNull: boolean;
}

/** The widest decimal that the engine has. */
const maxDecimalDigits = 38;

/**
 * The narrowest type that loses nothing of any value; text where there is none. Whether a double loses nothing is not
 * known yet, nor whether there is a number among NaN and infinities.
 */
export function inferType(profile: TextProfile): InferredType {
  const { count, spellings } = profile.nullTexts;
  if (profile.values === count) return { ...text, allNull: profile.values === 0 };
  // Beside real NULLs, or with two spellings, it is not known to mean NULL.
  if (count > 0 && (profile.values < profile.rows || spellings.length > 1)) return text;
  const type = typeOf(profile);
  return type === null ? text : { ...type, nullText: spellings[0] ?? null, allNull: false };
}

const text: InferredType = Object.freeze<InferredType>({
  logicalType: { kind: 'string' },
  castTo: null,
  nullText: null,
  allNull: false,
});

function typeOf(profile: TextProfile): Pick<InferredType, 'logicalType' | 'castTo'> | null {
  const { kinds } = profile;
  if (hasKind(kinds, 'long')) return { logicalType: { kind: 'long' }, castTo: 'BIGINT' };
  const precision = profile.integerDigits + profile.scale;
  if (hasKind(kinds, 'decimal') && precision <= maxDecimalDigits) {
    const { scale } = profile;
    return { logicalType: { kind: 'decimal', precision, scale }, castTo: `DECIMAL(${precision},${scale})` };
  }
  if (hasKind(kinds, 'double')) {
    return { logicalType: { kind: 'double' }, castTo: 'DOUBLE' };
  }
  if (hasKind(kinds, 'booleanLower') || hasKind(kinds, 'booleanTitle') || hasKind(kinds, 'booleanUpper')) {
    return { logicalType: { kind: 'boolean' }, castTo: 'BOOLEAN' };
  }
  if (hasKind(kinds, 'date')) return { logicalType: { kind: 'date' }, castTo: 'DATE' };
  if (hasKind(kinds, 'timestamp')) return timestamp(profile, false);
  if (hasKind(kinds, 'zonedTimestamp')) return timestamp(profile, true);
  return null;
}

/**
 * Writers leave out zeros, so `10:00:00` says nothing about precision and is taken as exact. Only three, six or nine
 * digits in *every* value are the mark of a writer with that precision.
 */
function timestamp(
  profile: TextProfile,
  zoned: boolean,
): Pick<InferredType, 'logicalType' | 'castTo'> | null {
  const { leastFraction, greatestFraction } = profile;
  const finest = greatestFraction > 6 ? 9 : 6;
  if (finest === 9 && !isInNanosecondRange(profile)) return null;
  const fixed = leastFraction === greatestFraction && [3, 6, 9].includes(leastFraction);
  const precision = fixed ? leastFraction : finest;
  const castTo = zoned ? 'TIMESTAMPTZ' : finest === 9 ? 'TIMESTAMP_NS' : 'TIMESTAMP';
  return { logicalType: { kind: 'timestamp', precision, zoned }, castTo };
}

/** The engine counts nanoseconds since 1970 in 64 bits: from 1677-09-21 to 2262-04-11, both of them cut short. */
function isInNanosecondRange({ leastTime, greatestTime }: TextProfile): boolean {
  return (
    leastTime !== null && greatestTime !== null && leastTime > '1677-09-22' && greatestTime < '2262-04-11'
  );
}
