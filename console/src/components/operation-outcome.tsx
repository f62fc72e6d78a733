import { Group, Loader, Text } from '@mantine/core';
import { useLive } from '../api/use-live.ts';
import { Problem } from './problem.tsx';
import { VerdictMark } from './verdict-mark.tsx';

interface OperationOutcomeProps {
  readonly operationUuid: string;
  /** What is said while it is under way. */
  readonly waiting: string;
}

/** A piece of asynchronous work, watched until it ends: what came of it, or why nothing did. */
export function OperationOutcome({ operationUuid, waiting }: OperationOutcomeProps) {
  const { data, error } = useLive('get_operation', { params: { operationUuid } });
  if (error !== null) return <Problem error={error} />;
  const operation = data?.body;
  if (operation === undefined || operation.status === 'queued' || operation.status === 'running') {
    return <Waiting text={waiting} />;
  }
  const reached = operation.status === 'succeeded';
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <VerdictMark verdict={reached ? 'pass' : 'error'} />
      <div>
        <Text size="sm" fw={500}>
          {reached
            ? (operation.result?.message ?? 'It succeeded.')
            : (operation.error?.title ?? 'It was cancelled')}
        </Text>
        <Text size="sm" c="dimmed">
          {reached ? operation.result?.serverVersion : operation.error?.detail}
        </Text>
      </div>
    </Group>
  );
}

export function Waiting({ text }: { readonly text: string }) {
  return (
    <Group gap="xs">
      <Loader size="xs" aria-hidden="true" />
      <Text size="sm">{text}</Text>
    </Group>
  );
}
