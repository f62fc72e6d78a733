import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OperationInput, OperationOutput } from '../../../src/contract/client.ts';
import type { OperationId, Operations } from '../../../src/contract/operations.ts';
import { call } from './service.ts';

/** What a successful call returns, whatever its status. */
export type Body<Id extends OperationId> = OperationOutput<Id>['body'];

/** One item of a list. */
export type Item<Id extends OperationId> = Body<Id> extends { items: readonly (infer One)[] } ? One : never;

/** Operations that read and change nothing. */
export type ReadId = {
  [Id in OperationId]: Operations[Id]['method'] extends 'GET' ? Id : never;
}[OperationId];

/** Operations that page. */
export type ListId = {
  [Id in ReadId]: Body<Id> extends { items: readonly unknown[]; nextCursor: string | null } ? Id : never;
}[ReadId];

/** A page of a list, with whatever else it says. */
export type ListPage<Id extends ListId> = Body<Id> & {
  readonly items: readonly Item<Id>[];
  readonly nextCursor: string | null;
};

/** A read, under a key that names the operation first: `invalidateQueries(['list_datasets'])` renews all of them. */
export function read<Id extends OperationId>(operationId: Id, input: OperationInput<Id>) {
  return queryOptions({
    queryKey: [operationId, input] as const,
    queryFn: ({ signal }) => call(operationId, input, { signal }),
  });
}

/** A list, page by page, by the cursor that the service hands out. */
export function readPages<Id extends ListId>(
  operationId: Id,
  input: OperationInput<Id> & { readonly query?: object },
) {
  return infiniteQueryOptions({
    queryKey: [operationId, 'pages', input] as const,
    initialPageParam: firstPage,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { body } = await call(operationId, { ...input, query: { ...input.query, cursor } }, { signal });
      if (!isPage<Id>(body)) throw new TypeError(`${operationId} answered with no page of a list.`);
      return body;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

const firstPage: string | null = null;

function isPage<Id extends ListId>(body: Body<Id>): body is ListPage<Id> {
  return typeof body === 'object' && 'items' in body && 'nextCursor' in body;
}
