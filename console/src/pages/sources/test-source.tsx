import { Button, Group, Loader, Popover, Text } from '@mantine/core';
import { useState } from 'react';
import type { Body } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Problem } from '../../components/problem.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';

/** Has an executor reach the source, and tells what came of it. */
export function TestSource({ sourceUuid }: { readonly sourceUuid: string }) {
  const [operationUuid, setOperationUuid] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const test = useOperation('test_discovery_source', {
    renews: [],
    onDone: ({ body }) => setOperationUuid(body.operationUuid),
  });
  const start = () => {
    setOperationUuid(null);
    setOpened(true);
    test.perform({ params: { sourceUuid } });
  };
  return (
    <Popover opened={opened} onChange={setOpened} width={360} position="bottom-end" withArrow>
      <Popover.Target>
        <Button variant="default" onClick={start}>
          Test
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-live="polite">
        {test.error !== null && <Problem error={test.error} />}
        {test.error === null && operationUuid === null && <Waiting />}
        {operationUuid !== null && <Outcome operationUuid={operationUuid} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Waiting() {
  return (
    <Group gap="xs">
      <Loader size="xs" />
      <Text size="sm">An executor is reaching the source …</Text>
    </Group>
  );
}

function Outcome({ operationUuid }: { readonly operationUuid: string }) {
  const { data, error } = useLive('get_operation', { params: { operationUuid } });
  if (error !== null) return <Problem error={error} />;
  const operation = data?.body;
  if (operation === undefined || operation.status === 'queued' || operation.status === 'running')
    return <Waiting />;
  return operation.status === 'succeeded' ? (
    <Reached operation={operation} />
  ) : (
    <NotReached operation={operation} />
  );
}

function Reached({ operation }: { readonly operation: Body<'get_operation'> }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <VerdictMark verdict="pass" />
      <div>
        <Text size="sm">{operation.result?.message ?? 'The source was reached.'}</Text>
        {operation.result?.serverVersion != null && (
          <Text size="xs" c="dimmed">
            {operation.result.serverVersion}
          </Text>
        )}
      </div>
    </Group>
  );
}

function NotReached({ operation }: { readonly operation: Body<'get_operation'> }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <VerdictMark verdict="error" />
      <div>
        <Text size="sm" fw={500}>
          {operation.error?.title ?? 'The test was cancelled'}
        </Text>
        <Text size="sm">{operation.error?.detail}</Text>
      </div>
    </Group>
  );
}
