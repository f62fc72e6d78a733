import type { Static } from 'typebox';
import { createConnection } from '../../app/platform-connections/create-connection.ts';
import {
  readConnection,
  readConnections,
  readRemovalPlan,
  readRemovalPlans,
} from '../../app/platform-connections/read-connections.ts';
import { removeConnection } from '../../app/platform-connections/remove-connection.ts';
import { cancelRemoval, stageRemoval } from '../../app/platform-connections/stage-removal.ts';
import { testConnection } from '../../app/platform-connections/test-connection.ts';
import type { V1CreatePlatformConnection } from '../../contract/schemas/platform-connections.ts';
import type { PlatformSettings } from '../../domain/catalog/source.ts';
import { acceptedOperation } from '../accepted-operation.ts';
import type { HandlersOf } from '../handler.ts';
import { connectionView, removalPlanView } from '../views/platform-connection-view.ts';

const path = '/api/v1/platform-connections';

export const platformConnectionHandlers: HandlersOf<
  | 'create_platform_connection'
  | 'list_platform_connections'
  | 'get_platform_connection'
  | 'test_platform_connection'
  | 'stage_platform_connection_removal'
  | 'list_platform_connection_removal_plans'
  | 'get_platform_connection_removal_plan'
  | 'cancel_platform_connection_removal_plan'
  | 'delete_platform_connection_registration'
> = {
  async create_platform_connection({ ctx, caller, body, retry }) {
    const { name, secret = null } = body;
    const input = { name, settings: wholeSettings(body.settings), secret };
    const { connection, replayed } = await createConnection(ctx, caller, input, retry);
    const view = connectionView(connection);
    const location = `${path}/${view.sourceUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async list_platform_connections({ ctx, caller, query }) {
    const { items, nextCursor } = await readConnections(ctx, caller, query);
    return { status: 200, body: { items: items.map(connectionView), nextCursor } };
  },

  async get_platform_connection({ ctx, caller, params }) {
    const body = connectionView(await readConnection(ctx, caller, params.sourceUuid));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async test_platform_connection({ ctx, caller, params, retry }) {
    const { operation, replayed } = await testConnection(ctx, caller, params.sourceUuid, retry);
    return acceptedOperation(operation, replayed, ctx.settings.publicUrl);
  },

  async stage_platform_connection_removal({ ctx, caller, params, retry }) {
    const { plan, replayed } = await stageRemoval(ctx, caller, params.sourceUuid, retry);
    const body = removalPlanView(plan);
    const location = `${path}/${body.sourceUuid}/removal-plans/${body.planUuid}`;
    return { status: 201, body, headers: { etag: body.etag, location, replayed } };
  },

  async list_platform_connection_removal_plans({ ctx, caller, params, query }) {
    const { items, nextCursor } = await readRemovalPlans(ctx, caller, { ...params, ...query });
    return { status: 200, body: { items: items.map(removalPlanView), nextCursor } };
  },

  async get_platform_connection_removal_plan({ ctx, caller, params }) {
    const body = removalPlanView(await readRemovalPlan(ctx, caller, params));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async cancel_platform_connection_removal_plan({ ctx, caller, params, ifMatch }) {
    const body = removalPlanView(await cancelRemoval(ctx, caller, { ...params, ifMatch }));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async delete_platform_connection_registration({ ctx, caller, params, ifMatch }) {
    const etag = await removeConnection(ctx, caller, { ...params, ifMatch });
    return { status: 204, body: undefined, headers: { etag } };
  },
};

/** Absent and null mean the same in a request; what is kept has every member. */
function wholeSettings(settings: Static<typeof V1CreatePlatformConnection>['settings']): PlatformSettings {
  const { catalog = null } = settings;
  return settings.kind === 'trino'
    ? { ...settings, catalog }
    : { ...settings, catalog, clientId: settings.clientId ?? null };
}
