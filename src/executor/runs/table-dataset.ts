import type { Connector } from '../../connectors/connector.ts';
import type { TableName } from '../../connectors/outbound/database-address.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import { type StagedTable, stageTable } from '../tables/stage-table.ts';
import { tableInSystem } from '../tables/table-in-system.ts';
import type { ComparableDataset, OpenRows } from './comparable-dataset.ts';
import { describedFields } from './described-fields.ts';

/** A table or view of a database: measured where it is, or copied for the engine. */
export function tableDataset(
  connector: Connector<TableName>,
  { locator, fields }: ComparedDataset,
): ComparableDataset {
  if (locator.kind !== 'table') throw new TypeError(`A database has no ${locator.kind}.`);
  const name = { schema: locator.schema, table: locator.table };
  return {
    locate: async () => [],
    ...tableInSystem(connector, name, (only) => describedFields(fields, only)),
    async open({ only, filter, session, stagingDirectory, signal, onRows }) {
      const request = { fields: describedFields(fields, only), only, filter, session, stagingDirectory };
      return openRows(await stageTable(connector, name, request, { signal, onRows }));
    },
  };
}

/** A copy was made at one moment, and does not change. */
function openRows({ staged, isFiltered }: StagedTable): OpenRows {
  return {
    relation: staged.relation,
    columns: staged.columns,
    isFiltered,
    findDefect: async () => null,
    assertUnchanged: async () => {},
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
  };
}
