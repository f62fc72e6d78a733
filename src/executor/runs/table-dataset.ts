import type { Connector, StagedDataset, StageRequest } from '../../connectors/connector.ts';
import type { TableName } from '../../connectors/outbound/database-address.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import type { Column } from '../../engine/plan/plan.ts';
import type { ComparableDataset, OpenRequest, OpenRows } from './comparable-dataset.ts';
import { describedFields } from './described-fields.ts';
import { fieldsOfFilter } from './needed-fields.ts';

/** A table or view of a database: measured where it is, or copied for the engine. */
export function tableDataset(
  connector: Connector<TableName>,
  { locator, fields }: ComparedDataset,
): ComparableDataset {
  if (locator.kind !== 'table') throw new TypeError(`A database has no ${locator.kind}.`);
  const name = { schema: locator.schema, table: locator.table };
  return {
    locate: async () => [],
    measure: (measurement, signal) => {
      const { scan, columns } = measurement;
      const named = [...columns.flatMap(topOf), ...fieldsOfFilter(scan.filter, scan.filterFields)];
      const described = describedFields(fields, named);
      return unlessUnsupported(() => connector.measure(name, { fields: described, measurement }, { signal }));
    },
    async open(request) {
      const staged = (filter: OpenRequest['filter']) =>
        stage(connector, name, fields, { ...request, filter });
      // A filter that the server cannot apply exactly is applied by the engine.
      const filtered = request.filter === null ? null : await unlessUnsupported(() => staged(request.filter));
      return openRows(filtered ?? (await staged(null)), filtered !== null);
    },
  };
}

function topOf({ field }: Column): readonly string[] {
  const [step] = field.path;
  return step?.kind === 'name' ? [step.name] : [];
}

function stage(
  connector: Connector<TableName>,
  name: TableName,
  fields: ComparedDataset['fields'],
  { only, filter, session, stagingDirectory, signal, onRows }: OpenRequest,
): Promise<StagedDataset> {
  const request: StageRequest = {
    fields: describedFields(fields, only),
    only,
    filter,
    session,
    stagingDirectory,
  };
  return connector.stage(name, request, {
    signal,
    onProgress: ({ rows, estimate }) => onRows(rows, estimate),
  });
}

/** A copy was made at one moment, and does not change. */
function openRows(staged: StagedDataset, isFiltered: boolean): OpenRows {
  return {
    relation: staged.relation,
    columns: staged.columns,
    isFiltered,
    findDefect: async () => null,
    assertUnchanged: async () => {},
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
  };
}

/** Null where the system cannot do it exactly. */
export async function unlessUnsupported<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code === 'comparison_unsupported') return null;
    throw error;
  }
}
