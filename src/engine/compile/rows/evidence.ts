import type { EvidenceKind } from '../../../domain/comparison/pair-report.ts';
import type { Side } from '../../../domain/comparison/resolution.ts';
import type { RowTest } from '../../plan/plan.ts';
import type { Statement } from '../../sql-session.ts';
import { chunks } from '../chunks.ts';
import { under } from '../names.ts';
import { sameKeys } from './candidates.ts';
import { differs, type Join, lone } from './matched-rows.ts';
import { valueCounts } from './repeated-keys.ts';
import { wholeRowCounts } from './whole-rows.ts';

/** The names of the tables that hold what the evidence is taken from. */
export interface EvidenceTables {
  /** The hashes of differing keys, by question. */
  readonly hashes: string;
  /** The rows of either side that those hashes find again. */
  readonly source: string;
  readonly target: string;
  /** The rows with repeated keys; null where there are none. */
  readonly repeated: string | null;
}

/** Finds the rows again whose hashes were kept, on either side. */
export function evidenceRowsTable(join: Join, side: Side, tables: EvidenceTables): Statement {
  const { dialect } = join;
  const hashes = `SELECT key_hash FROM ${dialect.identifier(tables.hashes)}`;
  const query = `SELECT * FROM ${lone(join, side, 'c')} WHERE key_hash IN (${hashes})`;
  return dialect.createTable(tables[side], query);
}

/** Queries for all evidence of a comparison by keys, in the columns of `EvidenceRow`. */
export function keyedEvidence(join: Join, tables: EvidenceTables, found: EvidenceWanted): readonly string[] {
  const { tests } = join.comparison;
  return unions(join, [
    ...tests.flatMap((test, index) =>
      found.differing[index] === true ? [differentPairs(join, test, index, tables)] : [],
    ),
    ...(tables.repeated === null
      ? []
      : tests.flatMap((test, index) =>
          found.differingRepeated[index] === true
            ? [differentBags(join, test, index, tables.repeated ?? '')]
            : [],
        )),
    ...(found.unmatched.source ? [unmatchedRows(join, 'source', found.unmatchedRows)] : []),
    ...(found.unmatched.target ? [unmatchedRows(join, 'target', found.unmatchedRows)] : []),
    ...(tables.repeated === null ? [] : [surplusRows(join, tables.repeated, found.unmatchedRows)]),
  ]);
}

/** What there is evidence of, so that nothing is looked for in vain. */
export interface EvidenceWanted {
  /** By test. */
  readonly differing: readonly boolean[];
  readonly differingRepeated: readonly boolean[];
  readonly unmatched: { readonly source: boolean; readonly target: boolean };
  readonly unmatchedRows: number;
}

function differentPairs(join: Join, test: RowTest, index: number, tables: EvidenceTables): string {
  const { dialect, differences, comparison, candidates } = join;
  const question = differences.ofTest[index] ?? -1;
  const difference = differences.all[question];
  if (difference === undefined) throw new TypeError('Every test asks a question.');
  const texts = (side: Side, alias: string, positions: readonly number[]) =>
    dialect.list(
      positions.map((position) => candidates[side].scan.columns[position]?.shown(under(alias)) ?? 'NULL'),
    );
  const keys = comparison.keys.map((_, position) => position);
  const values = test.columns.map((column) => comparison.keys.length + column);
  return evidenceQuery(join, {
    test: test.testId,
    kind: 'different',
    key: texts('source', 's', keys),
    source: texts('source', 's', values),
    target: texts('target', 't', values),
    differing: dialect.list(
      test.columns.map((column) =>
        differs(join, { ...difference, columns: [column] }, under('s'), under('t')),
      ),
    ),
    sourceRows: '1',
    targetRows: '1',
    from: `${dialect.identifier(tables.source)} AS s JOIN ${dialect.identifier(tables.target)} AS t ON ${sameKeys(dialect, candidates.source.scan, 's', 't')}`,
    where: `${differs(join, difference, under('s'), under('t'))} AND s.key_hash IN (SELECT key_hash FROM ${dialect.identifier(tables.hashes)} WHERE question = ${question})`,
    limit: test.evidenceRows,
  });
}

/** Of repeated keys, the values that one side has more often than the other. */
function differentBags(join: Join, test: RowTest, index: number, rows: string): string {
  const { dialect, differences, comparison } = join;
  const difference = differences.all[differences.ofTest[index] ?? -1];
  if (difference === undefined) throw new TypeError('Every test asks a question.');
  const shown = dialect.list(difference.columns.map((column) => `shown${comparison.keys.length + column}`));
  return evidenceQuery(join, {
    test: test.testId,
    kind: 'different',
    key: dialect.list(comparison.keys.map((_, position) => `t${position}`)),
    source: `CASE WHEN cs > 0 THEN ${shown} END`,
    target: `CASE WHEN ct > 0 THEN ${shown} END`,
    sourceRows: 'cs',
    targetRows: 'ct',
    from: `(${valueCounts(join, difference, rows)})`,
    where: 'cs <> ct OR failed',
    limit: test.evidenceRows,
  });
}

