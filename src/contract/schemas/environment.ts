import Type from 'typebox';
import { sourceKinds } from '../../domain/catalog/source.ts';
import { environmentStates } from '../../domain/environment/environment.ts';
import { Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { V1Operation } from './operations.ts';

const ResourceName = Text(90);

export const V1Installer = V1('V1Installer', 'What the customer deploys, and the ways to deploy it.', {
  templateUrl: Text(
    2048,
    'The template. Opens without a token until `expiresAt`, once the installer is made; it holds no secret.',
  ),
  deploymentUrl: Text(8192, 'Opens the template in the Azure portal.'),
  command: Text(8192, 'The same deployment for a POSIX shell with the Azure command line.'),
  resourceNames: V1('V1ResourceNames', 'What the installer makes in the subscription.', {
    resourceGroup: ResourceName,
    managedIdentity: ResourceName,
    storageAccount: ResourceName,
    evidenceContainer: ResourceName,
    containerEnvironment: ResourceName,
    executorJob: ResourceName,
    deployment: ResourceName,
  }),
  expiresAt: Timestamp,
});

export const V1ExecutionEnvironment = V1(
  'V1ExecutionEnvironment',
  "Where the Organization's work is done: an executor in its own cloud subscription.",
  {
    environmentUuid: Uuid,
    name: Text(255),
    subscriptionId: Uuid,
    location: Text(64),
    browserReaderGroupId: nullable(Uuid),
    state: Type.Enum([...environmentStates]),
    installer: V1Installer,
    latestProvisioningOperation: V1Operation,
    registeredIdentity: nullable(
      V1('V1RegisteredIdentity', 'The managed identity whose calls count as those of the environment.', {
        directoryId: Text(255),
        objectId: Text(255),
      }),
    ),
    createdAt: Timestamp,
    etag: Etag,
  },
);

export const V1CreateExecutionEnvironment = V1(
  'V1CreateExecutionEnvironment',
  'Where the environment is to be.',
  {
    name: Type.String({ minLength: 1, maxLength: 255, examples: ['Production'] }),
    subscriptionId: { ...Uuid, description: 'The Azure subscription that the installer is deployed in.' },
    location: Type.String({
      minLength: 2,
      maxLength: 64,
      pattern: '^[a-z0-9]+$',
      examples: ['westeurope'],
    }),
    browserReaderGroupId: Type.Optional(
      nullable({ ...Uuid, description: 'The group whose members may read evidence with a browser.' }),
    ),
  },
);

export const V1ProvisionExecutionEnvironment = V1(
  'V1ProvisionExecutionEnvironment',
  'Which identity the installer made.',
  {
    executorObjectId: { ...Uuid, description: 'The output `executorObjectId` of the deployment.' },
  },
);

export const V1Executor = V1('V1Executor', 'An executor that has called within the last minute.', {
  executorUuid: Uuid,
  software: Text(255, 'What it is, and of which version, as it says itself.'),
  connectors: Type.Array(Type.Enum([...sourceKinds]), {
    maxItems: sourceKinds.length,
    description: 'The kinds of sources that it can reach.',
  }),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
});

export const V1ExecutorPage = page('V1ExecutorPage', 'One page of executors.', V1Executor);
