import type { ColumnType, Generated } from 'kysely';
import type { BillingProvider, SubscriptionState } from '../domain/billing.ts';
import type { Locator } from '../domain/catalog/locator.ts';
import type { PreparationNote, PreparedField } from '../domain/catalog/prepared-field.ts';
import type { Dependant, RemovalPlanState } from '../domain/catalog/removal-plan.ts';
import type { SourceKind, SourceSettings } from '../domain/catalog/source.ts';
import type { FunctionCode } from '../domain/comparison/binding.ts';
import type { EngineDescription } from '../domain/comparison/pair-report.ts';
import type { EntitlementState } from '../domain/entitlement.ts';
import type { EnvironmentState, ResourceNames } from '../domain/environment/environment.ts';
import type { EventType } from '../domain/events/event-data.ts';
import type { DeliveryState, InvitationStatus } from '../domain/invitation.ts';
import type { Channel, Occasion, RuleState } from '../domain/notifications/notification.ts';
import type { OperationFailure, OperationStatus } from '../domain/operation.ts';
import type { Role } from '../domain/roles.ts';
import type { EvidenceState, ResultError, ResultReport } from '../domain/runs/result.ts';
import type { ResultStatus, RunPartState, RunScope, RunStatus, Submitter } from '../domain/runs/run.ts';
import type { ScheduledScope, ScheduleState, TickOutcome } from '../domain/schedules/schedule.ts';
import type { TestDefinition, ValidationTestStatus } from '../domain/validation/validation-test.ts';
import type { DeliveryAttempt, WebhookDeliveryState, WebhookState } from '../domain/webhooks/webhook.ts';
import type { MemberStatus } from './queries/members.ts';
import type { ExecutorState } from './queries/observed-states.ts';
import type { OrganizationStatus } from './queries/organizations.ts';
import type { WorkState } from './queries/work.ts';

/**
 * The tables as Kysely sees them (migrations/ has the truth). `org_uuid` is filled in by the database with the
 * transaction's tenant; it refuses any other.
 */
export interface Schema {
  'plumbline.organizations': OrganizationsTable;
  'plumbline.entitlements': EntitlementsTable;
  'plumbline.members': MembersTable;
  'plumbline.invitations': InvitationsTable;
  'plumbline.operations': OperationsTable;
  'plumbline.work': WorkTable;
  'plumbline.idempotency_keys': IdempotencyKeysTable;
  'plumbline.sources': SourcesTable;
  'plumbline.datasets': DatasetsTable;
  'plumbline.dataset_pairs': DatasetPairsTable;
  'plumbline.environments': EnvironmentsTable;
  'plumbline.removal_plans': RemovalPlansTable;
  'plumbline.billing_customers': BillingCustomersTable;
  'plumbline.billing_checkouts': BillingCheckoutsTable;
  'plumbline.billing_subscriptions': BillingSubscriptionsTable;
  'plumbline.billing_events': BillingEventsTable;
  'plumbline.factory_options': FactoryOptionsTable;
  'plumbline.factory_refreshes': FactoryRefreshesTable;
  'plumbline.validation_tests': ValidationTestsTable;
  'plumbline.runs': RunsTable;
  'plumbline.run_parts': RunPartsTable;
  'plumbline.results': ResultsTable;
  'plumbline.run_texts': RunTextsTable;
  'plumbline.event_heads': EventHeadsTable;
  'plumbline.events': EventsTable;
  'plumbline.observed_states': ObservedStatesTable;
  'plumbline.schedules': SchedulesTable;
  'plumbline.schedule_ticks': ScheduleTicksTable;
  'plumbline.webhooks': WebhooksTable;
  'plumbline.webhook_deliveries': WebhookDeliveriesTable;
  'plumbline.notification_rules': NotificationRulesTable;
  'plumbline.notification_items': NotificationItemsTable;
}

type Tenant = ColumnType<string, string | undefined, never>;
/** Written as JSON text: `pg` would take an array for one of PostgreSQL's. */
type Json = ColumnType<unknown, string, string>;
type JsonOf<Value> = ColumnType<Value, string, string>;
/** Made by the database of other columns. */
type Derived<Value> = ColumnType<Value, never, never>;
type NullableJson<Value = unknown> = ColumnType<Value | null, string | null | undefined, string | null>;

interface OrganizationsTable {
  org_uuid: Tenant;
  name: string;
  directory_id: string;
  status: Generated<OrganizationStatus>;
  version: Generated<number>;
  created_at: Date;
}

interface EntitlementsTable {
  org_uuid: Tenant;
  state: EntitlementState;
  trial_started_at: Date;
  trial_ends_at: Date;
  plan_key: string | null;
  period_ends_at: Date | null;
  version: Generated<number>;
}

