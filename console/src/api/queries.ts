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

/** A read, under a key that names the operation first: `invalidateQueries(['list_datasets'])` renews all of them. */
export function read<Id extends OperationId>(operationId: Id, input: OperationInput<Id>) {
  return queryOptions({
    queryKey: [operationId, input] as const,
    queryFn: ({ signal }) => call(operationId, input, { signal }),
  });
}

/** A list, page by page, by the cursor that the service hands out. */
export function readPages<Id extends ListId>(operationId: Id, input: OperationInput<Id>) {
  return infiniteQueryOptions({
    queryKey: [operationId, 'pages', input] as const,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const loose = input as { query?: object };
      const paged = { ...loose, query: { ...loose.query, cursor: pageParam } } as OperationInput<Id>;
      const { body } = await call(operationId, paged, { signal });
      return body as unknown as { items: Item<Id>[]; nextCursor: string | null };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
