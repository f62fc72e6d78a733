import type { BySide } from '../../../domain/comparison/by-side.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { Difference, Differences } from '../../plan/differences.ts';
import type { RowComparison } from '../../plan/plan.ts';
import type { Statement } from '../../sql-session.ts';
import { chunks } from '../chunks.ts';
import { type Names, under } from '../names.ts';
import { type Candidates, hasFailed, sameKeys } from './candidates.ts';

/** A comparison on its way through stage 2. */
export interface Join {
  readonly dialect: Dialect;
  readonly comparison: RowComparison;
  readonly differences: Differences;
  readonly candidates: BySide<Candidates>;
  /** A table of the keys that occur more than once on either side; null where none does. */
  readonly repeatedKeys: string | null;
}

/** What one statement asks of every pair of matched rows. */
export interface Inquiry {
  /** Whether it counts the pairs, and those in which a test finds a difference. */
  readonly countsPairs: boolean;
  /** Indexes into the differences: how many pairs differ in this way. */
  readonly questions: readonly number[];
}

/**
 * Beyond, keeping hashes takes the engine more than another join of the rows does (measured over 600 columns of 500
 * rows: 0.4 s in statements of 8 to 32, 0.6 s of 64, 26 s and 2.8 GB in a single one).
 */
const questionsAtOnce = 32;

/** All that is to be asked, in statements that the engine can hold: a single one for all but wide tables. */
export function inquiriesInto({ all }: Differences): readonly Inquiry[] {
  const questions = all.map((_, index) => index);
  if (questions.length <= questionsAtOnce) return [{ countsPairs: true, questions }];
  const parts = chunks(questions, questionsAtOnce);
  return [
    { countsPairs: true, questions: [] },
    ...parts.map((some) => ({ countsPairs: false, questions: some })),
  ];
}

/** By question, what hashes of differing keys are below to be kept; all are where it has none. */
export type HashBounds = ReadonlyMap<number, bigint>;

/** Hashes are spread evenly over all numbers of 64 bits, with their signs. */
const hashesInAll = 2n ** 64n;

/**
 * Bounds that leave each question enough hashes, and an engine that would hold all of them few enough. So many of so many
 * are below a bound as chance has it: six deviations more than are wanted, and there are enough.
 */
export function hashBounds(
  { dialect, differences }: Join,
  differing: ReadonlyMap<number, number>,
): HashBounds {
  return new Map(
    [...differing].flatMap(([question, count]) => {
      const { evidenceRows = 0 } = differences.all[question] ?? {};
      const enough = evidenceRows + 6 * Math.ceil(Math.sqrt(evidenceRows)) + 36;
      if (count <= Math.max(enough, dialect.mostSmallestOf ?? count)) return [];
      return [[question, (hashesInAll * BigInt(enough)) / BigInt(count) - hashesInAll / 2n] as const];
    }),
  );
}

/**
 * Joins the rows whose keys occur once and asks questions of every pair: how many pairs there are (`matched`,
 * `mismatched`), and how many differ (`d0`, `d1`, …). No row is multiplied, because no key is there twice. With
 * `kept` the hashes of some differing keys come along, the smallest (`k0`, `k1`, …), so that the evidence can find these
 * rows again.
 */
export function matchedStatement(
  join: Join,
  { countsPairs, questions }: Inquiry,
  kept: HashBounds | null,
): Statement {
  const { dialect, differences } = join;
  const ofTests = countsPairs ? [...new Set(differences.ofTest)] : [];
  const asked = [...new Set([...ofTests, ...questions])].map((index) => {
    const difference = differences.all[index];
    if (difference === undefined) throw new TypeError('Only what is a question can be asked.');
    return `${differs(join, difference, under('s'), under('t'))} AS d${index}`;
  });
  const anyTest = ofTests.map((index) => `d${index}`).join(' OR ');
  const counts = [
    ...(countsPairs ? ['count(*) AS matched', `${dialect.countWhere(anyTest)} AS mismatched`] : []),
    ...questions.map((index) => `${dialect.countWhere(`d${index}`)} AS d${index}`),
    ...(kept === null ? [] : keptHashes(differences, questions)).map(({ question, rows }) => {
      const bound = kept?.get(question);
      const isKept = bound === undefined ? `d${question}` : `d${question} AND key_hash < ${bound}`;
      return `${dialect.smallestWhere('key_hash', rows, isKept)} AS k${question}`;
    }),
  ];
  const [source, target] = [lone(join, 'source', 's'), lone(join, 'target', 't')];
  return {
    sql: [
      `SELECT ${counts.join(', ')}`,
      `FROM (SELECT ${[...asked, 's.key_hash'].join(', ')}`,
      `  FROM ${source}`,
      `  JOIN ${target} ON ${sameKeys(dialect, join.candidates.source.scan, 's', 't')})`,
    ].join('\n'),
  };
}

/** A table of no hashes yet, in rows of `question` and `key_hash`. */
export function emptyHashesTable(dialect: Dialect, table: string): Statement {
  const none = 'SELECT CAST(0 AS INTEGER) AS question, CAST(0 AS BIGINT) AS key_hash WHERE false';
  return dialect.createTable(table, none);
}

/** The hashes that such a statement kept, as rows of `question` and `key_hash`, out of a table of its answer. */
export function keptHashesQuery(
  { dialect, differences }: Join,
  { questions }: Inquiry,
  matched: string,
): string | null {
  const kept = keptHashes(differences, questions).map(({ question }) =>
    dialect.unnested([`${question} AS question`], `k${question}`, 'key_hash', dialect.identifier(matched)),
  );
  return kept.length === 0 ? null : kept.join(' UNION ALL ');
}

/** The questions of which evidence is wanted, and how many rows of it. */
function keptHashes({ all }: Differences, questions: readonly number[]) {
  return questions
    .map((question) => ({ question, rows: all[question]?.evidenceRows ?? 0 }))
    .filter(({ rows }) => rows > 0);
}

/** The rows of a side whose keys can be read and occur once. */
export function lone(
  { dialect, candidates, repeatedKeys }: Join,
  side: 'source' | 'target',
  alias: string,
): string {
  const { from, scan } = candidates[side];
  const conditions = [
    ...(scan.keyFailed === null ? [] : [`NOT ${alias}.key_failed`]),
    ...(repeatedKeys === null
      ? []
      : [
          `NOT EXISTS (SELECT 1 FROM ${dialect.identifier(repeatedKeys)} AS r WHERE ${sameKeys(dialect, scan, alias, 'r')})`,
        ]),
  ];
  if (conditions.length === 0) return `${from} AS ${alias}`;
  return `(SELECT * FROM ${from} AS ${alias} WHERE ${conditions.join(' AND ')}) AS ${alias}`;
}

/** Whether two matched rows differ; true or false, never NULL. */
export function differs(join: Join, { columns, tolerance }: Difference, s: Names, t: Names): string {
  const { dialect, comparison, candidates } = join;
  const parts = columns.map((column) => {
    const index = comparison.keys.length + column;
    const [a, b] = [s(`v${index}`), t(`v${index}`)];
    const pair = comparison.columns[column];
    const unequal = `NOT (${dialect.isSame(a, b)})`;
    const beyond =
      tolerance === null || pair === undefined
        ? unequal
        : `(${unequal} AND NOT coalesce(${dialect.agree(pair.source, tolerance, a, b)}, false))`;
    const failed = [hasFailed(candidates.source, index, s), hasFailed(candidates.target, index, t)];
    return [beyond, ...failed.filter((failure) => failure !== null)].join(' OR ');
  });
  return `(${parts.join(' OR ')})`;
}
