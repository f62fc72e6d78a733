import { useQuery } from '@tanstack/react-query';
import type { OperationInput } from '../../../src/contract/client.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { isFollowing } from './live-events.ts';
import { type Body, read } from './queries.ts';

/** What the service asks for in Retry-After while work is under way. */
const defaultSeconds = 5;
/** How far a Run is, no event tells; all else that changes, one does. */
const seldom = 3;

interface LiveOptions<Id extends OperationId> {
  readonly enabled?: boolean;
  /** Whether to go on watching, where the answer itself does not say so by Retry-After. */
  readonly while?: (body: Body<Id>) => boolean;
}

/**
 * Reads a resource and keeps it fresh for as long as it is changing. All live views go through here, so that this is
 * the one place that knows that they poll: seldom while events come, as often as they are told where none do.
 */
export function useLive<Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  { enabled = true, while: isChanging }: LiveOptions<Id> = {},
) {
  return useQuery({
    ...read(operationId, input),
    enabled,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : pauseAfter(data.headers, isChanging?.(data.body as Body<Id>) ?? false),
  });
}

function pauseAfter(headers: Headers, changing: boolean): number | false {
  const told = Number(headers.get('retry-after'));
  const seconds = told > 0 ? told : defaultSeconds;
  return told > 0 || changing ? seconds * 1000 * (isFollowing() ? seldom : 1) : false;
}
