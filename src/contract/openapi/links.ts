import type { Operation, OperationLink, OperationResponse } from '../operation.ts';
import { operations } from '../operations.ts';

/**
 * The links of a response: those that the table names, and those that follow from it. An answer that carries the id in
 * the path of another operation of the same resource leads there, with the ETag where a change asks for one.
 */
export function linksOf(
  operation: Operation,
  response: OperationResponse,
): Readonly<Record<string, OperationLink>> {
  const named = response.links ?? {};
  const reached = new Set(Object.values(named).map(({ operationId }) => operationId));
  const carried = carriedBy(response);
  const following = Object.values<Operation>(operations).flatMap((target): [string, OperationLink][] => {
    if (reached.has(target.operationId) || resourceOf(target) !== resourceOf(operation)) return [];
    const parameters = parametersOf(target, operation, carried);
    return parameters ? [[target.operationId, { operationId: target.operationId, parameters }]] : [];
  });
  return { ...named, ...Object.fromEntries(following) };
}

/** `/api/v1/webhooks/{webhookUuid}:test` is about `webhooks`. */
function resourceOf({ path }: Operation): string {
  return /^\/api\/v1\/([\w-]+)/.exec(path)?.[1] ?? '';
}

/** Members of the body by name, each with the expression that reads it; of a page, those of its first item. */
function carriedBy({ schema }: OperationResponse): ReadonlyMap<string, string> {
  const members = propertiesOf(schema);
  const items = propertiesOf(members.items)?.items;
  const [from, place] = items === undefined ? [members, ''] : [propertiesOf(items), '/items/0'];
  return new Map(Object.keys(from).map((name) => [name, `$response.body#${place}/${name}`]));
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
