import { AppError } from '../../domain/app-error.ts';
import {
  type EnvironmentRecord,
  getActiveEnvironment,
  getEnvironment,
  getInstallerTemplate,
} from '../../storage/queries/environments.ts';
import { getOperation, type OperationRecord } from '../../storage/queries/operations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';

/** An environment is shown with the operation that last brought it forward, and where its installer is. */
export interface EnvironmentView {
  readonly environment: EnvironmentRecord;
  readonly operation: OperationRecord;
  readonly templatePath: string;
}

export async function readEnvironment(ctx: AppContext, caller: Caller): Promise<EnvironmentView> {
  return ctx.storage.withTenant(caller.orgUuid, async (tx) =>
    withOperation(ctx, tx, caller.orgUuid, await requireActiveEnvironment(tx)),
  );
}

/** One of this id, whether or not it is still active: what a replayed request made. */
export async function loadEnvironment(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  environmentUuid: string,
): Promise<EnvironmentView> {
  const environment = await getEnvironment(tx, environmentUuid);
  if (environment === undefined) throw noEnvironment();
  return withOperation(ctx, tx, orgUuid, environment);
}

export async function requireActiveEnvironment(tx: TenantTx): Promise<EnvironmentRecord> {
  const environment = await getActiveEnvironment(tx);
  if (environment !== undefined) return environment;
  throw noEnvironment();
}

async function withOperation(
  ctx: AppContext,
  tx: TenantTx,
  orgUuid: string,
  environment: EnvironmentRecord,
): Promise<EnvironmentView> {
  const { environmentUuid, installerExpiresAt: expiresAt, operationUuid } = environment;
  const operation = await getOperation(tx, operationUuid);
  if (operation === undefined) throw new TypeError(`The environment ${environmentUuid} has no operation.`);
  return {
    environment,
    operation,
    templatePath: ctx.installerLinks.pathOf({ orgUuid, environmentUuid, expiresAt }),
  };
}

/** The template that an address of its own leads to. Whatever is wrong with the address is told the same way. */
export async function readInstallerTemplate(ctx: AppContext, token: string): Promise<unknown> {
  const link = ctx.installerLinks.read(token);
  const template =
    link === undefined || link.expiresAt <= ctx.clock.now()
      ? undefined
      : await ctx.storage.withTenant(link.orgUuid, (tx) => getInstallerTemplate(tx, link.environmentUuid));
  if (template !== undefined) return template;
  throw new AppError('not_found', {
    detail:
      'There is no installer at this address: it is not made yet, its address has expired, or its environment is retired. Read the execution environment for the current address.',
  });
}

function noEnvironment(): AppError {
  return new AppError('not_found', {
    detail: 'The Organization has no execution environment. An Owner records one.',
  });
}