interface MembersTable {
  org_uuid: Tenant;
  member_uuid: string;
  directory_id: string;
  object_id: string;
  display_name: string | null;
  email: string | null;
  email_key: string | null;
  role: Role;
  status: Generated<MemberStatus>;
  joined_at: Date;
  version: Generated<number>;
}

interface InvitationsTable {
  org_uuid: Tenant;
  invitation_uuid: string;
  email: string;
  email_key: string;
  role: Role;
  status: Generated<InvitationStatus>;
  delivery_state: DeliveryState;
  secret_hash: string;
  expires_at: Date;
  created_at: Date;
  created_by: string;
  accepted_at: Date | null;
  accepted_by: string | null;
  version: Generated<number>;
}

interface OperationsTable {
  org_uuid: Tenant;
  operation_uuid: string;
  kind: string;
  status: Generated<OperationStatus>;
  progress_done: Generated<number>;
  progress_total: number | null;
  progress_unit: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  resource_path: string | null;
  error: NullableJson<OperationFailure>;
  result: NullableJson;
  version: Generated<number>;
}

interface WorkTable {
  org_uuid: Tenant;
  work_uuid: string;
  kind: string;
  state: Generated<WorkState>;
  payload: Json;
  operation_uuid: string | null;
  due_at: Date;
  attempts: Generated<number>;
  max_attempts: number;
  fencing_number: Generated<number>;
  holder: string | null;
  last_error: NullableJson<unknown>;
  connector: string | null;
  executor: string | null;
  outcome_hash: string | null;
  report_sequence: Generated<number>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

interface IdempotencyKeysTable {
  org_uuid: Tenant;
  principal: string;
  operation_id: string;
  key: string;
  fingerprint: string;
  resource_uuid: string;
  created_at: Date;
}

interface SourcesTable {
  org_uuid: Tenant;
  source_uuid: string;
  name: string;
  kind: SourceKind;
  settings: JsonOf<SourceSettings>;
  secret: string | null;
  created_at: Date;
  version: Generated<number>;
}

interface DatasetsTable {
  org_uuid: Tenant;
  dataset_uuid: string;
  name: string;
  name_key: string;
  source_uuid: string;
  locator: JsonOf<Locator>;
  zone: string | null;
  preparation_uuid: string;
  fields: NullableJson<readonly PreparedField[]>;
  row_count: number | null;
  notes: NullableJson<readonly PreparationNote[]>;
  schema_hash: string | null;
  prepared_at: Date | null;
  schema_changed_at: Date | null;
  created_at: Date;
  version: Generated<number>;
}

interface DatasetPairsTable {
  org_uuid: Tenant;
  dataset_pair_uuid: string;
  name: string;
  name_key: string;
  source_dataset_uuid: string;
  target_dataset_uuid: string;
  created_at: Date;
  version: Generated<number>;
}

interface ValidationTestsTable {
  org_uuid: Tenant;
  validation_test_uuid: string;
  dataset_pair_uuid: string;
  batch_uuid: string | null;
  name: string;
  name_key: string;
  function_code: FunctionCode;
  definition: JsonOf<TestDefinition>;
  status: ValidationTestStatus;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

interface BillingCustomersTable {
  org_uuid: Tenant;
  provider: BillingProvider;
  customer_id: string;
  created_at: Date;
}

interface BillingCheckoutsTable {
  org_uuid: Tenant;
  checkout_uuid: string;
  provider: BillingProvider;
  plan_key: string;
  url: string;
  expires_at: Date | null;
  created_at: Date;
}

interface BillingSubscriptionsTable {
  org_uuid: Tenant;
  provider: BillingProvider;
  subscription_id: string;
  state: SubscriptionState;
  plan_key: string | null;
  period_ends_at: Date | null;
  read_at: Date;
}

interface BillingEventsTable {
  org_uuid: Tenant;
  provider: BillingProvider;
  event_id: string;
  received_at: Date;
}

interface FactoryOptionsTable {
  org_uuid: Tenant;
  subscription_id: string;
  resource_group: string;
  factory_name: string;
  option_key: string;
  subscription_name: string | null;
  location: string | null;
  refreshed_at: Date;
}

interface FactoryRefreshesTable {
  org_uuid: Tenant;
  operation_uuid: string;
}

interface RemovalPlansTable {
  org_uuid: Tenant;
  plan_uuid: string;
  source_uuid: string;
  state: Generated<RemovalPlanState>;
  dependants: JsonOf<readonly Dependant[]>;
  dependant_count: number;
  created_at: Date;
  cancelled_at: Date | null;
  version: Generated<number>;
}

interface EnvironmentsTable {
  org_uuid: Tenant;
  environment_uuid: string;
  name: string;
  subscription_id: string;
  location: string;
  browser_reader_group_id: string | null;
  state: Generated<EnvironmentState>;
  resource_names: JsonOf<ResourceNames>;
  template: NullableJson;
  installer_expires_at: Date;
  executor_directory_id: string | null;
  executor_object_id: string | null;
  provision_by: Date | null;
  operation_uuid: string;
  created_at: Date;
  version: Generated<number>;
}

interface RunsTable {
  org_uuid: Tenant;
  run_uuid: string;
  name: string;
  name_key: string;
  scope: RunScope;
  scope_key: string;
  scope_label: string;
  scope_label_key: string;
  status: Generated<RunStatus>;
  test_count: number;
  pass_count: Generated<number>;
  fail_count: Generated<number>;
  error_count: Generated<number>;
  no_result_count: Generated<number>;
  result_count: Derived<number>;
  matched_rows: Generated<string>;
  mismatched_rows: Generated<string>;
  missing_rows: Generated<string>;
  function_code: FunctionCode | null;
  validation_test_uuid: string | null;
  retry_of: string | null;
  submitted_by: JsonOf<Submitter>;
  submitted_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled_at: Date | null;
  listed_at: Derived<Date>;
  version: Generated<number>;
}

interface RunPartsTable {
  org_uuid: Tenant;
  work_uuid: string;
  run_uuid: string;
  operation_uuid: string;
  dataset_pair_uuid: string;
  test_count: number;
  state: Generated<RunPartState>;
  started_at: Date | null;
  finished_at: Date | null;
  evidence_state: Generated<EvidenceState>;
  evidence_store_uuid: string | null;
  evidence_folder: string | null;
}

interface ResultsTable {
  org_uuid: Tenant;
  result_uuid: string;
  run_uuid: string;
  work_uuid: string;
  ordinal: number;
  validation_test_uuid: string;
  dataset_pair_uuid: string;
  name: string;
  pair_name: string;
  function_code: FunctionCode;
  definition: JsonOf<TestDefinition>;
  status: ResultStatus | null;
  severity: Derived<number>;
  report: NullableJson<ResultReport>;
  error: NullableJson<ResultError>;
  retryable: Generated<boolean>;
  engine: NullableJson<EngineDescription>;
  evidence_file: string | null;
  evidence_rows: Generated<number>;
  evidence_capped: Generated<boolean>;
  started_at: Date | null;
  finished_at: Date | null;
}

interface RunTextsTable {
  org_uuid: Tenant;
  run_uuid: string;
  texts: readonly string[];
}

interface EventHeadsTable {
  org_uuid: Tenant;
  last_sequence: number;
}

interface EventsTable {
  org_uuid: Tenant;
  sequence: number;
  event_uuid: string;
  type: EventType;
  subject: string;
  occurred_at: Date;
  data: JsonOf<object>;
}

interface ObservedStatesTable {
  org_uuid: Tenant;
  executor_state: ExecutorState;
  entitlement_state: EntitlementState;
}

interface SchedulesTable {
  org_uuid: Tenant;
  schedule_uuid: string;
  name: string;
  cron: string;
  time_zone: string;
  scope: JsonOf<ScheduledScope>;
  catch_up_minutes: number;
  state: ScheduleState;
  next_tick_at: Date | null;
  due_at: Date | null;
  last_run_uuid: string | null;
  created_at: Date;
  version: Generated<number>;
}

interface ScheduleTicksTable {
  org_uuid: Tenant;
  schedule_uuid: string;
  tick_at: Date;
  outcome: TickOutcome;
  reason: string | null;
  run_uuid: string | null;
  passed_over: number;
  decided_at: Date;
}

interface WebhooksTable {
  org_uuid: Tenant;
  webhook_uuid: string;
  name: string;
  url: string;
  event_types: EventType[];
  state: WebhookState;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | null;
  created_at: Date;
  version: Generated<number>;
}

interface WebhookDeliveriesTable {
  org_uuid: Tenant;
  delivery_uuid: string;
  webhook_uuid: string;
  sequence: number;
  state: Generated<WebhookDeliveryState>;
  attempts: ColumnType<readonly DeliveryAttempt[], string | undefined, string>;
  created_at: Date;
  finished_at: Date | null;
}

interface NotificationRulesTable {
  org_uuid: Tenant;
  rule_uuid: string;
  name: string;
  channel: Channel;
  member_uuid: string | null;
  sealed_url: string | null;
  url_host: string | null;
  occasion: Occasion;
  group_minutes: number;
  state: RuleState;
  waiting_since: Date | null;
  created_at: Date;
  version: Generated<number>;
}

interface NotificationItemsTable {
  org_uuid: Tenant;
  rule_uuid: string;
  sequence: number;
}
