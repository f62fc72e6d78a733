import type { ResourceNames } from './environment.ts';
import { type ArmObject, type ArmValue, type Installer, literal } from './installer-template.ts';

/** Built-in roles: https://learn.microsoft.com/azure/role-based-access-control/built-in-roles/storage */
const blobDataContributor = 'ba92f5b4-2d11-453d-a403-e96b0029c9fe';
const blobDataReader = '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1';

/** A new executor starts this often, so that one is always there and a busy one gets help. */
const startEveryMinutes = 5;
/** One that has had nothing to do for longer ends: by then the next has started. */
const idleSeconds = startEveryMinutes * 60 + 30;
/** The longest that one may run: no comparison takes longer, and a lost one must end at some time. */
const longestSeconds = 24 * 60 * 60;

/** What is inside the resource group: identity, evidence, and the executor itself. */
export function executorGroupTemplate(installer: Installer, tags: ArmObject): ArmObject {
  const { names } = installer;
  const shared = { location: "[parameters('location')]", tags };
  const identity = `resourceId('Microsoft.ManagedIdentity/userAssignedIdentities', '${names.managedIdentity}')`;
  return {
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: { location: { type: 'string' }, executorImage: { type: 'string' } },
    resources: [
      {
        type: 'Microsoft.ManagedIdentity/userAssignedIdentities',
        apiVersion: '2023-01-31',
        name: names.managedIdentity,
        ...shared,
      },
      ...evidenceStore(installer, shared, identity),
      {
        type: 'Microsoft.App/managedEnvironments',
        apiVersion: '2024-03-01',
        name: names.containerEnvironment,
        ...shared,
        properties: { workloadProfiles: [{ name: 'Consumption', workloadProfileType: 'Consumption' }] },
      },
      executorJob(installer, shared, identity),
    ],
    outputs: {
      executorObjectId: { type: 'string', value: `[reference(${identity}, '2023-01-31').principalId]` },
    },
  };
}

/** Rows that differ stay in the customer's subscription: no shared keys, no public access, no plain HTTP. */
function evidenceStore(installer: Installer, shared: ArmObject, identity: string): readonly ArmObject[] {
  const { names, browserReaderGroupId, serviceUrl } = installer;
  const account = `resourceId('Microsoft.Storage/storageAccounts', '${names.storageAccount}')`;
  const service = `resourceId('Microsoft.Storage/storageAccounts/blobServices', '${names.storageAccount}', 'default')`;
  const browsers: readonly ArmValue[] =
    browserReaderGroupId === null
      ? []
      : [
          {
            allowedOrigins: [literal(new URL(serviceUrl).origin)],
            allowedMethods: ['GET', 'HEAD', 'OPTIONS'],
            allowedHeaders: ['authorization', 'range', 'x-ms-*'],
            exposedHeaders: ['content-range', 'x-ms-*'],
            maxAgeInSeconds: 3600,
          },
        ];
  return [
    {
      type: 'Microsoft.Storage/storageAccounts',
      apiVersion: '2023-05-01',
      name: names.storageAccount,
      ...shared,
      kind: 'StorageV2',
      sku: { name: 'Standard_LRS' },
      properties: {
        allowBlobPublicAccess: false,
        allowSharedKeyAccess: false,
        defaultToOAuthAuthentication: true,
        minimumTlsVersion: 'TLS1_2',
        supportsHttpsTrafficOnly: true,
      },
    },
    {
      type: 'Microsoft.Storage/storageAccounts/blobServices',
      apiVersion: '2023-05-01',
      name: `${names.storageAccount}/default`,
      dependsOn: [`[${account}]`],
      // Deleted evidence is gone: nothing keeps a copy of it for later.
      properties: {
        cors: { corsRules: browsers },
        deleteRetentionPolicy: { enabled: false },
        isVersioningEnabled: false,
      },
    },
    {
      type: 'Microsoft.Storage/storageAccounts/blobServices/containers',
      apiVersion: '2023-05-01',
      name: `${names.storageAccount}/default/${names.evidenceContainer}`,
      dependsOn: [`[${service}]`],
      properties: { publicAccess: 'None' },
    },
    roleAssignment(installer, {
      role: blobDataContributor,
      principalId: `[reference(${identity}, '2023-01-31').principalId]`,
      principalType: 'ServicePrincipal',
      seed: identity,
    }),
    ...(browserReaderGroupId === null
      ? []
      : [
          roleAssignment(installer, {
            role: blobDataReader,
            principalId: browserReaderGroupId,
            principalType: 'Group',
            seed: `'${browserReaderGroupId}'`,
          }),
        ]),
  ];
}

