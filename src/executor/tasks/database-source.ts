import type { BrowseEntry, ConnectionReport, Connector } from '../../connectors/connector.ts';
import type { TableName } from '../../connectors/outbound/database-address.ts';
import type { Candidate, CandidateKind } from '../../domain/catalog/candidate.ts';
import { tableDataset } from '../runs/table-dataset.ts';
import type { OpenedSource } from './opened-source.ts';
import type { Observations } from './prepared-fields.ts';
import { preparationNotes, preparedFields } from './prepared-fields.ts';

/** How the places of a system are told apart by the one text that a person passes back. */
export interface Places {
  /** From the text to the names that lead there. */
  path(parent: string | null): readonly string[];
  /** The text of the place that an entry of a place is. */
  inside(parent: string | null, name: string): string;
}

const oneLevel: Places = {
  path: (parent) => (parent === null ? [] : [parent]),
  inside: (_parent, name) => name,
};

/** A database as a source: schemas at the top, their tables and views below. */
export function databaseSource(connector: Connector<TableName>, places: Places = oneLevel): OpenedSource {
  return {
    async test({ signal }) {
      const report = await connector.testConnection({ signal });
      return { message: inWords(report), serverVersion: report.version.slice(0, 200) };
    },
    async browse({ parent, search, limit, after }, { signal }) {
      const path = places.path(parent);
      const { entries, next } = await connector.browse({ path, search, limit, after }, { signal });
      return { candidates: entries.map((entry) => candidateOf(places, parent, entry)), next };
    },
    async prepare(locator, { signal, progress, report }) {
      if (locator.kind !== 'table') throw new TypeError(`A database has no ${locator.kind}.`);
      const { schema, table } = locator;
      const { fields, rowEstimate, notes } = await connector.describe({ schema, table }, { signal });
      await report({ kind: 'dataset.prepare', fields: preparedFields(fields, new Map()) });
      progress({ done: 0, total: rowEstimate, unit: 'rows' });
      const profile = await connector.profile({ schema, table }, { fields, filter: null }, { signal });
      const byName = new Map(fields.map((field) => [field.name, field]));
      const observations: Observations = new Map(
        profile.fields.flatMap(({ name, ...observed }) => {
          const field = byName.get(name);
          return field === undefined ? [] : [[field, observed] as const];
        }),
      );
      return {
        fields: preparedFields(fields, observations),
        rowCount: profile.rows,
        notes: preparationNotes(notes),
      };
    },
    comparable: (dataset) => tableDataset(connector, dataset),
    platform: null,
  };
}

const candidateKinds: Readonly<Record<BrowseEntry['kind'], CandidateKind>> = {
  catalog: 'catalog',
  schema: 'schema',
  table: 'table',
  partitionedTable: 'table',
  foreignTable: 'table',
  view: 'view',
  materializedView: 'view',
};

function candidateOf(
  places: Places,
  parent: string | null,
  { name, kind, readable, rowEstimate }: BrowseEntry,
): Candidate {
  const isPlace = kind === 'catalog' || kind === 'schema';
  const isTable = !isPlace && parent !== null;
  return {
    name,
    kind: candidateKinds[kind],
    locator: isTable && readable ? { kind: 'table', schema: parent, table: name } : null,
    childrenOf: isPlace ? places.inside(parent, name) : null,
    description: descriptionOf(readable, rowEstimate),
  };
}

function descriptionOf(readable: boolean, rowEstimate: number | null): string | null {
  if (!readable) return 'The user of the source may not read it';
  return rowEstimate === null ? null : `About ${rowEstimate.toLocaleString('en')} rows`;
}

/** The longest that a result may carry. */
const longestMessage = 1000;

function inWords({ product, version, user, encrypted, remarks }: ConnectionReport): string {
  const connection = `Connected to ${product} ${version} as ${user}, ${encrypted ? 'encrypted' : 'not encrypted'}.`;
  return [connection, ...remarks].join(' ').slice(0, longestMessage);
}
