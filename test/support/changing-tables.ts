import type { TableName } from '../../src/connectors/outbound/database-address.ts';
import type { PlatformConnector } from '../../src/connectors/platform/platform-connector.ts';
import { type PairSpecification, testSpecification } from '../../src/domain/comparison/pair-specification.ts';
import { ownColumn } from '../../src/engine/pushdown/own-column.ts';
import { comparePair } from '../../src/executor/compare/compare-pair.ts';
import { withPlatform } from '../../src/executor/tables/with-platform.ts';
import { openEngine } from '../execution/connectors/databases.ts';

/** Compares two tables of a platform with the columns `id` and `name`, which change once both are open: pass or fail. */
export async function compareWhile(
  connector: PlatformConnector,
  [sourceTable, targetTable]: readonly [TableName, TableName],
  change: () => Promise<unknown>,
): Promise<string> {
  const [source, target] = [await connector.describe(sourceTable), await connector.describe(targetTable)];
  const specification: PairSpecification = {
    datasets: {
      source: { name: 'source', filterFields: {} },
      target: { name: 'target', filterFields: {} },
    },
    fields: source.fields.map((field) => {
      const { field: bound, comparisonType, options } = ownColumn('source', field);
      return { id: field.name, source: bound, target: bound, comparisonType, options };
    }),
    tests: [testSpecification({ id: 'rows', functionCode: 'OUTER_VALUE', fields: ['name'], keys: ['id'] })],
  };
  const tables = {
    source: { connector, table: sourceTable, fields: source.fields },
    target: { connector, table: targetTable, fields: target.fields },
  };
  const { status } = await withPlatform(tables, undefined, async (there) => {
    await change();
    return comparePair({ ...there, specification, evidenceDirectory: null });
  });
  return status;
}

/** Copies a table of a platform, which changes once it is open: how many rows came. */
export async function copyWhile(
  connector: PlatformConnector,
  table: TableName,
  change: () => Promise<unknown>,
): Promise<number> {
  const { fields } = await connector.describe(table);
  const engine = await openEngine();
  try {
    return await connector.inSnapshot(table, { fields }, async (snapshot) => {
      await change();
      const { session, folder } = engine;
      const request = { fields, only: null, filter: null, session, stagingDirectory: folder };
      await using staged = await snapshot.stage(request);
      return staged.rows;
    });
  } finally {
    await engine.close();
  }
}
