import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { OperationOutcome, Waiting } from '../../components/operation-outcome.tsx';
import { Problem } from '../../components/problem.tsx';

const waiting = 'An executor is reaching the source …';

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
        <Problem error={test.error} />
        {test.error === null && operationUuid === null && <Waiting text={waiting} />}
        {operationUuid !== null && <OperationOutcome operationUuid={operationUuid} waiting={waiting} />}
      </Popover.Dropdown>
    </Popover>
  );
}