/** Rows whose key the other side does not have, or whose key cannot be read. */
function unmatchedRows(join: Join, side: Side, limit: number): string {
  const { dialect, candidates } = join;
  const other = side === 'source' ? 'target' : 'source';
  const { scan } = candidates[side];
  const matches = `SELECT 1 FROM ${candidates[other].from} AS o WHERE NOT o.key_failed AND ${sameKeys(dialect, scan, 'c', 'o')}`;
  const shown = (columns: typeof scan.columns) =>
    dialect.list(columns.map((column) => column.shown(under('c'))));
  return evidenceQuery(join, {
    test: null,
    kind: side === 'source' ? 'onlyInSource' : 'onlyInTarget',
    key: shown(scan.keyColumns),
    source: side === 'source' ? shown(scan.valueColumns) : 'NULL',
    target: side === 'target' ? shown(scan.valueColumns) : 'NULL',
    sourceRows: side === 'source' ? '1' : '0',
    targetRows: side === 'target' ? '1' : '0',
    from: `${candidates[side].from} AS c`,
    where: `c.key_failed OR NOT EXISTS (${matches})`,
    limit,
  });
}

/** Repeated keys that both sides have, but one of them more often. */
function surplusRows({ dialect, comparison, candidates }: Join, rows: string, limit: number): string {
  const { keys, valueColumns } = candidates.source.scan;
  const any = (position: number) => `any_value(t${position})`;
  const values = dialect.list(valueColumns.map((_, index) => any(comparison.keys.length + index)));
  const [ns, nt] = [dialect.countWhere('is_source'), dialect.countWhere('NOT is_source')];
  return [
    `(SELECT NULL AS test_id, CASE WHEN ${ns} > ${nt} THEN 'onlyInSource' ELSE 'onlyInTarget' END AS kind,`,
    `${dialect.list(comparison.keys.map((_, position) => any(position)))} AS key,`,
    `CASE WHEN ${ns} > ${nt} THEN ${values} END AS source, CASE WHEN ${nt} > ${ns} THEN ${values} END AS target,`,
    `NULL AS differing, ${ns} AS source_rows, ${nt} AS target_rows`,
    `FROM ${dialect.identifier(rows)} GROUP BY ${keys.join(', ')} HAVING ${ns} <> ${nt} AND ${ns} > 0 AND ${nt} > 0 LIMIT ${limit})`,
  ].join(' ');
}

/** The evidence of a comparison of whole rows. */
export function wholeRowEvidence(join: Join, limit: number): readonly string[] {
  const { dialect, comparison } = join;
  const values = dialect.list(comparison.columns.map((_, index) => `t${index}`));
  const side = (kind: EvidenceKind, isMore: string) =>
    evidenceQuery(join, {
      test: null,
      kind,
      key: dialect.list([]),
      source: kind === 'onlyInSource' ? values : 'NULL',
      target: kind === 'onlyInTarget' ? values : 'NULL',
      sourceRows: 'cs',
      targetRows: 'ct',
      from: `(${wholeRowCounts(join)})`,
      where: isMore,
      limit,
    });
  return unions(join, [
    side('onlyInSource', 'cs > ct OR (failed AND cs > 0)'),
    side('onlyInTarget', 'ct > cs OR (failed AND ct > 0)'),
  ]);
}

interface EvidenceQuery {
  readonly test: string | null;
  readonly kind: EvidenceKind;
  readonly key: string;
  readonly source: string;
  readonly target: string;
  /** Left out where there are not two rows to tell apart. */
  readonly differing?: string;
  readonly sourceRows: string;
  readonly targetRows: string;
  readonly from: string;
  readonly where: string;
  readonly limit: number;
}

function evidenceQuery({ dialect }: Join, query: EvidenceQuery): string {
  const test = query.test === null ? 'NULL' : dialect.textLiteral(query.test);
  const columns = [
    `${test} AS test_id`,
    `${dialect.textLiteral(query.kind)} AS kind`,
    `${query.key} AS key`,
    `${query.source} AS source`,
    `${query.target} AS target`,
    `${query.differing ?? 'NULL'} AS differing`,
    `${query.sourceRows} AS source_rows`,
    `${query.targetRows} AS target_rows`,
  ];
  return `(SELECT ${columns.join(', ')} FROM ${query.from} WHERE ${query.where} LIMIT ${query.limit})`;
}

/** Each is a join of its own, and the engine plans a statement of too many of them for longer than it runs. */
const partsAtOnce = 32;

/** The parts under one another, in the types that the file has whatever parts there are. */
function unions({ dialect }: Join, parts: readonly string[]): readonly string[] {
  return chunks(parts, partsAtOnce).map((some) =>
    [
      `SELECT CAST(test_id AS ${dialect.textType}) AS test_id, kind, key, CAST(source AS ${dialect.textList}) AS source,`,
      `CAST(target AS ${dialect.textList}) AS target, CAST(differing AS ${dialect.textList}) AS differing,`,
      'CAST(source_rows AS BIGINT) AS source_rows,',
      `CAST(target_rows AS BIGINT) AS target_rows FROM (${some.join(' UNION ALL ')})`,
    ].join(' '),
  );
}
