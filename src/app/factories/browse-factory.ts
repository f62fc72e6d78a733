import type { Candidate } from '../../domain/catalog/candidate.ts';
import type { FactorySettings } from '../../domain/catalog/source.ts';
import type { DatasetDefinition } from '../../providers/cloud/factory-discovery.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { loadOrganization } from '../organization/organization-view.ts';
import { type Page, type PageRequest, pageOf } from '../paging.ts';
import { requireDiscovery } from './refresh-factories.ts';

/** What a factory describes, by name. It is metadata, so the service reads it itself: no executor is needed. */
export async function browseFactory(
  ctx: AppContext,
  caller: Caller,
  settings: FactorySettings,
  request: PageRequest & { readonly sourceUuid: string; readonly search: string | null },
): Promise<Page<Candidate>> {
  const discovery = requireDiscovery(ctx);
  const { orgUuid } = caller;
  const { organization } = await ctx.storage.withTenant(orgUuid, loadOrganization);
  const definitions = await discovery.listDefinitions(organization.directoryId, settings);
  const { sourceUuid, search } = request;
  const wanted = definitions
    .filter(({ name }) => search === null || name.toLowerCase().includes(search.toLowerCase()))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(candidateOf);
  return pageOf(ctx, { list: 'definitions', orgUuid, sourceUuid, search }, request, wanted);
}

function candidateOf({ name, type, folder, linkedService }: DatasetDefinition): Candidate {
  const description = [type, linkedService && `by ${linkedService}`, folder && `in ${folder}`]
    .filter((part) => part !== null)
    .join(' ');
  return { name, kind: 'definition', locator: null, childrenOf: null, description };
}
