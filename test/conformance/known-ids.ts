import type { Client, OperationInput } from '../../src/contract/client.ts';
import { bodyExamples } from '../../src/contract/openapi/body-examples.ts';

/** By the name of the parameter or member that carries it. */
type Known = ReadonlyMap<string, string>;

/** Where webhooks and messages are sent: nobody listens, and nothing of an examination leaves the machine. */
export const receiver = 'http://127.0.0.1:9/';

/** What the demo has none of, or none to spare. It is made as the examples of the description say. */
const creations = [
  'create_dataset',
  'create_validation_test',
  'create_schedule',
  'create_webhook',
  'create_notification_rule',
  'create_organization_invitation',
  'create_discovery_source',
  'create_platform_connection',
] as const;

/**
 * The description with ids that exist in place of those that serve as examples: a judge that begins with the examples then
 * begins with resources, and there is at least one of each kind.
 */
export async function withKnownIds(document: unknown, client: Client): Promise<unknown> {
  const demo = await idsOfDemo(client);
  const made = new Map<string, string>();
  for (const operationId of creations) {
    for (const [name, value] of Object.entries(await create(client, operationId, demo))) {
      if (name.endsWith('Uuid') && typeof value === 'string') made.set(name, value);
    }
  }
  // The datasets of the demo are paired already: the one that was made can be, too.
  const sourceDatasetUuid = made.get('datasetUuid') ?? '';
  return replaceExamples(document, new Map([...made, ...demo, ['sourceDatasetUuid', sourceDatasetUuid]]));
}

async function idsOfDemo(client: Client): Promise<Known> {
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
    url: receiver,
    // Whatever the day: a week ahead.
    expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  };
  return new Map(Object.entries(known));
}

async function create<Id extends (typeof creations)[number]>(
  client: Client,
  operationId: Id,
  known: Known,
): Promise<Readonly<Record<string, unknown>>> {
  const body = replaceValues(bodyExamples[operationId], known);
  const input = { body, idempotencyKey: `judged-${operationId}` } as OperationInput<Id>;
  const answer: { readonly body: unknown } = await client.call(operationId, input);
  return answer.body as Readonly<Record<string, unknown>>;
}

function replaceExamples(node: unknown, known: Known, name = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => replaceExamples(item, known, name));
  if (typeof node !== 'object' || node === null) return node;
  const members = node as Record<string, unknown>;
  // A parameter carries its name beside its schema, a member has it as its key.
  const own = typeof members.name === 'string' && 'in' in members ? members.name : name;
  const value = knownValue(own, known);
  return Object.fromEntries(
    Object.entries(members).map(([key, member]) => {
      if (key === 'examples' && value !== undefined && members.format === 'uuid') return [key, [value]];
      if (key === 'example') return [key, replaceValues(member, known)];
      return [key, replaceExamples(member, known, isSchemaKeyword(key) ? own : key)];
    }),
  );
}

/** The same body with values that are known. */
function replaceValues(body: unknown, known: Known, name = ''): unknown {
  if (Array.isArray(body)) return body.map((item) => replaceValues(item, known, name));
  if (typeof body !== 'object' || body === null) return knownValue(name, known) ?? body;
  return Object.fromEntries(
    Object.entries(body).map(([key, member]) => [key, replaceValues(member, known, key)]),
  );
}

/** A list of ids is named in the plural. */
function knownValue(name: string, known: Known): string | undefined {
  return known.get(name) ?? known.get(name.replace(/s$/, ''));
}

function isSchemaKeyword(key: string): boolean {
  return ['schema', 'items', 'anyOf', 'allOf', 'oneOf'].includes(key);
}
