import Type from 'typebox';
import { databricksAuthentications, tlsModes, trinoAuthentications } from '../../domain/catalog/source.ts';
import { nullable, V1 } from '../schema.ts';

const Catalog = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Where names without a catalog are looked for.',
});

const trino = {
  kind: Type.Literal('trino'),
  host: Type.String({ minLength: 1, maxLength: 255, examples: ['trino.contoso.example'] }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  tls: Type.Enum([...tlsModes], {
    description: '`require` encrypts; `verifyFull` also checks whose certificate it is.',
  }),
  user: Type.String({ minLength: 1, maxLength: 255 }),
  authentication: Type.Enum([...trinoAuthentications], {
    description:
      'What the secret is: `none` at all, a `password`, a `token` (JWT), or a `certificate` with its key, both in PEM.',
  }),
};

export const V1TrinoSettings = V1('V1TrinoSettings', 'A Trino cluster.', {
  ...trino,
  catalog: nullable(Catalog),
});

export const V1NewTrinoSettings = V1('V1NewTrinoSettings', 'A Trino cluster.', {
  ...trino,
  catalog: Type.Optional(nullable(Catalog)),
});

const databricks = {
  kind: Type.Literal('databricks'),
  host: Type.String({
    minLength: 1,
    maxLength: 255,
    examples: ['adb-1234567890123456.7.azuredatabricks.net'],
  }),
  httpPath: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^/[A-Za-z0-9/._-]*$',
    description: 'Of the SQL warehouse.',
    examples: ['/sql/1.0/warehouses/1234567890abcdef'],
  }),
  authentication: Type.Enum([...databricksAuthentications], {
    description: 'What the secret is: an access `token`, or that of a `servicePrincipal`.',
  }),
};

const ClientId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The application id of the service principal.',
});

export const V1DatabricksSettings = V1('V1DatabricksSettings', 'A Databricks SQL warehouse.', {
  ...databricks,
  catalog: nullable(Catalog),
  clientId: nullable(ClientId),
});

export const V1NewDatabricksSettings = V1('V1NewDatabricksSettings', 'A Databricks SQL warehouse.', {
  ...databricks,
  catalog: Type.Optional(nullable(Catalog)),
  clientId: Type.Optional(nullable(ClientId)),
});
