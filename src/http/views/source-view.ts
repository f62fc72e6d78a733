import type { Static } from 'typebox';
import type { readSource } from '../../app/sources/read-sources.ts';
import type { V1DiscoverySource } from '../../contract/schemas/catalog-sources.ts';
import { etagOf } from '../../domain/etag.ts';

export function sourceView(source: Awaited<ReturnType<typeof readSource>>): Static<typeof V1DiscoverySource> {
  return {
    sourceUuid: source.sourceUuid,
    name: source.name,
    kind: source.kind,
    settings: source.settings,
    hasSecret: source.secret !== null,
    createdAt: source.createdAt.toISOString(),
    etag: etagOf('source', source.sourceUuid, source.version),
  };
}
