import { identifier } from '../../../engine/dialects/duckdb/lexical.ts';
import type { SqlSession } from '../../../engine/sql-session.ts';
import { type InferredType, inferType } from './infer-type.ts';
import { nullTexts, profileTexts, type TextColumn, type TextProfile } from './profile-texts.ts';
import { isExactAsDouble, isOneOf, kindSet, notFiniteTexts } from './value-kinds.ts';

/** A column of texts, looked at from its first value to its last. */
export interface InferredColumn {
  readonly profile: TextProfile;
  readonly type: InferredType;
}

/** What the columns of a relation of texts are to be read as. */
export async function inferTypes(
  session: SqlSession,
  from: string,
  columns: readonly TextColumn[],
  signal?: AbortSignal,
): Promise<readonly InferredColumn[]> {
  const profiles = await profileTexts(session, from, columns, signal);
  const inferred = profiles.map((profile) => ({ profile, type: inferType(profile) }));
  const refuted = await refutedDoubles(session, from, columns, inferred, signal);
  return inferred.map((column, index) => (refuted.has(index) ? withoutDouble(column) : column));
}

function withoutDouble({ profile }: InferredColumn): InferredColumn {
  const narrower = { ...profile, kinds: profile.kinds & ~kindSet(['double']) };
  return { profile: narrower, type: inferType(narrower) };
}

/**
 * Those columns that would be doubles, of which a double would round a value or which hold no number at all, only NaN
 * and infinities. Taking numbers apart costs as much as all else together, and few columns need it, so they are looked
 * at once more.
 */
async function refutedDoubles(
  session: SqlSession,
  from: string,
  columns: readonly TextColumn[],
  inferred: readonly InferredColumn[],
  signal?: AbortSignal,
): Promise<ReadonlySet<number>> {
  const doubles = inferred.flatMap(({ type }, index) => (type.castTo === 'DOUBLE' ? [index] : []));
  if (doubles.length === 0) return new Set();
  const checks = doubles.map((index) => {
    const value = identifier(columns[index]?.name ?? '');
    const isNumber = `${value} IS NOT NULL AND NOT ${isOneOf(value, [...nullTexts, ...notFiniteTexts])}`;
    return `bool_and(${isExactAsDouble(value, nullTexts)}) AND bool_or(${isNumber}) AS e${index}`;
  });
  const [row] = await session.query({ sql: `SELECT ${checks.join(', ')} FROM ${from}` }, { signal });
  return new Set(doubles.filter((index) => row?.[`e${index}`] !== true));
}
