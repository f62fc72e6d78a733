import type { EventData, EventType } from './event-data.ts';

/** What is said about a type of event: exactly the members of its data, each explained. */
type EventDescription<Type extends EventType> = {
  readonly summary: string;
  readonly subject: string;
  readonly data: { readonly [Member in keyof EventData[Type]]: string };
};

const run = {
  runUuid: 'The Run.',
  name: 'Its name.',
  scope: 'What it covers, as `list_runs` filters it.',
  scopeLabel: 'What it covers, in words.',
  testCount: 'How many tests it has.',
};
const dataset = { datasetUuid: 'The dataset.', name: 'Its name.' };
const member = { memberUuid: 'The member.', role: 'The role.' };
const invitation = { invitationUuid: 'The invitation.', role: 'The role that it offers.' };
const webhook = { webhookUuid: 'The webhook.', name: 'Its name.' };

/** Every type of event. The reference page, the filters and the choice of a webhook come from this table. */
export const eventTypes: { readonly [Type in EventType]: EventDescription<Type> } = {
  'plumbline.run.submitted': {
    summary: 'A Run was accepted.',
    subject: 'runs/{runUuid}',
    data: run,
  },
  'plumbline.run.started': {
    summary: 'An executor took up the first of a Run.',
    subject: 'runs/{runUuid}',
    data: run,
  },
  'plumbline.run.finished': {
    summary: 'A Run has its verdict. Comes exactly once for each Run.',
    subject: 'runs/{runUuid}',
    data: {
      ...run,
      overallStatus: 'The verdict.',
      counts: 'Tests by what came of them: `pass`, `fail`, `error`, `noResults`.',
      cancelled: 'Whether somebody ended it.',
      retryOfRunUuid: 'The Run that it retried; null for others.',
    },
  },
  'plumbline.run.verdict_changed': {
    summary: 'A Run came to another verdict than the one of the same scope before it.',
    subject: 'runs/{runUuid}',
    data: {
      ...run,
      overallStatus: 'The verdict.',
      previousRunUuid: 'The Run of the same scope that was submitted last before it.',
      previousOverallStatus: 'The verdict of that one.',
    },
  },
  'plumbline.dataset.preparation_failed': {
    summary: 'A dataset could not be prepared.',
    subject: 'datasets/{datasetUuid}',
    data: {
      ...dataset,
      operationUuid: 'The preparation.',
      errorCode: 'The code of the problem; the operation has its words.',
    },
  },
  'plumbline.dataset.schema_changed': {
    summary: 'A preparation found another schema than the one before it.',
    subject: 'datasets/{datasetUuid}',
    data: {
      ...dataset,
      addedFields: 'Names of fields that are new, 50 at most.',
      removedFields: 'Names of fields that are gone, 50 at most.',
      changedFields: 'Names of fields whose type or nullability is another, 50 at most.',
    },
  },
  'plumbline.environment.state_changed': {
    summary: 'The execution environment is in another state.',
    subject: 'execution-environment',
    data: { environmentUuid: 'The environment.', state: 'Its state.' },
  },
  'plumbline.executor.state_changed': {
    summary: 'Executors that can do the work of the Organization came, or the last of them fell silent.',
    subject: 'execution-environment',
    data: { state: '`present` or `absent`.' },
  },
  'plumbline.entitlement.changed': {
    summary: 'The entitlement changed: by a payment, or because a period ended.',
    subject: 'entitlement',
    data: {
      state: 'What holds now.',
      previousState: 'What held before.',
      planKey: 'The plan; null in a trial.',
    },
  },
  'plumbline.member.added': {
    summary: 'Somebody became a member.',
    subject: 'organization-members/{memberUuid}',
    data: member,
  },
  'plumbline.member.role_changed': {
    summary: 'A member has another role.',
    subject: 'organization-members/{memberUuid}',
    data: { ...member, previousRole: 'The role before.' },
  },
  'plumbline.member.removed': {
    summary: 'Somebody is no member any more.',
    subject: 'organization-members/{memberUuid}',
    data: member,
  },
  'plumbline.invitation.created': {
    summary: 'Somebody was invited. That the time of an invitation is over is no event: this one tells when.',
    subject: 'organization-invitations/{invitationUuid}',
    data: { ...invitation, expiresAt: 'Until when it can be accepted.' },
  },
  'plumbline.invitation.accepted': {
    summary: 'An invitation was accepted.',
    subject: 'organization-invitations/{invitationUuid}',
    data: { ...invitation, memberUuid: 'Who it made a member.' },
  },
  'plumbline.invitation.revoked': {
    summary: 'An invitation was revoked.',
    subject: 'organization-invitations/{invitationUuid}',
    data: invitation,
  },
  'plumbline.schedule.tick_skipped': {
    summary: 'A schedule did not start the Run of a tick.',
    subject: 'schedules/{scheduleUuid}',
    data: {
      scheduleUuid: 'The schedule.',
      name: 'Its name.',
      tickAt: 'The tick.',
      reason: '`previous_run_open`, `too_late`, or the code of the problem.',
    },
  },
  'plumbline.webhook.disabled': {
    summary: 'A receiver answered 410, and gets nothing any more.',
    subject: 'webhooks/{webhookUuid}',
    data: webhook,
  },
  'plumbline.webhook.test': {
    summary: 'Somebody asked for a test delivery. Goes to that webhook only, whatever it chose.',
    subject: 'webhooks/{webhookUuid}',
    data: webhook,
  },
};

export const eventTypeNames = Object.freeze(Object.keys(eventTypes) as EventType[]);
