import { readOperation, readOperations } from '../../app/operations/read-operations.ts';
import { pollingHeaders } from '../accepted-operation.ts';
import type { HandlersOf } from '../handler.ts';
import { operationView } from '../views/operation-view.ts';

export const operationHandlers: HandlersOf<'list_operations' | 'get_operation'> = {
  async list_operations({ ctx, caller, query }) {
    const { items, nextCursor } = await readOperations(ctx, caller, query);
    const { publicUrl } = ctx.settings;
    return { status: 200, body: { items: items.map((item) => operationView(item, publicUrl)), nextCursor } };
  },

  async get_operation({ ctx, caller, params }) {
    const body = operationView(
      await readOperation(ctx, caller, params.operationUuid),
      ctx.settings.publicUrl,
    );
    return { status: 200, body, headers: pollingHeaders(body) };
  },
};
