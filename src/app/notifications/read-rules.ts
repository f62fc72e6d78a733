import { AppError } from '../../domain/app-error.ts';
import { getRule, listRules, type RuleRecord } from '../../storage/queries/notification-rules.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

export async function readRules(
  ctx: AppContext,
  { orgUuid }: Caller,
  request: PageRequest,
): Promise<Page<RuleRecord>> {
  return readPage(
    ctx,
    { list: 'notificationRules', orgUuid },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, (tx) =>
        listRules(tx, { limit, after: after === null ? null : String(after[0]) }),
      ),
    ({ ruleUuid }) => [ruleUuid],
  );
}

export async function readRule(ctx: AppContext, { orgUuid }: Caller, ruleUuid: string): Promise<RuleRecord> {
  return ctx.storage.withTenant(orgUuid, (tx) => requireRule(tx, ruleUuid));
}

export async function requireRule(tx: TenantTx, ruleUuid: string): Promise<RuleRecord> {
  const rule = await getRule(tx, ruleUuid);
  if (rule !== undefined) return rule;
  throw new AppError('not_found', {
    detail: `No notification rule ${ruleUuid} exists in this Organization.`,
  });
}
