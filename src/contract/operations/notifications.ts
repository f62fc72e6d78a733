import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, Uuid } from '../schema.ts';
import {
  V1CreateNotificationRule,
  V1NotificationRule,
  V1NotificationRulePage,
  V1UpdateNotificationRule,
} from '../schemas/notifications.ts';

const rulePath = Type.Object({ ruleUuid: Uuid });

const reading = {
  tag: 'Notifications',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
} as const;

const changing = {
  ...reading,
  minimumRole: 'SVC.APIContributor',
  sideEffects: ['configurationWrite'],
  safety: 'ifMatch',
} as const;

export const createNotificationRule = operation({
  operationId: 'create_notification_rule',
  method: 'POST',
  path: '/api/v1/notification-rules',
  summary: 'Create a notification rule',
  description:
    'Sends a message, with a link, when a verdict changes or a Run fails: to a member by mail, or into a channel of Slack or Teams. What comes within a few minutes is one message. Without a rule nobody hears anything.',
  ...changing,
  safety: 'idempotencyKey',
  body: V1CreateNotificationRule,
  responses: {
    201: {
      description: 'The rule is active.',
      schema: V1NotificationRule,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'webhook_address_refused', 'mail_not_configured', 'notification_rules_exhausted'],
});

export const listNotificationRules = operation({
  operationId: 'list_notification_rules',
  method: 'GET',
  path: '/api/v1/notification-rules',
  summary: 'List notification rules',
  description: 'Newest first.',
  ...reading,
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: { 200: { description: 'One page of rules.', schema: V1NotificationRulePage } },
  problems: ['cursor_invalid'],
});

export const getNotificationRule = operation({
  operationId: 'get_notification_rule',
  method: 'GET',
  path: '/api/v1/notification-rules/{ruleUuid}',
  summary: 'Read a notification rule',
  description: 'Returns one rule with the ETag that changing it needs.',
  ...reading,
  params: rulePath,
  responses: { 200: { description: 'The rule.', schema: V1NotificationRule, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const updateNotificationRule = operation({
  operationId: 'update_notification_rule',
  method: 'PATCH',
  path: '/api/v1/notification-rules/{ruleUuid}',
  summary: 'Change a notification rule',
  description:
    'What is left out stays as it is; where messages go does not change. A paused rule sends nothing.',
  ...changing,
  params: rulePath,
  body: V1UpdateNotificationRule,
  responses: { 200: { description: 'The rule.', schema: V1NotificationRule, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const deleteNotificationRule = operation({
  operationId: 'delete_notification_rule',
  method: 'DELETE',
  path: '/api/v1/notification-rules/{ruleUuid}',
  summary: 'Delete a notification rule',
  description: 'Forgets the rule. What waits to be told is not told.',
  ...changing,
  params: rulePath,
  responses: { 204: { description: 'The rule is deleted.' } },
  problems: ['not_found'],
});
