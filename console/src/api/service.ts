import { MutationCache, QueryClient } from '@tanstack/react-query';
import {
  type Client,
  createClient,
  type OperationInput,
  type OperationOutput,
  ProblemError,
} from '../../../src/contract/client.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import type { Session } from '../session/session.ts';

interface Connection {
  readonly session: Session;
  readonly client: Client;
}

let connection: Connection | undefined;

/** Called once, as soon as somebody is signed in; nothing is asked of the service before. */
export function connectService(session: Session): void {
  const client = createClient({ baseUrl: location.origin, token: () => session.accessToken() });
  connection = { session, client };
}

function connected(): Connection {
  if (connection === undefined) throw new TypeError('Nobody is signed in yet.');
  return connection;
}

export function call<Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options?: { signal?: AbortSignal },
): Promise<OperationOutput<Id>> {
  return connected().client.call(operationId, input, options);
}

/** For what cannot go through `call`: a page of its own that makes its own requests. */
export function currentToken(): Promise<string> {
  return connected().session.accessToken();
}

/** Whether the same request may succeed in a moment: the connection broke, or the service said so. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return error instanceof TypeError;
  return [429, 503].includes(error.problem.status) || error.problem.code === 'idempotency_in_progress';
}

/** Whether no executor has called lately: it may still be starting, so views that need one ask again by themselves. */
export function lacksExecutor(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'execution_environment_not_ready';
}

/** How long to wait before asking again: as long as the service says, else a little longer each time. */
export function waitBeforeRetry(attempt: number, error: unknown): number {
  const told = error instanceof ProblemError ? Number(error.headers.get('retry-after')) : 0;
  return told > 0 ? told * 1000 : Math.min(8000, 500 * 2 ** attempt);
}

const retry = (failures: number, error: unknown) => failures < 3 && isPassing(error);

/** Whoever is refused for their role has another one by now: what they may do is asked again, and the button goes. */
const mutationCache = new MutationCache({
  onError: (error) => {
    if (error instanceof ProblemError && error.problem.status === 403) {
      // Who has not been let in yet has nothing to lose: asking again would take away the page that tells them why.
      queryClient.invalidateQueries({
        queryKey: ['get_access'],
        predicate: ({ state }) => state.data !== undefined,
      });
    }
  },
});

export const queryClient: QueryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    // A browser that thinks it is offline may be wrong; the request itself tells.
    queries: { networkMode: 'always', retry, retryDelay: waitBeforeRetry, staleTime: 5000 },
    mutations: { networkMode: 'always', retry, retryDelay: waitBeforeRetry },
  },
});
