import { type PairSuggestion, suggestPairs } from '../../domain/catalog/suggest-pairs.ts';
import { suggestTests, type TestSuggestion } from '../../domain/catalog/suggest-tests.ts';
import { listDatasetPairs } from '../../storage/queries/dataset-pairs.ts';
import { listPreparedDatasets } from '../../storage/queries/datasets.ts';
import type { Caller } from '../caller.ts';
import { comparedDatasets } from '../comparisons/compared-datasets.ts';
import type { AppContext } from '../context.ts';
import { requireDataset } from '../datasets/read-datasets.ts';
import { type Page, type PageRequest, pageOf } from '../paging.ts';

/** Every two of them are looked at: 45,000 pairs, some tens of milliseconds. */
const mostDatasets = 300;
/** An Organization with more pairs than this has no need of suggestions. */
const mostPairs = 10_000;

/** Datasets that seem to belong together. */
export async function readPairSuggestions(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly datasetUuid: string | null },
): Promise<Page<PairSuggestion>> {
  const { orgUuid } = caller;
  const { datasetUuid } = request;
  const { datasets, pairs } = await ctx.storage.withTenant(orgUuid, async (tx) => {
    if (datasetUuid !== null) await requireDataset(tx, datasetUuid);
    return {
      datasets: await listPreparedDatasets(tx, { limit: mostDatasets }),
      pairs: await listDatasetPairs(tx, { limit: mostPairs, after: null }),
    };
  });
  const paired = new Set(
    pairs.flatMap(({ sourceDatasetUuid: a, targetDatasetUuid: b }) => [`${a} ${b}`, `${b} ${a}`]),
  );
  const suggestions = suggestPairs(datasets, (a, b) => paired.has(`${a} ${b}`), datasetUuid);
  return pageOf(ctx, { list: 'pairSuggestions', orgUuid, datasetUuid }, request, suggestions);
}

/** Tests of a pair that would be worth having. */
export async function readTestSuggestions(
  ctx: AppContext,
  caller: Caller,
  request: PageRequest & { readonly datasetPairUuid: string },
): Promise<Page<TestSuggestion>> {
  const { orgUuid } = caller;
  const { datasetPairUuid } = request;
  const sides = await comparedDatasets(ctx, orgUuid, { kind: 'datasetPair', datasetPairUuid });
  const binding = { list: 'testSuggestions', orgUuid, datasetPairUuid };
  return pageOf(ctx, binding, request, suggestTests(sides));
}
