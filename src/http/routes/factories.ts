import { readFactoryOptions } from '../../app/factories/read-factories.ts';
import { refreshFactories } from '../../app/factories/refresh-factories.ts';
import { acceptedOperation } from '../accepted-operation.ts';
import type { HandlersOf } from '../handler.ts';
import { factoryOptionView } from '../views/factory-option-view.ts';

export const factoryHandlers: HandlersOf<'refresh_cloud_factory_options' | 'list_cloud_factory_options'> = {
  async refresh_cloud_factory_options({ ctx, caller, retry }) {
    const { operation, replayed } = await refreshFactories(ctx, caller, retry);
    return acceptedOperation(operation, replayed, ctx.settings.publicUrl);
  },

  async list_cloud_factory_options({ ctx, caller, query }) {
    const { items, nextCursor } = await readFactoryOptions(ctx, caller, query);
    return { status: 200, body: { items: items.map(factoryOptionView), nextCursor } };
  },
};
