import type { PlatformConnector } from '../../connectors/platform/platform-connector.ts';
import { eachSide } from '../../domain/comparison/by-side.ts';
import type { ComparedDataset } from '../../domain/execution/protocol.ts';
import { describedFields } from '../runs/described-fields.ts';
import { type TableOnPlatform, withPlatform } from '../tables/with-platform.ts';
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
      compare: (datasets, signal, work) =>
        withPlatform(
          eachSide(datasets, (dataset) => tableOf(connector, dataset)),
          signal,
          work,
        ),
    },
  };
}

function tableOf(connector: PlatformConnector, { locator, fields }: ComparedDataset): TableOnPlatform {
  if (locator.kind !== 'table') throw new TypeError(`A platform has no ${locator.kind}.`);
  const all = fields.map(({ name }) => name);
  return { connector, table: locator, fields: describedFields(fields, all) };
}
