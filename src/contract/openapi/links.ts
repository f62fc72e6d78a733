import type { Operation, OperationResponse } from '../operation.ts';
import { type OperationId, operations } from '../operations.ts';
import { nextSteps, type OperationLink } from './next-steps.ts';

/**
 * The links of a response: those that are named, and those that follow from the table. An answer that carries the id in
 * the path of another operation of the same resource leads there, with the ETag where a change asks for one. An answer
 * that carries the id of another resource leads to where that is read.
 */
export function linksOf(
  operation: Operation,
  response: OperationResponse,
): Readonly<Record<string, OperationLink>> {
  const named = nextSteps[operation.operationId as OperationId] ?? {};
  const reached = new Set<string>(Object.values(named).map(({ operationId }) => operationId));
  const carried = carriedBy(response);
  const following = Object.values<Operation>(operations).flatMap((target): [string, OperationLink][] => {
    if (reached.has(target.operationId)) return [];
    if (resourceOf(target) !== resourceOf(operation) && !readsBy(target, response)) return [];
    const parameters = parametersOf(target, operation, carried);
    const operationId = target.operationId as OperationId;
    return parameters ? [[operationId, { operationId, parameters }]] : [];
  });
  return { ...named, ...Object.fromEntries(following) };
}

/** `/api/v1/webhooks/{webhookUuid}:test` is about `webhooks`. */
function resourceOf({ path }: Operation): string {
  return /^\/api\/v1\/([\w-]+)/.exec(path)?.[1] ?? '';
}

/** Whether it is the one operation that reads what an id in the answer names. An id that may be null leads nowhere. */
function readsBy(target: Operation, { schema }: OperationResponse): boolean {
  const [name, ...more] = Object.keys(target.params?.properties ?? {});
  if (name === undefined || more.length > 0 || !isReadOf(target, name)) return false;
  const { type } = (membersOf(schema).from[name] ?? {}) as { type?: unknown };
  const readers = Object.values<Operation>(operations).filter((each) => isReadOf(each, name));
  return type === 'string' && readers.length === 1;
}

function isReadOf({ method, path }: Operation, name: string): boolean {
  return method === 'GET' && path.endsWith(`/{${name}}`);
}

/** Members of the body by name, each with the expression that reads it; of a page, those of its first item. */
function carriedBy({ schema }: OperationResponse): ReadonlyMap<string, string> {
  const { from, place } = membersOf(schema);
  return new Map(Object.keys(from).map((name) => [name, `$response.body#${place}/${name}`]));
}

function membersOf(schema: unknown): {
  readonly from: Readonly<Record<string, unknown>>;
  readonly place: string;
} {
  const members = propertiesOf(schema);
  const items = propertiesOf(members.items)?.items;
  return items === undefined
    ? { from: members, place: '' }
    : { from: propertiesOf(items), place: '/items/0' };
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const { type, items, properties } = (schema ?? {}) as {
    type?: string;
    items?: unknown;
    properties?: Record<string, unknown>;
  };
  return (type === 'array' ? { items } : properties) ?? {};
}

/** Undefined where the answer brings nothing that the target asks for, or not all of it. */
function parametersOf(
  target: Operation,
  operation: Operation,
  carried: ReadonlyMap<string, string>,
): Record<string, string> | undefined {
  const names = Object.keys(target.params?.properties ?? {});
  const own = Object.keys(operation.params?.properties ?? {});
  if (!names.some((name) => carried.has(name))) return undefined;
  const parameters: Record<string, string> = {};
  for (const name of names) {
    const expression = carried.get(name) ?? (own.includes(name) ? `$request.path.${name}` : undefined);
    if (expression === undefined) return undefined;
    parameters[name] = expression;
  }
  const etag = carried.get('etag');
  return target.safety === 'ifMatch' && etag !== undefined
    ? { ...parameters, 'header.If-Match': etag }
    : parameters;
}
