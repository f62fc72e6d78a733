import type { Side } from '../../../domain/comparison/resolution.ts';
import type { Statement } from '../../sql-session.ts';
import { under } from '../names.ts';
import { anyFailed } from '../scan-values.ts';
import type { Join } from './matched-rows.ts';
import { bothCounts } from './repeated-keys.ts';

/**
 * Rows without keys, as multisets: how often each side has each row, and so how many rows of one side have an equal on
 * the other. A row with a value that cannot be read has none.
 */
export function wholeRowsStatement(join: Join): Statement {
  return {
    sql: [
      'SELECT coalesce(sum(CASE WHEN NOT failed THEN least(cs, ct) END), 0) AS matched,',
      '  coalesce(sum(CASE WHEN failed THEN cs ELSE greatest(cs - ct, 0) END), 0) AS missing_in_target,',
      '  coalesce(sum(CASE WHEN failed THEN ct ELSE greatest(ct - cs, 0) END), 0) AS missing_in_source',
      `FROM (${wholeRowCounts(join)})`,
    ].join('\n'),
  };
}

/** Each different row with how often either side has it, and its values as text: `t0`, `t1`, … */
export function wholeRowCounts({ dialect, candidates }: Join): string {
  const rows = (side: Side) => {
    const { from, scan } = candidates[side];
    const names = [
      ...scan.columns.map(({ value }) => value),
      ...(scan.absence === null ? [] : [scan.absence]),
    ];
    const shown = scan.columns.map((column, index) => `${column.shown(under('c'))} AS t${index}`);
    const failed = anyFailed(
      scan.columns.map((column, index) => ({
        ...column,
        failed: column.failed === null ? null : `e${index}`,
      })),
    );
    return `SELECT ${[...names, ...shown].join(', ')}, ${failed ?? 'false'} AS failed, ${side === 'source'} AS is_source FROM ${from} AS c`;
  };
  const { scan } = candidates.source;
  const identity = [
    ...scan.columns.map(({ value }) => value),
    ...(scan.absence === null ? [] : [scan.absence]),
    'failed',
  ];
  const shown = scan.columns.map((_, index) => `any_value(t${index}) AS t${index}`);
  return [
    `SELECT failed, ${bothCounts(dialect, 'cs', 'ct')}, ${shown.join(', ')}`,
    `FROM (${rows('source')} UNION ALL ${rows('target')}) GROUP BY ${identity.join(', ')}`,
  ].join(' ');
}
