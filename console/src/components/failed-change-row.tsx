import { Table } from '@mantine/core';
import type { ReadId } from '../api/queries.ts';
import { ChangeProblem, type ChangeProblemProps } from './change-problem.tsx';

interface FailedChangeRowProps<Id extends ReadId> extends Pick<ChangeProblemProps<Id>, 'seen' | 'current'> {
  /** What the row above can do. */
  readonly changes: readonly { readonly error: unknown; readonly reset: () => void }[];
  readonly columns: number;
}

/** Below the row of something that was to be changed: why that was refused, if it was. */
export function FailedChangeRow<Id extends ReadId>({ changes, columns, ...rest }: FailedChangeRowProps<Id>) {
  const error = changes.find((change) => change.error !== null)?.error ?? null;
  if (error === null) return null;
  const reset = () => {
    for (const change of changes) change.reset();
  };
  return (
    <Table.Tr>
      <Table.Td colSpan={columns}>
        <ChangeProblem error={error} reset={reset} {...rest} />
      </Table.Td>
    </Table.Tr>
  );
}
