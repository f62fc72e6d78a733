import type { Client } from '../../src/contract/client.ts';

/**
 * The description with ids that exist in place of those that serve as examples, by the name of the parameter or member:
 * a judge that begins with the examples then begins with resources.
 */
export async function withKnownIds(document: unknown, client: Client): Promise<unknown> {
  const ids = await knownIds(client);
  return replaceExamples(document, ids);
}

async function knownIds(client: Client): Promise<ReadonlyMap<string, string>> {
  const first = { query: { limit: 1 } };
  const [pair] = (await client.call('list_dataset_pairs', first)).body.items;
  const [run] = (await client.call('list_runs', first)).body.items;
  const [test] = (await client.call('list_validation_tests', first)).body.items;
  const [source] = (await client.call('list_discovery_sources', first)).body.items;
  if (!pair || !run || !test || !source) throw new Error('The demo made nothing to be found.');
  const { runUuid } = run;
  const [result] = (await client.call('list_results', { params: { runUuid }, ...first })).body.items;
  const known = {
    datasetPairUuid: pair.datasetPairUuid,
    datasetUuid: pair.sourceDatasetUuid,
    sourceDatasetUuid: pair.sourceDatasetUuid,
    targetDatasetUuid: pair.targetDatasetUuid,
    runUuid,
    resultUuid: result?.resultUuid ?? '',
    validationTestUuid: test.validationTestUuid,
    sourceUuid: source.sourceUuid,
  };
  return new Map(Object.entries(known));
}

function replaceExamples(node: unknown, ids: ReadonlyMap<string, string>, name = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => replaceExamples(item, ids, name));
  if (typeof node !== 'object' || node === null) return node;
  const members = node as Record<string, unknown>;
  // A parameter carries its name beside its schema, a member has it as its key; an array of ids is named in the plural.
  const own = typeof members.name === 'string' && 'in' in members ? members.name : name;
  const known = ids.get(own) ?? ids.get(own.replace(/s$/, ''));
  return Object.fromEntries(
    Object.entries(members).map(([key, value]) => {
      if (key === 'examples' && known !== undefined && members.format === 'uuid') return [key, [known]];
      return [key, replaceExamples(value, ids, isSchemaKeyword(key) ? own : key)];
    }),
  );
}

function isSchemaKeyword(key: string): boolean {
  return ['schema', 'items', 'anyOf', 'allOf', 'oneOf'].includes(key);
}
