import { printPart, readPath } from '../../connectors/trino/table-path.ts';
import type { TrinoConnector } from '../../connectors/trino/trino-connector.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import { describedFields } from '../runs/described-fields.ts';
import { databaseSource, type Places } from './database-source.ts';
import type { OpenedSource } from './opened-source.ts';

/** Catalogs at the top, then their schemas, as people write them: `lake.sales`. */
const places: Places = {
  path: (parent) => (parent === null ? [] : readPath(parent)),
  inside: (parent, name) => (parent === null ? printPart(name) : `${parent}.${printPart(name)}`),
};

/** A Trino cluster as a source, and as the engine for pairs that are both in it. */
export function trinoSource(connector: TrinoConnector): OpenedSource {
  return {
    ...databaseSource(connector, places),
    platform: {
      compare: async ({ source, target }, signal, work) => {
        const relation = (dataset: ComparedDataset) => relationOf(connector, dataset, signal);
        const relations = { source: await relation(source), target: await relation(target) };
        return connector.withEngine((session) => work({ session, relations }), { signal });
      },
    },
  };
}

async function relationOf(
  connector: TrinoConnector,
  { locator, fields }: ComparedDataset,
  signal: AbortSignal,
) {
  if (locator.kind !== 'table') throw new TypeError(`A cluster has no ${locator.kind}.`);
  const all = fields.map(({ name }) => name);
  return connector.relation(locator, describedFields(fields, all), { signal });
}
