import type { Connector } from '../../../src/connectors/connector.ts';
import type { TableName } from '../../../src/connectors/outbound/database-address.ts';
import { specifyStaged } from '../../../src/connectors/staging/specify-staged.ts';
import type { BySide } from '../../../src/domain/comparison/by-side.ts';
import type { TestReport } from '../../../src/domain/comparison/pair-report.ts';
import { comparePair } from '../../../src/executor/compare/compare-pair.ts';
import { specifyCase } from '../../dialects/traps/specify-case.ts';
import type { Check } from '../../dialects/traps/trap.ts';
import type { Engine } from './databases.ts';

export interface TableSide {
  readonly connector: Connector<TableName>;
  readonly table: TableName;
  /** The zone in which its naive timestamps are declared to be. */
  readonly zone?: string;
}

/** Prepares, stages and compares two tables by some checks; a report for each, null where the fields do not resolve. */
export async function compareTables(
  { session, folder }: Engine,
  sides: BySide<TableSide>,
  keys: readonly string[],
  checks: readonly Check[],
): Promise<readonly (TestReport | null)[]> {
  const open = async ({ connector, table, zone }: TableSide) => {
    const { fields } = await connector.describe(table);
    const columns = fields.map((field) => ({ ...field, column: field.name }));
    const request = { fields, only: null, filter: null, session, stagingDirectory: folder };
    return { dataset: await connector.stage(table, request), prepared: { columns, zone: zone ?? null } };
  };
  const source = await open(sides.source);
  const target = await open(sides.target);
  const nothing = { columns: [], rows: [] };
  const { specification, checks: specified } = specifyCase(
    { name: 'tables', source: nothing, target: nothing, keys, checks },
    { source: source.prepared, target: target.prepared },
  );
  const { tests } = await comparePair({
    specification: specifyStaged(specification, {
      source: source.dataset.columns,
      target: target.dataset.columns,
    }),
    relations: { source: source.dataset.relation, target: target.dataset.relation },
    session,
    evidenceDirectory: null,
  });
  await source.dataset[Symbol.asyncDispose]();
  await target.dataset[Symbol.asyncDispose]();
  return specified.map(({ testId }) => tests.find((report) => report.testId === testId) ?? null);
}
