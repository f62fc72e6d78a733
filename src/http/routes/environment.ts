import { provisionEnvironment } from '../../app/environment/provision-environment.ts';
import { readEnvironment } from '../../app/environment/read-environment.ts';
import { readExecutors } from '../../app/environment/read-executors.ts';
import { recordEnvironment } from '../../app/environment/record-environment.ts';
import { retireEnvironment } from '../../app/environment/retire-environment.ts';
import { acceptedOperation, pollingHeaders } from '../accepted-operation.ts';
import type { Call, HandlersOf } from '../handler.ts';
import { environmentView } from '../views/environment-view.ts';
import { executorView } from '../views/executor-view.ts';

export const environmentHandlers: HandlersOf<
  | 'create_execution_environment'
  | 'get_execution_environment'
  | 'provision_execution_environment'
  | 'retire_execution_environment'
  | 'list_executors'
> = {
  async create_execution_environment({ ctx, caller, body, retry }) {
    const { name, subscriptionId, location, browserReaderGroupId = null } = body;
    const input = { name, subscriptionId, location, browserReaderGroupId };
    const { replayed, ...recorded } = await recordEnvironment(ctx, caller, input, retry);
    const view = environmentView(recorded, addresses(ctx));
    const headers = { etag: view.etag, location: '/api/v1/execution-environment', replayed };
    return { status: 201, body: view, headers };
  },

  async get_execution_environment({ ctx, caller }) {
    const body = environmentView(await readEnvironment(ctx, caller), addresses(ctx));
    const headers = { ...pollingHeaders(body.latestProvisioningOperation), etag: body.etag };
    return { status: 200, body, headers };
  },

  async provision_execution_environment({ ctx, caller, body, retry }) {
    const { operation, replayed } = await provisionEnvironment(ctx, caller, body, retry);
    return acceptedOperation(operation, replayed, ctx.settings.publicUrl);
  },

  async retire_execution_environment({ ctx, caller, ifMatch }) {
    await retireEnvironment(ctx, caller, { ifMatch });
    return { status: 204, body: undefined };
  },

  async list_executors({ ctx, caller, query }) {
    const { items, nextCursor } = await readExecutors(ctx, caller, query);
    return { status: 200, body: { items: items.map(executorView), nextCursor } };
  },
};

function addresses({ settings }: Call['ctx']) {
  return { publicUrl: settings.publicUrl, portalUrl: settings.environments.portalUrl };
}
