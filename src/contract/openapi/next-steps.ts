import type { OperationId } from '../operations.ts';
import type { Json } from './schemas.ts';

/** The operation that an answer leads to, and what to send with runtime expressions in the places of values. */
export interface OperationLink {
  readonly operationId: OperationId;
  readonly parameters: Readonly<Record<string, string>>;
  readonly requestBody?: { readonly [member: string]: Json };
}

/** Where an answer leads although the id in no path says so, by operation: what one does next. */
export const nextSteps: { readonly [Id in OperationId]?: Readonly<Record<string, OperationLink>> } = {
  activate_organization: { organization: to('get_organization'), access: to('get_access') },
  create_billing_checkout: { entitlement: to('get_entitlement') },
  get_organization: { entitlement: to('get_entitlement'), members: to('list_organization_members') },
  create_organization_invitation: {
    acceptance: {
      ...to('accept_organization_invitation', { invitationUuid: '$response.body#/invitationUuid' }),
      requestBody: { secret: '$response.body#/secret' },
    },
  },
  list_dataset_pair_suggestions: {
    pairing: {
      ...to('create_dataset_pair'),
      requestBody: {
        sourceDatasetUuid: '$response.body#/items/0/sourceDatasetUuid',
        targetDatasetUuid: '$response.body#/items/0/targetDatasetUuid',
      },
    },
  },
  resolve_comparison: {
    datasetPair: to('get_dataset_pair', { datasetPairUuid: '$request.body#/context/datasetPairUuid' }),
  },
  refresh_cloud_factory_options: { options: to('list_cloud_factory_options') },
  create_execution_environment: { environment: to('get_execution_environment') },
  get_execution_environment: {
    executors: to('list_executors'),
    retirement: to('retire_execution_environment', { 'header.If-Match': '$response.body#/etag' }),
  },
  list_events: {
    stream: to('stream_events', { 'header.last-event-id': '$response.body#/items/0/sequence' }),
  },
  claim_work: {
    heartbeat: ofFirstLease('heartbeat_work', { progress: null }),
    report: ofFirstLease('report_work', { sequence: 1, report: { kind: 'dataset.prepare', fields: [] } }),
    givingBack: ofFirstLease('complete_work', { outcome: { status: 'released' } }),
    evidence: {
      ...to('relay_evidence', { relayUuid: '$response.body#/leases/0/task/relayUuid' }),
      requestBody: {
        fencingNumber: '$response.body#/leases/0/fencingNumber',
        part: 1,
        last: true,
        contentType: 'application/json',
        data: '',
      },
    },
    leftovers: to('sweep_evidence'),
  },
  get_api_description: { reference: to('get_api_reference') },
};

function to(operationId: OperationId, parameters: Readonly<Record<string, string>> = {}): OperationLink {
  return { operationId, parameters };
}

function ofFirstLease(operationId: OperationId, body: OperationLink['requestBody']): OperationLink {
  return {
    ...to(operationId, { workUuid: '$response.body#/leases/0/workUuid' }),
    requestBody: { fencingNumber: '$response.body#/leases/0/fencingNumber', ...body },
  };
}
