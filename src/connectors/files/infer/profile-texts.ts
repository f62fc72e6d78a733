import { identifier } from '../../../engine/dialects/duckdb/lexical.ts';
import type { Row, SqlSession } from '../../../engine/sql-session.ts';
import { allKinds, hasKind, isOneOf, type KindSet, kindsOfValue, notFiniteTexts } from './value-kinds.ts';

/** A column of texts and the kinds to look for in it; 0 counts its values and no more. */
export interface TextColumn {
  /** Its name in the relation. */
  readonly name: string;
  readonly candidates: KindSet;
}

/** What all values of a column have in common. */
export interface TextProfile {
  readonly rows: number;
  /** Values that are not NULL. */
  readonly values: number;
  /** The kinds that every value is of, null texts aside. */
  readonly kinds: KindSet;
  /** How many values are one of `nullTexts`, and the least and greatest of them. */
  readonly nullTexts: {
    readonly count: number;
    readonly least: string | null;
    readonly greatest: string | null;
  };
  /** How many are NaN or infinite. */
  readonly notFinite: number;
  /** The most digits before and after the decimal point. */
  readonly integerDigits: number;
  readonly scale: number;
  /** Digits of the fraction of a second. */
  readonly leastFraction: number;
  readonly greatestFraction: number;
  /** The first and the last in the order of texts, which for ISO 8601 is that of time; null unless looked at. */
  readonly leastTime: string | null;
  readonly greatestTime: string | null;
}

/**
 * Texts that some writers put where there is no value. In a column that is otherwise text they are text; in one of
 * numbers or dates they cannot be a value.
 */
export const nullTexts = ['NULL', 'null', '\\N', 'NA', 'N/A', 'None'] as const;

/** A kind that the first rows refute need not be looked for in the others: half of the cost of a column of text. */
const sampleRows = 10_000;

/** One pass over the whole relation, whatever its size, in constant memory; the first rows narrow down what to look for. */
export async function profileTexts(
  session: SqlSession,
  from: string,
  columns: readonly TextColumn[],
  signal?: AbortSignal,
): Promise<readonly TextProfile[]> {
  const sample = `(SELECT * FROM ${from} LIMIT ${sampleRows})`;
  const [narrowing] = await session.query({ sql: profileSql(sample, columns) }, { signal });
  const narrowed = columns.map((column, index) => ({
    ...column,
    candidates: column.candidates & numberOf(narrowing, `k${index}`, allKinds),
  }));
  const [row] = await session.query({ sql: profileSql(from, narrowed) }, { signal });
  return narrowed.map(({ candidates }, index) => ({
    rows: numberOf(row, 'n', 0),
    values: numberOf(row, `v${index}`, 0),
    kinds: candidates & numberOf(row, `k${index}`, allKinds),
    nullTexts: {
      count: numberOf(row, `t${index}`, 0),
      least: textOf(row, `tl${index}`),
      greatest: textOf(row, `tg${index}`),
    },
    notFinite: numberOf(row, `f${index}`, 0),
    integerDigits: numberOf(row, `i${index}`, 0),
    scale: numberOf(row, `s${index}`, 0),
    leastFraction: numberOf(row, `pl${index}`, 0),
    greatestFraction: numberOf(row, `pg${index}`, 0),
    leastTime: textOf(row, `ml${index}`),
    greatestTime: textOf(row, `mg${index}`),
  }));
}

function profileSql(from: string, columns: readonly TextColumn[]): string {
  const aggregates = columns.flatMap(({ name, candidates }, index) =>
    profileOf(identifier(name), candidates, index),
  );
  return `SELECT ${['count(*) AS n', ...aggregates].join(', ')} FROM ${from}`;
}

function profileOf(value: string, candidates: KindSet, index: number): string[] {
  const isNullText = isOneOf(value, nullTexts);
  const point = `strpos(${value}, '.')`;
  const sign = `CASE WHEN starts_with(${value}, '-') THEN 1 ELSE 0 END`;
  const integerDigits = `CASE ${point} WHEN 0 THEN length(${value}) ELSE ${point} - 1 END - ${sign}`;
  const scale = `CASE ${point} WHEN 0 THEN 0 ELSE length(${value}) - ${point} END`;
  // `2024-01-31 10:00:00.` has 20 characters; with an offset behind it the digits have to be looked for.
  const fraction = hasKind(candidates, 'zonedTimestamp')
    ? `length(regexp_extract(${value}, '\\.([0-9]+)', 1))`
    : `greatest(length(${value}) - 20, 0)`;
  const own = `FILTER (WHERE NOT ${isNullText})`;
  return [
    `count(${value}) AS v${index}`,
    ...(candidates === 0
      ? []
      : [
          `bit_and(${kindsOfValue(value, candidates, nullTexts)}) AS k${index}`,
          `count(*) FILTER (WHERE ${isNullText}) AS t${index}`,
          `min(${value}) FILTER (WHERE ${isNullText}) AS tl${index}`,
          `max(${value}) FILTER (WHERE ${isNullText}) AS tg${index}`,
        ]),
    ...(hasKind(candidates, 'decimal')
      ? [`max(${integerDigits}) ${own} AS i${index}`, `max(${scale}) ${own} AS s${index}`]
      : []),
    ...(hasKind(candidates, 'double')
      ? [`count(*) FILTER (WHERE ${isOneOf(value, notFiniteTexts)}) AS f${index}`]
      : []),
    ...(hasKind(candidates, 'timestamp') || hasKind(candidates, 'zonedTimestamp')
      ? [
          `min(${fraction}) ${own} AS pl${index}`,
          `max(${fraction}) ${own} AS pg${index}`,
          `min(${value}) ${own} AS ml${index}`,
          `max(${value}) ${own} AS mg${index}`,
        ]
      : []),
  ];
}

function numberOf(row: Row | undefined, name: string, absent: number): number {
  const cell = row?.[name];
  return cell === undefined || cell === null ? absent : Number(cell);
}

function textOf(row: Row | undefined, name: string): string | null {
  const cell = row?.[name];
  return typeof cell === 'string' ? cell : null;
}
