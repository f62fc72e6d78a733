import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperationInput, OperationOutput } from '../../../src/contract/client.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { call } from './service.ts';

type Input<Id extends OperationId> = Omit<OperationInput<Id>, 'idempotencyKey'>;

interface OperationOptions<Id extends OperationId> {
  /** Reads that the change makes stale. */
  readonly renews: readonly OperationId[];
  readonly onDone?: (output: OperationOutput<Id>, input: Input<Id>) => unknown;
}

/**
 * A change. Each intention gets an idempotency key of its own, which repeated sending keeps: a connection that breaks
 * after the service has acted does not act twice.
 */
export function useOperation<Id extends OperationId>(
  operationId: Id,
  { renews, onDone }: OperationOptions<Id>,
) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (input: OperationInput<Id>) => call(operationId, input),
    onSuccess: async (output, input) => {
      await Promise.all(renews.map((id) => queries.invalidateQueries({ queryKey: [id] })));
      await onDone?.(output, input);
    },
  });
  const keyed = (input: Input<Id>) =>
    ({ idempotencyKey: crypto.randomUUID(), ...input }) as unknown as OperationInput<Id>;
  return {
    perform: (input: Input<Id>) => mutation.mutate(keyed(input)),
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  };
}
