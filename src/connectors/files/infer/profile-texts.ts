import { countWhere, identifier, textLiteral } from '../../../engine/dialects/duckdb/lexical.ts';
import type { Row, SqlSession } from '../../../engine/sql-session.ts';
import { allKinds, hasKind, isOneOf, type KindSet, kindsOfValue } from './value-kinds.ts';

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
  /** How many values are one of `nullTexts`, and which of these occur. */
  readonly nullTexts: { readonly count: number; readonly spellings: readonly string[] };
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

/**
 * A wider file is read once for each so many columns: the engine plans and compiles some ten aggregates of patterns for
 * each, in memory that its limit does not bound. Fewer at once cost as much to plan, and more passes.
 */
const columnsAtOnce = 120;

/** Passes over the whole relation, whatever its size, in constant memory; the first rows narrow down what to look for. */
export async function profileTexts(
  session: SqlSession,
  from: string,
  columns: readonly TextColumn[],
  signal?: AbortSignal,
): Promise<readonly TextProfile[]> {
  const profiles: TextProfile[] = [];
  for (let first = 0; first < columns.length; first += columnsAtOnce) {
    const some = columns.slice(first, first + columnsAtOnce);
    const narrowed = await narrow(session, `(SELECT * FROM ${from} LIMIT ${sampleRows})`, some, signal);
    profiles.push(...(await profileSome(session, from, narrowed, signal)));
  }
  return profiles;
}

/** The columns with only those candidates that a sample does not refute. */
async function narrow(
  session: SqlSession,
  sample: string,
  columns: readonly TextColumn[],
  signal?: AbortSignal,
): Promise<readonly TextColumn[]> {
  const kinds = columns.flatMap(({ name, candidates }, index) =>
    candidates === 0
      ? []
      : [`bit_and(${kindsOfValue(identifier(name), candidates, nullTexts)}) AS k${index}`],
  );
  if (kinds.length === 0) return columns;
  const [row] = await session.query({ sql: `SELECT ${kinds.join(', ')} FROM ${sample}` }, { signal });
  return columns.map((column, index) => ({
    ...column,
    candidates: column.candidates & numberOf(row, `k${index}`, allKinds),
  }));
}

async function profileSome(
  session: SqlSession,
  from: string,
  columns: readonly TextColumn[],
  signal?: AbortSignal,
): Promise<readonly TextProfile[]> {
  const aggregates = columns.flatMap(({ name, candidates }, index) =>
    profileSql(identifier(name), candidates, index),
  );
  const sql = `SELECT ${['count(*) AS n', ...aggregates].join(', ')} FROM ${from}`;
  const [row] = await session.query({ sql }, { signal });
  return columns.map(({ candidates }, index) => ({
    rows: numberOf(row, 'n', 0),
    values: numberOf(row, `v${index}`, 0),
    kinds: candidates & numberOf(row, `k${index}`, allKinds),
    nullTexts: {
      count: numberOf(row, `t${index}`, 0),
      spellings: nullTexts.filter((_, place) => (numberOf(row, `ts${index}`, 0) & (1 << place)) !== 0),
    },
    integerDigits: numberOf(row, `i${index}`, 0),
    scale: numberOf(row, `s${index}`, 0),
    leastFraction: numberOf(row, `pl${index}`, 0),
    greatestFraction: numberOf(row, `pg${index}`, 0),
    leastTime: textOf(row, `ml${index}`),
    greatestTime: textOf(row, `mg${index}`),
  }));
}

/** What is to be known of a column's values, each as an aggregate that ends in the column's index. */
function profileSql(value: string, candidates: KindSet, index: number): readonly string[] {
  if (candidates === 0) return [`count(${value}) AS v${index}`];
  const isNullText = isOneOf(value, nullTexts);
  const spelling = nullTexts.map((text, place) => `WHEN ${textLiteral(text)} THEN ${1 << place}`);
  const own = `CASE WHEN NOT ${isNullText} THEN ${value} END`;
  return [
    `count(${value}) AS v${index}`,
    `bit_and(${kindsOfValue(value, candidates, nullTexts)}) AS k${index}`,
    `${countWhere(isNullText)} AS t${index}`,
    `bit_or(CASE ${value} ${spelling.join(' ')} ELSE 0 END) AS ts${index}`,
    ...(hasKind(candidates, 'decimal') ? digitsSql(own, index) : []),
    ...(hasKind(candidates, 'timestamp') || hasKind(candidates, 'zonedTimestamp')
      ? timesSql(own, hasKind(candidates, 'zonedTimestamp'), index)
      : []),
  ];
}

function digitsSql(value: string, index: number): readonly string[] {
  const point = `strpos(${value}, '.')`;
  const sign = `CASE WHEN starts_with(${value}, '-') THEN 1 ELSE 0 END`;
  const integerDigits = `CASE ${point} WHEN 0 THEN length(${value}) ELSE ${point} - 1 END - ${sign}`;
  const scale = `CASE ${point} WHEN 0 THEN 0 ELSE length(${value}) - ${point} END`;
  return [`max(${integerDigits}) AS i${index}`, `max(${scale}) AS s${index}`];
}

function timesSql(value: string, zoned: boolean, index: number): readonly string[] {
  // `2024-01-31 10:00:00.` has 20 characters; with an offset behind it the digits have to be looked for.
  const fraction = zoned
    ? `length(regexp_extract(${value}, '\\.([0-9]+)', 1))`
    : `greatest(length(${value}) - 20, 0)`;
  return [
    `min(${fraction}) AS pl${index}`,
    `max(${fraction}) AS pg${index}`,
    `min(${value}) AS ml${index}`,
    `max(${value}) AS mg${index}`,
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
