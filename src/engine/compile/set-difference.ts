import type { BySide } from '../../domain/comparison/by-side.ts';
import type { EvidenceKind } from '../../domain/comparison/pair-report.ts';
import type { Side } from '../../domain/comparison/resolution.ts';
import type { Dialect, RowHashes } from '../dialects/dialect.ts';
import type { SetTest } from '../plan/plan.ts';
import type { Relation, Statement } from '../sql-session.ts';
import { loneValues } from './lone-values.ts';
import { isMemberOf } from './member-buckets.ts';
import { under } from './names.ts';
import { type ScannedColumn, scanValues } from './scan-values.ts';

/** Two sets that are held against each other, member by member. */
export interface ComparedSets {
  readonly dialect: Dialect;
  readonly hashes: RowHashes;
  readonly relations: BySide<Relation>;
  readonly test: SetTest;
  readonly among: LookedAt;
}

/** Which members are looked at, NULL always among them: all, none else, those of some buckets, or lone values of rows. */
export type LookedAt =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'buckets'; readonly buckets: readonly number[] }
  | { readonly kind: 'lone'; readonly table: string };

/** How many distinct values only one side has; NULL is told by its count, and what cannot be read by its own. */
export function setDifferenceStatement(sets: ComparedSets): Statement {
  const { dialect } = sets;
  return {
    sql: [
      `SELECT ${dialect.countWhere('in_source AND NOT in_target')} AS only_in_source,`,
      `  ${dialect.countWhere('in_target AND NOT in_source')} AS only_in_target`,
      `FROM (${members(sets)}) WHERE NOT is_null`,
    ].join('\n'),
  };
}

/** Values that only one side has, NULL among them, in the columns of `EvidenceRow`. */
export function setEvidence(sets: ComparedSets): string {
  const { dialect, test } = sets;
  const part = (kind: EvidenceKind) => {
    const isSource = kind === 'onlyInSource';
    const value = dialect.list(['shown']);
    const none = `CAST(NULL AS ${dialect.textList})`;
    return [
      `(SELECT ${dialect.textLiteral(test.testId)} AS test_id, ${dialect.textLiteral(kind)} AS kind, ${dialect.list([])} AS key,`,
      `${isSource ? value : none} AS source, ${isSource ? none : value} AS target,`,
      `${none} AS differing, CAST(source_rows AS BIGINT) AS source_rows, CAST(target_rows AS BIGINT) AS target_rows FROM (${members(sets)})`,
      `WHERE ${isSource ? 'in_source AND NOT in_target' : 'in_target AND NOT in_source'} LIMIT ${test.evidenceRows})`,
    ].join(' ');
  };
  return `${part('onlyInSource')} UNION ALL ${part('onlyInTarget')}`;
}

/** Every value that can be read, NULL too, and which sides have it. */
function members(sets: ComparedSets): string {
  const { dialect, relations, test } = sets;
  const { scans, columns } = test;
  const values = (side: Side) => {
    const {
      sql,
      absence,
      columns: scanned,
    } = scanValues(dialect, relations[side], scans[side], [columns[side]]);
    const [column] = scanned;
    const conditions = [
      ...(column?.failed == null ? [] : [`NOT ${column.failed}`]),
      ...(absence === null ? [] : [`${absence} = 0`]),
      ...(column === undefined ? [] : isLookedAt(sets, column)),
    ];
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    return `SELECT v0, ${column?.shown(under('c')) ?? 'NULL'} AS shown, ${side === 'source'} AS is_source FROM (${sql}) AS c${where}`;
  };
  return [
    'SELECT v0 IS NULL AS is_null, bool_or(is_source) AS in_source, bool_or(NOT is_source) AS in_target,',
    'any_value(shown) AS shown,',
    `${dialect.countWhere('is_source')} AS source_rows, ${dialect.countWhere('NOT is_source')} AS target_rows`,
    `FROM (${values('source')} UNION ALL ${values('target')}) GROUP BY v0`,
  ].join(' ');
}

function isLookedAt({ dialect, hashes, among }: ComparedSets, column: ScannedColumn): readonly string[] {
  switch (among.kind) {
    case 'all':
      return [];
    case 'none':
      return [`${column.value} IS NULL`];
    case 'buckets':
      return [isMemberOf(dialect, hashes, column, among.buckets)];
    case 'lone':
      return [`(${column.value} IS NULL OR ${column.value} IN (${loneValues(dialect, among.table)}))`];
  }
}
