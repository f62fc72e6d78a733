import Type, { type Static } from 'typebox';
import { candidateKinds } from '../../domain/catalog/candidate.ts';
import { sourceKinds, tlsModes } from '../../domain/catalog/source.ts';
import { Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { DatasetLocator } from './catalog-locators.ts';
import { V1FactorySettings } from './factories.ts';
import { V1DatabricksSettings, V1TrinoSettings } from './platform-settings.ts';

export const SourceKindName = Type.Enum([...sourceKinds]);

export const V1FilesSettings = V1('V1FilesSettings', 'A folder of files.', {
  kind: Type.Literal('files'),
  root: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'The folder, as the executor sees it. It must lie under a root that its operator allows.',
    examples: ['/data/exports'],
  }),
});

const databaseSettings = {
  host: Type.String({ minLength: 1, maxLength: 255, examples: ['db.contoso.example'] }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  database: Type.String({ minLength: 1, maxLength: 255 }),
  user: Type.String({ minLength: 1, maxLength: 255 }),
  tls: Type.Enum([...tlsModes], {
    description: '`require` encrypts; `verifyFull` also checks whose certificate it is.',
  }),
};

export const V1PostgresqlSettings = V1('V1PostgresqlSettings', 'A PostgreSQL database.', {
  kind: Type.Literal('postgresql'),
  ...databaseSettings,
});

export const V1MysqlSettings = V1('V1MysqlSettings', 'A MySQL or MariaDB database.', {
  kind: Type.Literal('mysql'),
  ...databaseSettings,
});

/** How a source is reached, by kind. */
export const SourceSettings = Type.Union([
  V1FilesSettings,
  V1PostgresqlSettings,
  V1MysqlSettings,
  V1FactorySettings,
  V1TrinoSettings,
  V1DatabricksSettings,
]);

/** Those that are registered as discovery sources; platforms are registered as platform connections. */
const NewSourceSettings = Type.Union([
  V1FilesSettings,
  V1PostgresqlSettings,
  V1MysqlSettings,
  V1FactorySettings,
]);

export const V1DiscoverySource = V1('V1DiscoverySource', 'A system that datasets are found in.', {
  sourceUuid: Uuid,
  name: Text(255),
  kind: SourceKindName,
  settings: SourceSettings,
  hasSecret: Type.Boolean({ description: 'Whether a password is stored. It is never returned.' }),
  createdAt: Timestamp,
  etag: Etag,
});

export const V1DiscoverySourcePage = page(
  'V1DiscoverySourcePage',
  'One page of discovery sources.',
  V1DiscoverySource,
);

export const V1CreateDiscoverySource = V1(
  'V1CreateDiscoverySource',
  'What to register, and how to reach it.',
  {
    name: Type.String({ minLength: 1, maxLength: 255, examples: ['Warehouse'] }),
    settings: NewSourceSettings,
    password: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 1024,
          writeOnly: true,
          description:
            'Encrypted at rest, given to executors that hold a lease on work of this source, never returned.',
        }),
      ),
    ),
  },
);

export const V1Candidate = V1('V1Candidate', 'Something in a source to look into, or to make a dataset of.', {
  name: Type.String({ minLength: 1, maxLength: 1024 }),
  kind: Type.Enum([...candidateKinds]),
  locator: nullable(DatasetLocator),
  childrenOf: nullable(
    Type.String({ minLength: 1, maxLength: 1024, description: 'Pass it as `parent` to see what is inside.' }),
  ),
  description: nullable(Type.String({ maxLength: 1024 })),
});
export type V1Candidate = Static<typeof V1Candidate>;

export const V1CandidatePage = page('V1CandidatePage', 'One page of what a source holds.', V1Candidate);