interface Assignment {
  readonly role: string;
  readonly principalId: string;
  readonly principalType: 'ServicePrincipal' | 'Group';
  /** An expression that is the same for each deployment; the id of a new identity is not known before it is made. */
  readonly seed: string;
}

/** On the one container and nothing above it. The name is made of what it says, so deploying again changes nothing. */
function roleAssignment(
  { names }: Installer,
  { role, principalId, principalType, seed }: Assignment,
): ArmObject {
  const container = containerOf(names);
  const identity = `resourceId('Microsoft.ManagedIdentity/userAssignedIdentities', '${names.managedIdentity}')`;
  return {
    type: 'Microsoft.Authorization/roleAssignments',
    apiVersion: '2022-04-01',
    name: `[guid(${container}, ${seed}, '${role}')]`,
    scope: `[${container}]`,
    dependsOn: [`[${container}]`, `[${identity}]`],
    properties: {
      roleDefinitionId: `[subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '${role}')]`,
      principalId,
      // Said outright: a new identity is not known everywhere at once, and its kind could not be looked up.
      principalType,
    },
  };
}

function containerOf({ storageAccount, evidenceContainer }: ResourceNames): string {
  const parts = `'${storageAccount}', 'default', '${evidenceContainer}'`;
  return `resourceId('Microsoft.Storage/storageAccounts/blobServices/containers', ${parts})`;
}

function executorJob(installer: Installer, shared: ArmObject, identity: string): ArmObject {
  const { names, serviceUrl, audience } = installer;
  const container = containerOf(names);
  const environment = `resourceId('Microsoft.App/managedEnvironments', '${names.containerEnvironment}')`;
  return {
    type: 'Microsoft.App/jobs',
    apiVersion: '2024-03-01',
    name: names.executorJob,
    ...shared,
    identity: { type: 'UserAssigned', userAssignedIdentities: { [`[${identity}]`]: {} } },
    dependsOn: [`[${environment}]`, `[${identity}]`, `[${container}]`],
    properties: {
      environmentId: `[${environment}]`,
      workloadProfileName: 'Consumption',
      configuration: {
        triggerType: 'Schedule',
        scheduleTriggerConfig: {
          cronExpression: `*/${startEveryMinutes} * * * *`,
          parallelism: 1,
          replicaCompletionCount: 1,
        },
        replicaTimeout: longestSeconds,
        // What a killed executor held is another's after its lease; the next one starts in a moment anyway.
        replicaRetryLimit: 0,
      },
      template: {
        containers: [
          {
            name: 'executor',
            image: "[parameters('executorImage')]",
            command: ['plumbline', 'executor'],
            resources: { cpu: 2, memory: '4Gi' },
            env: [
              { name: 'PLUMBLINE_IDENTITY', value: 'external' },
              { name: 'PLUMBLINE_IDENTITY_AUDIENCE', value: literal(audience) },
              { name: 'PLUMBLINE_EXECUTOR_URL', value: literal(serviceUrl) },
              {
                name: 'PLUMBLINE_EXECUTOR_MANAGED_IDENTITY',
                value: `[reference(${identity}, '2023-01-31').clientId]`,
              },
              {
                name: 'PLUMBLINE_EVIDENCE_URL',
                value: `[concat('https://${names.storageAccount}.blob.', environment().suffixes.storage, '/${names.evidenceContainer}')]`,
              },
              { name: 'PLUMBLINE_EXECUTOR_IDLE_SECONDS', value: String(idleSeconds) },
            ],
          },
        ],
      },
    },
  };
}
