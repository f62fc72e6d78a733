import { AppError } from '../../domain/app-error.ts';
import { environmentStates } from '../../domain/environment/environment.ts';
import { assertMatches, etagOf } from '../../domain/etag.ts';
import { finishOperation } from '../../storage/queries/operations.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { moveEnvironment } from './move-environment.ts';
import { requireActiveEnvironment } from './read-environment.ts';

const active = environmentStates.filter((state) => state !== 'retired');

/**
 * From now on its executor is unknown to the service, what it holds is given to others, and its installer is gone.
 * Nothing is deleted in the customer's subscription: evidence is there.
 */
export async function retireEnvironment(
  ctx: AppContext,
  caller: Caller,
  input: { readonly ifMatch: string },
): Promise<void> {
  await ctx.storage.withTenant(caller.orgUuid, async (tx) => {
    const { environmentUuid, version, operationUuid } = await requireActiveEnvironment(tx);
    assertMatches(input.ifMatch, etagOf('environment', environmentUuid, version));
    const isRetired = await moveEnvironment(ctx, tx, {
      environmentUuid,
      from: active,
      to: 'retired',
      expectedVersion: version,
    });
    if (!isRetired) {
      throw new AppError('state_conflict', {
        detail: 'The environment changed at the same moment. Read it again.',
      });
    }
    await finishOperation(tx, { operationUuid, status: 'cancelled', at: ctx.clock.now() });
  });
}
