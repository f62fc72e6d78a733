import { createRule, deleteRule, type RuleTarget, updateRule } from '../../app/notifications/change-rules.ts';
import { readRule, readRules } from '../../app/notifications/read-rules.ts';
import { usualGroupMinutes } from '../../domain/notifications/notification.ts';
import type { Call, HandlersOf } from '../handler.ts';
import { present } from '../request/present.ts';
import { notificationRuleView, type ShownRule } from '../views/notification-rule-view.ts';

export const notificationHandlers: HandlersOf<
  | 'create_notification_rule'
  | 'list_notification_rules'
  | 'get_notification_rule'
  | 'update_notification_rule'
  | 'delete_notification_rule'
> = {
  async create_notification_rule({ ctx, caller, body, retry }) {
    const input = {
      name: body.name,
      target: targetOf(body.target),
      occasion: body.occasion ?? 'changes',
      groupMinutes: body.groupMinutes ?? usualGroupMinutes,
    };
    const { rule, replayed } = await createRule(ctx, caller, input, retry);
    const view = notificationRuleView(rule);
    const location = `/api/v1/notification-rules/${view.ruleUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async list_notification_rules({ ctx, caller, query }) {
    const { items, nextCursor } = await readRules(ctx, caller, query);
    return { status: 200, body: { items: items.map(notificationRuleView), nextCursor } };
  },

  async get_notification_rule({ ctx, caller, params }) {
    return shown(await readRule(ctx, caller, params.ruleUuid));
  },

  async update_notification_rule({ ctx, caller, params, body, ifMatch }) {
    return shown(await updateRule(ctx, caller, { ...params, ifMatch }, present(body)));
  },

  async delete_notification_rule({ ctx, caller, params, ifMatch }) {
    await deleteRule(ctx, caller, { ...params, ifMatch });
    return { status: 204, body: undefined };
  },
};

function targetOf(target: Call<'create_notification_rule'>['body']['target']): RuleTarget {
  if (target.channel !== 'email') return target;
  return { channel: 'email', memberUuid: target.memberUuid ?? null };
}

function shown(rule: ShownRule) {
  const body = notificationRuleView(rule);
  return { status: 200, body, headers: { etag: body.etag } } as const;
}
