import type { Dialect, RowHashes } from '../../dialects/dialect.ts';
import type { Statement } from '../../sql-session.ts';
import { namedParts, partNames } from '../row-parts.ts';
import type { RowScan } from './row-scan.ts';

/**
 * Stage 1, one side: for each bucket the number of rows, two sums of row hashes, and how many values of each column
 * cannot be read. Sums, not xor: two copies of a row must not cancel out.
 */
export function bucketStatement(dialect: Dialect, hashes: RowHashes, scan: RowScan): Statement {
  const failures = scan.columns.map(({ failed }, index) =>
    failed === null ? null : { name: `f${index}`, sql: `${failed} AS f${index}` },
  );
  const inner = [
    `${scan.bucket} AS bucket`,
    ...namedParts(dialect, scan.hashed.parts),
    ...failures.flatMap((failure) => failure?.sql ?? []),
  ];
  const counted = failures.map((failure) =>
    failure === null ? "'0'" : `CAST(${dialect.countWhere(failure.name)} AS ${dialect.textType})`,
  );
  return {
    sql: [
      'SELECT bucket, count(*) AS row_count,',
      `  ${dialect.hashSum(hashes.first(partNames(dialect)))} AS first_sum,`,
      `  ${dialect.hashSum(hashes.second(partNames(dialect)))} AS second_sum,`,
      `  ${failures.every((failure) => failure === null) ? dialect.list([]) : dialect.list(counted)} AS failed`,
      `FROM (SELECT ${inner.join(', ')} FROM (${scan.hashed.sql}))`,
      'GROUP BY bucket',
    ].join('\n'),
  };
}
