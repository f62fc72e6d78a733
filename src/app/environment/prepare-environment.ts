import { AppError } from '../../domain/app-error.ts';
import { installerTemplate } from '../../domain/environment/installer-template.ts';
import type { ClaimedWork } from '../../storage/across-tenants/work-queue.ts';
import { type EnvironmentRecord, getEnvironment } from '../../storage/queries/environments.ts';
import type { WorkHandler } from '../background/work-handler.ts';
import type { AppContext } from '../context.ts';
import { moveEnvironment } from './move-environment.ts';

/** The kind of background work and operation that makes the installer of an environment. */
export const prepareEnvironmentKind = 'environment.prepare';

/** Makes the installer, from the settings of this deployment as they are now. */
export function prepareEnvironment(ctx: AppContext): WorkHandler {
  return {
    kind: prepareEnvironmentKind,
    timeoutMs: 30_000,
    async run(work) {
      const environment = await begin(ctx, work);
      const { environmentUuid } = environment;
      const { publicUrl, environments } = ctx.settings;
      const template = installerTemplate({
        environmentName: environment.name,
        location: environment.location,
        names: environment.resourceNames,
        browserReaderGroupId: environment.browserReaderGroupId,
        serviceUrl: publicUrl,
        audience: environments.audience,
        executorImage: environments.executorImage,
      });
      return {
        async write(tx) {
          await moveEnvironment(ctx, tx, {
            environmentUuid,
            from: ['preparing'],
            to: 'awaitingDeployment',
            template,
          });
        },
      };
    },
    async giveUp(tx, work) {
      await moveEnvironment(ctx, tx, {
        environmentUuid: environmentOf(work),
        from: ['recorded', 'preparing'],
        to: 'failed',
      });
    },
  };
}

export function environmentOf(work: ClaimedWork): string {
  return (work.payload as { readonly environmentUuid: string }).environmentUuid;
}

async function begin(ctx: AppContext, work: ClaimedWork): Promise<EnvironmentRecord> {
  const environmentUuid = environmentOf(work);
  return ctx.storage.withTenant(work.orgUuid, async (tx) => {
    await moveEnvironment(ctx, tx, { environmentUuid, from: ['recorded'], to: 'preparing' });
    const environment = await getEnvironment(tx, environmentUuid);
    if (environment?.state === 'preparing') return environment;
    throw new AppError('not_found', { detail: 'The environment was retired before it was prepared.' });
  });
}
