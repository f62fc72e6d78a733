import { browseSource } from '../../app/sources/browse-source.ts';
import { createSource } from '../../app/sources/create-source.ts';
import { deleteSource } from '../../app/sources/delete-source.ts';
import { readSource, readSources } from '../../app/sources/read-sources.ts';
import { testSource } from '../../app/sources/test-source.ts';
import { acceptedOperation } from '../accepted-operation.ts';
import type { HandlersOf } from '../handler.ts';
import { sourceView } from '../views/source-view.ts';

export const discoverySourceHandlers: HandlersOf<
  | 'create_discovery_source'
  | 'list_discovery_sources'
  | 'get_discovery_source'
  | 'delete_discovery_source'
  | 'test_discovery_source'
  | 'list_discovery_source_candidates'
> = {
  async create_discovery_source({ ctx, caller, body, retry }) {
    const { name, settings, password = null } = body;
    const { source, replayed } = await createSource(ctx, caller, { name, settings, password }, retry);
    const view = sourceView(source);
    const location = `/api/v1/discovery-sources/${source.sourceUuid}`;
    return { status: 201, body: view, headers: { etag: view.etag, location, replayed } };
  },

  async list_discovery_sources({ ctx, caller, query }) {
    const { items, nextCursor } = await readSources(ctx, caller, query);
    return { status: 200, body: { items: items.map(sourceView), nextCursor } };
  },

  async get_discovery_source({ ctx, caller, params }) {
    const body = sourceView(await readSource(ctx, caller, params.sourceUuid));
    return { status: 200, body, headers: { etag: body.etag } };
  },

  async delete_discovery_source({ ctx, caller, params, ifMatch }) {
    await deleteSource(ctx, caller, { sourceUuid: params.sourceUuid, ifMatch });
    return { status: 204, body: undefined };
  },

  async test_discovery_source({ ctx, caller, params, retry }) {
    const { operation, replayed } = await testSource(ctx, caller, params.sourceUuid, retry);
    return acceptedOperation(operation, replayed, ctx.settings.publicUrl);
  },

  async list_discovery_source_candidates({ ctx, caller, params, query }) {
    const { items, nextCursor } = await browseSource(ctx, caller, { ...params, ...query });
    return { status: 200, body: { items: [...items], nextCursor } };
  },
};
