import type { PlatformConnector } from '../../connectors/platform/platform-connector.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import { describedFields } from '../runs/described-fields.ts';
import { databaseSource, type Places } from './database-source.ts';
import type { OpenedSource } from './opened-source.ts';

/** How people write the names of catalogs and schemas, and how what they write is read. */
export interface Names {
  readPath(text: string): readonly string[];
  printPart(name: string): string;
}

/** A platform as a source, with catalogs at the top and their schemas below, and as the engine for pairs inside it. */
export function platformSource(connector: PlatformConnector, { readPath, printPart }: Names): OpenedSource {
  const places: Places = {
    path: (parent) => (parent === null ? [] : readPath(parent)),
    inside: (parent, name) => (parent === null ? printPart(name) : `${parent}.${printPart(name)}`),
  };
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
  connector: PlatformConnector,
  { locator, fields }: ComparedDataset,
  signal: AbortSignal,
) {
  if (locator.kind !== 'table') throw new TypeError(`A platform has no ${locator.kind}.`);
  const all = fields.map(({ name }) => name);
  return connector.relation(locator, describedFields(fields, all), { signal });
}
