import type { EntitlementState } from '../entitlement.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import type { Role } from '../roles.ts';
import type { ResultCounts, RunScope, RunStatus } from '../runs/run.ts';

interface RunFacts {
  readonly runUuid: string;
  readonly name: string;
  readonly scope: RunScope;
  readonly scopeLabel: string;
  readonly testCount: number;
}

export interface MemberFacts {
  readonly memberUuid: string;
  readonly role: Role;
}

export interface InvitationFacts {
  readonly invitationUuid: string;
  readonly role: Role;
}

interface DatasetFacts {
  readonly datasetUuid: string;
  readonly name: string;
}

/**
 * What each type of event tells. Ids, names, states and counts: never a value of a row, and nothing that a reader of the
 * Organization may not see (addresses of people, for one).
 */
export interface EventData {
  readonly 'plumbline.run.submitted': RunFacts;
  readonly 'plumbline.run.started': RunFacts;
  readonly 'plumbline.run.finished': RunFacts & {
    readonly overallStatus: RunStatus;
    readonly counts: ResultCounts;
    readonly cancelled: boolean;
    readonly retryOfRunUuid: string | null;
  };
  readonly 'plumbline.run.verdict_changed': RunFacts & {
    readonly overallStatus: RunStatus;
    readonly previousRunUuid: string;
    readonly previousOverallStatus: RunStatus;
  };
  readonly 'plumbline.dataset.preparation_failed': DatasetFacts & {
    readonly operationUuid: string;
    readonly errorCode: string;
  };
  readonly 'plumbline.dataset.schema_changed': DatasetFacts & {
    readonly addedFields: readonly string[];
    readonly removedFields: readonly string[];
    readonly changedFields: readonly string[];
  };
  readonly 'plumbline.environment.state_changed': {
    readonly environmentUuid: string;
    readonly state: EnvironmentState;
  };
  readonly 'plumbline.executor.state_changed': { readonly state: 'present' | 'absent' };
  readonly 'plumbline.entitlement.changed': {
    readonly state: EntitlementState;
    readonly previousState: EntitlementState;
    readonly planKey: string | null;
  };
  readonly 'plumbline.member.added': MemberFacts;
  readonly 'plumbline.member.role_changed': MemberFacts & { readonly previousRole: Role };
  readonly 'plumbline.member.removed': MemberFacts;
  readonly 'plumbline.invitation.created': InvitationFacts & { readonly expiresAt: string };
  readonly 'plumbline.invitation.accepted': InvitationFacts & { readonly memberUuid: string };
  readonly 'plumbline.invitation.revoked': InvitationFacts;
  readonly 'plumbline.schedule.tick_skipped': {
    readonly scheduleUuid: string;
    readonly name: string;
    readonly tickAt: string;
    readonly reason: string;
  };
  readonly 'plumbline.webhook.disabled': { readonly webhookUuid: string; readonly name: string };
  readonly 'plumbline.webhook.test': { readonly webhookUuid: string; readonly name: string };
}

export type EventType = keyof EventData;

/** An event that has not been written yet. */
export type NewEvent = {
  readonly [Type in EventType]: {
    readonly type: Type;
    /** The resource that it is about: its path below `/api/v1/`. */
    readonly subject: string;
    readonly data: EventData[Type];
  };
}[EventType];
