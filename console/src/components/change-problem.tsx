import { Alert, Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type OperationInput, ProblemError } from '../../../src/contract/client.ts';
import type { ReadId } from '../api/queries.ts';
import { call } from '../api/service.ts';
import { type ChangedMember, changedMembers } from '../language/changed-members.ts';
import { isConflict, Problem, ProblemIdentity } from './problem.tsx';

export interface ChangeProblemProps<Id extends ReadId> {
  readonly error: unknown;
  /** What the person decided by. */
  readonly seen: object;
  /** How to read what it is now. */
  readonly current: { readonly operationId: Id; readonly input: OperationInput<Id> };
  /** Takes the refusal back, once what is shown is what is. */
  readonly reset: () => void;
}

/**
 * Why a change was refused. Where somebody else was faster (412), what it was and what it is now stand side by side, and
 * one button shows the page as it is now.
 */
export function ChangeProblem<Id extends ReadId>(props: ChangeProblemProps<Id>) {
  return isConflict(props.error) ? <Conflict {...props} /> : <Problem error={props.error} />;
}

function Conflict<Id extends ReadId>({ error, seen, current, reset }: ChangeProblemProps<Id>) {
  const queries = useQueryClient();
  const now = useQuery({
    // Apart from what the page shows, which must not change under the reader's eyes.
    queryKey: ['conflict', current.operationId, current.input],
    queryFn: ({ signal }) => call(current.operationId, current.input, { signal }),
    gcTime: 0,
  });
  const isGone = now.error instanceof ProblemError && now.error.problem.status === 404;
  const reload = async () => {
    await queries.invalidateQueries();
    reset();
  };
  return (
    <Alert color="orange" variant="light" role="alert" title="Somebody else was faster">
      <Text size="sm">
        {isGone
          ? 'It was deleted after you read it, so nothing was written.'
          : 'It was changed after you read it, so nothing was written. Look at what it is now, and decide again.'}
      </Text>
      {now.isPending && <Skeleton height={48} mt="xs" />}
      {now.error !== null && !isGone && <Problem error={now.error} />}
      {now.data !== undefined && <Changes changes={changedMembers(seen, Object(now.data.body))} />}
      <Button variant="default" mt="sm" onClick={reload}>
        Show what it is now
      </Button>
      <ProblemIdentity error={error} />
    </Alert>
  );
}

function Changes({ changes }: { readonly changes: readonly ChangedMember[] }) {
  if (changes.length === 0) {
    return (
      <Text size="sm" mt="xs">
        Nothing of what you saw is different.
      </Text>
    );
  }
  return (
    <Table mt="xs" aria-label="What changed" verticalSpacing={2} layout="auto" withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th>You saw</Table.Th>
          <Table.Th>It is now</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ name, seen, now }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td className="value">{seen}</Table.Td>
            <Table.Td className="value">{now}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
