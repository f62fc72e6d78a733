import { Group, Loader, Text } from '@mantine/core';
import { useLive } from '../api/use-live.ts';
import { formatCount } from '../language/counts.ts';

type State = 'queued' | 'running' | 'ready' | 'failed';

const words: Readonly<Record<State, { label: string; color: string }>> = {
  queued: { label: 'Waiting to be prepared', color: 'var(--running)' },
  running: { label: 'Preparing', color: 'var(--running)' },
  ready: { label: 'Ready', color: 'var(--pass)' },
  failed: { label: 'Could not be prepared', color: 'var(--error)' },
};

interface PreparationStateProps {
  readonly state: State;
  /** The operation that prepares it, to tell how far it is. */
  readonly operationUuid?: string;
}

export function PreparationState({ state, operationUuid }: PreparationStateProps) {
  const { label, color } = words[state];
  const busy = state === 'queued' || state === 'running';
  return (
    <Group gap={6} wrap="nowrap" c={color} display="inline-flex">
      {busy && <Loader size={12} color="currentColor" aria-hidden="true" />}
      <Text span size="sm" fw={500} c="inherit">
        {label}
      </Text>
      {busy && operationUuid !== undefined && <Progress operationUuid={operationUuid} />}
    </Group>
  );
}

function Progress({ operationUuid }: { readonly operationUuid: string }) {
  const { data } = useLive('get_operation', { params: { operationUuid } });
  const progress = data?.body.progress;
  if (progress === undefined || progress.done === 0) return null;
  return (
    <Text span size="xs" c="dimmed">
      {formatCount(progress.done)}
      {progress.total !== null && ` of ${formatCount(progress.total)}`} {progress.unit}
    </Text>
  );
}
