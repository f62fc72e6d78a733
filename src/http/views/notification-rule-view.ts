import type { readRule } from '../../app/notifications/read-rules.ts';
import { etagOf } from '../../domain/etag.ts';

export type ShownRule = Awaited<ReturnType<typeof readRule>>;

export function notificationRuleView({ version, sealedUrl: _, waitingSince, createdAt, ...rule }: ShownRule) {
  return {
    ...rule,
    waitingSince: waitingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    etag: etagOf('notificationRule', rule.ruleUuid, version),
  };
}
