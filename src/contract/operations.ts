import { getOperation, listOperations } from './operations/background.ts';
import { claimMarketplacePurchase, createBillingCheckout } from './operations/billing.ts';
import { resolveComparison } from './operations/comparisons.ts';
import {
  createDatasetPair,
  deleteDatasetPair,
  getDatasetPair,
  listDatasetPairSuggestions,
  listDatasetPairs,
  listTestSuggestions,
} from './operations/dataset-pairs.ts';
import {
  createDataset,
  deleteDataset,
  getDataset,
  getDatasetPreparation,
  listDatasets,
  retryDatasetPreparation,
  updateDataset,
} from './operations/datasets.ts';
import { getApiDescription, getApiReference } from './operations/description.ts';
import {
  createDiscoverySource,
  deleteDiscoverySource,
  getDiscoverySource,
  listDiscoverySourceCandidates,
  listDiscoverySources,
  testDiscoverySource,
} from './operations/discovery-sources.ts';
import {
  createExecutionEnvironment,
  getExecutionEnvironment,
  provisionExecutionEnvironment,
  retireExecutionEnvironment,
} from './operations/environment.ts';
import { deleteEvidence, downloadEvidence, readEvidence } from './operations/evidence.ts';
import { listEvents, streamEvents } from './operations/events.ts';
import {
  claimWork,
  completeWork,
  heartbeatWork,
  relayEvidence,
  reportWork,
  sweepEvidence,
} from './operations/execution.ts';
import { listCloudFactoryOptions, refreshCloudFactoryOptions } from './operations/factories.ts';
import {
  acceptOrganizationInvitation,
  createOrganizationInvitation,
  getOrganizationInvitation,
  listOrganizationInvitations,
  revokeOrganizationInvitation,
} from './operations/invitations.ts';
import {
  getOrganizationMember,
  listOrganizationMembers,
  removeOrganizationMember,
  updateOrganizationMember,
} from './operations/members.ts';
import {
  activateOrganization,
  getAccess,
  getEntitlement,
  getOrganization,
} from './operations/organization.ts';
import {
  cancelPlatformConnectionRemovalPlan,
  createPlatformConnection,
  deletePlatformConnectionRegistration,
  getPlatformConnection,
  getPlatformConnectionRemovalPlan,
  listPlatformConnections,
  stagePlatformConnectionRemoval,
  testPlatformConnection,
} from './operations/platform-connections.ts';
import { getRunReport } from './operations/run-reports.ts';
import {
  cancelRun,
  compareRun,
  getResult,
  getRun,
  listResults,
  listRuns,
  retryRun,
  submitAllRuns,
  submitRun,
} from './operations/runs.ts';
import {
  activateValidationTest,
  createValidationTest,
  createValidationTests,
  deactivateValidationTest,
  deleteValidationTest,
  getValidationTest,
  listValidationTests,
  updateValidationTest,
} from './operations/validation-tests.ts';

/** The interface as data: every operation of the service, by its id. Nothing about an operation is said elsewhere. */
export const operations = {
  activate_organization: activateOrganization,
  get_organization: getOrganization,
  get_entitlement: getEntitlement,
  get_access: getAccess,
  create_billing_checkout: createBillingCheckout,
  claim_marketplace_purchase: claimMarketplacePurchase,
  list_organization_members: listOrganizationMembers,
  get_organization_member: getOrganizationMember,
  update_organization_member: updateOrganizationMember,
  remove_organization_member: removeOrganizationMember,
  create_organization_invitation: createOrganizationInvitation,
  list_organization_invitations: listOrganizationInvitations,
  get_organization_invitation: getOrganizationInvitation,
  revoke_organization_invitation: revokeOrganizationInvitation,
  accept_organization_invitation: acceptOrganizationInvitation,
  create_discovery_source: createDiscoverySource,
  list_discovery_sources: listDiscoverySources,
  get_discovery_source: getDiscoverySource,
  delete_discovery_source: deleteDiscoverySource,
  test_discovery_source: testDiscoverySource,
  list_discovery_source_candidates: listDiscoverySourceCandidates,
  refresh_cloud_factory_options: refreshCloudFactoryOptions,
  list_cloud_factory_options: listCloudFactoryOptions,
  create_platform_connection: createPlatformConnection,
  list_platform_connections: listPlatformConnections,
  get_platform_connection: getPlatformConnection,
  test_platform_connection: testPlatformConnection,
  stage_platform_connection_removal: stagePlatformConnectionRemoval,
  get_platform_connection_removal_plan: getPlatformConnectionRemovalPlan,
  cancel_platform_connection_removal_plan: cancelPlatformConnectionRemovalPlan,
  delete_platform_connection_registration: deletePlatformConnectionRegistration,
  create_dataset: createDataset,
  list_datasets: listDatasets,
  get_dataset: getDataset,
  update_dataset: updateDataset,
  delete_dataset: deleteDataset,
  get_dataset_preparation: getDatasetPreparation,
  retry_dataset_preparation: retryDatasetPreparation,
  create_dataset_pair: createDatasetPair,
  list_dataset_pairs: listDatasetPairs,
  get_dataset_pair: getDatasetPair,
  delete_dataset_pair: deleteDatasetPair,
  list_dataset_pair_suggestions: listDatasetPairSuggestions,
  list_test_suggestions: listTestSuggestions,
  resolve_comparison: resolveComparison,
  create_validation_test: createValidationTest,
  create_validation_tests: createValidationTests,
  list_validation_tests: listValidationTests,
  get_validation_test: getValidationTest,
  update_validation_test: updateValidationTest,
  activate_validation_test: activateValidationTest,
  deactivate_validation_test: deactivateValidationTest,
  delete_validation_test: deleteValidationTest,
  get_run_report: getRunReport,
  create_execution_environment: createExecutionEnvironment,
  get_execution_environment: getExecutionEnvironment,
  provision_execution_environment: provisionExecutionEnvironment,
  retire_execution_environment: retireExecutionEnvironment,
  read_evidence: readEvidence,
  download_evidence: downloadEvidence,
  delete_evidence: deleteEvidence,
  list_runs: listRuns,
  submit_all_runs: submitAllRuns,
  submit_run: submitRun,
  get_run: getRun,
  retry_run: retryRun,
  cancel_run: cancelRun,
  list_results: listResults,
  get_result: getResult,
  compare_run: compareRun,
  claim_work: claimWork,
  heartbeat_work: heartbeatWork,
  report_work: reportWork,
  complete_work: completeWork,
  relay_evidence: relayEvidence,
  sweep_evidence: sweepEvidence,
  list_operations: listOperations,
  get_operation: getOperation,
  get_api_description: getApiDescription,
  get_api_reference: getApiReference,
  list_events: listEvents,
  stream_events: streamEvents,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
