import type { Static, TSchema } from 'typebox';
import type { OperationId, Operations } from '../operations.ts';

type BodyOf<Id extends OperationId> = Operations[Id] extends { body: infer Schema extends TSchema }
  ? Static<Schema>
  : never;

/** The operations that take a body; one without an example does not compile. */
export type OperationWithBody = {
  [Id in OperationId]: Operations[Id] extends { body: TSchema } ? Id : never;
}[OperationId];

const sourceUuid = '01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d11';
const sourceDatasetUuid = '01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d12';
const targetDatasetUuid = '01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d13';
const datasetPairUuid = '01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d14';
const executorUuid = '01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d15';
const storeUuid = '01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d16';
const subscriptionId = '7b1f4a52-0c3d-4e7e-9d55-2f6a8c1b0e94';
const executorObjectId = 'c3a9d1f0-5b52-4f0e-8a36-91d27e4b6f08';

const wind = { sourceField: 'wind', targetField: 'wind' };
const date = { sourceField: 'date', targetField: 'date' };

/** What to send, by operation. The datasets are the weather of the demo, so that it can be sent as it is but for the ids. */
export const bodyExamples: { readonly [Id in OperationWithBody]: BodyOf<Id> } = {
  activate_organization: { name: 'Contoso' },
  create_billing_checkout: { planKey: 'team', provider: 'processor' },
  claim_marketplace_purchase: { purchaseToken: 'dG9rZW4tZnJvbS10aGUtbWFya2V0cGxhY2U' },
  update_organization_member: { role: 'contributor' },
  create_organization_invitation: {
    email: 'nora@contoso.example',
    expiresAt: '2027-01-31T09:00:00.000Z',
    role: 'reader',
  },
  accept_organization_invitation: { secret: 'shown-once-to-whoever-invited' },
  create_discovery_source: {
    name: 'Warehouse',
    settings: {
      kind: 'postgresql',
      host: 'db.contoso.example',
      port: 5432,
      database: 'sales',
      user: 'plumbline',
      tls: 'verifyFull',
    },
    password: 'of-a-login-that-may-only-read',
  },
  create_platform_connection: {
    name: 'Lakehouse',
    settings: {
      kind: 'trino',
      host: 'trino.contoso.example',
      port: 443,
      tls: 'verifyFull',
      user: 'plumbline',
      authentication: 'password',
      catalog: 'lake',
    },
    secret: 'of-a-user-that-may-only-read',
  },
  create_dataset: {
    name: 'Weather, as it was',
    sourceUuid,
    locator: { kind: 'files', path: 'legacy/weather.csv' },
  },
  update_dataset: { zone: 'America/Los_Angeles' },
  create_dataset_pair: { name: 'Weather', sourceDatasetUuid, targetDatasetUuid },
  resolve_comparison: {
    context: { kind: 'datasetPair', datasetPairUuid },
    surface: 'valueField',
    functionCode: 'VALUE',
    ...wind,
  },
  create_validation_test: {
    datasetPairUuid,
    name: 'The wind blew as it was measured',
    functionCode: 'VALUE',
    fields: [wind],
    keys: [date],
    tolerance: { kind: 'absolute', amount: '0.01' },
  },
  create_validation_tests: {
    tests: [
      { datasetPairUuid, functionCode: 'COUNT' },
      { datasetPairUuid, functionCode: 'SUM', fields: [wind] },
    ],
  },
  update_validation_test: { threshold: { maxRows: '10' } },
  create_execution_environment: { name: 'Production', subscriptionId, location: 'westeurope' },
  provision_execution_environment: { executorObjectId },
  submit_run: { scope: { kind: 'dataset_pair', datasetPairUuid }, name: 'Weather, before the cut-over' },
  create_schedule: {
    name: 'Every morning',
    cron: '0 6 * * 1-5',
    timeZone: 'Europe/Berlin',
    scope: { kind: 'all' },
  },
  update_schedule: { cron: '0 7 * * *' },
  create_webhook: {
    name: 'Incident bot',
    url: 'https://example.com/plumbline',
    eventTypes: ['plumbline.run.finished'],
  },
  update_webhook: { state: 'disabled' },
  create_notification_rule: {
    name: 'Data team',
    target: { channel: 'teams', url: 'https://contoso.webhook.office.com/data-team' },
    occasion: 'changes',
  },
  update_notification_rule: { occasion: 'failures' },
  claim_work: {
    executorUuid,
    protocolVersions: [1],
    software: 'plumbline/0.1.0',
    connectors: ['files', 'postgresql'],
    capacity: 1,
  },
  heartbeat_work: { fencingNumber: 1, progress: { done: 40_000, total: 120_000, unit: 'rows' } },
  report_work: { fencingNumber: 1, sequence: 1, report: { kind: 'dataset.prepare', fields: [] } },
  complete_work: { fencingNumber: 1, outcome: { status: 'released' } },
  relay_evidence: { fencingNumber: 1, part: 1, last: true, contentType: 'application/json', data: 'W10=' },
  sweep_evidence: { storeUuid, folders: ['01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d17'] },
};
