import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Item, read } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';
import { useOperation } from '../../api/use-operation.ts';
import { OperationOutcome } from '../../components/operation-outcome.tsx';
import { Problem } from '../../components/problem.tsx';
import { When } from '../../components/when.tsx';

/** What names a data factory in Azure. */
export type Factory = Pick<
  Item<'list_cloud_factory_options'>,
  'subscriptionId' | 'resourceGroup' | 'factoryName'
>;

interface FactoryFieldProps {
  readonly value: Factory | null;
  readonly onChange: (factory: Factory | null) => void;
}

/** Chooses among the data factories that the service may see; looking for them again takes a while and is watched. */
export function FactoryField({ value, onChange }: FactoryFieldProps) {
  const { data, error } = useQuery(read('list_cloud_factory_options', { query: { limit: 100 } }));
  const options = data?.body.items ?? [];
  const [newest] = options;
  return (
    <Stack gap="xs">
      <Select
        label="Data factory"
        description="Those that the service may see in your directory, as the last look found them."
        placeholder={options.length === 0 ? 'None is known yet' : 'Choose a data factory'}
        searchable
        required
        disabled={options.length === 0}
        value={value === null ? null : keyOf(value)}
        onChange={(chosen) => onChange(factoryOf(options.find((option) => keyOf(option) === chosen)))}
        data={options.map((option) => ({
          value: keyOf(option),
          label: `${option.factoryName} (${option.resourceGroup}, ${option.subscriptionName ?? option.subscriptionId})`,
        }))}
      />
      <Problem error={error} />
      <LookAgain />
      {newest !== undefined && (
        <Text size="xs" c="dimmed">
          Last looked for <When at={newest.refreshedAt} />.
        </Text>
      )}
    </Stack>
  );
}

function LookAgain() {
  const queries = useQueryClient();
  const [operationUuid, setOperationUuid] = useState<string | null>(null);
  const refresh = useOperation('refresh_cloud_factory_options', {
    renews: [],
    onDone: ({ body }) => setOperationUuid(body.operationUuid),
  });
  const operation = useLive(
    'get_operation',
    { params: { operationUuid: operationUuid ?? '' } },
    { enabled: operationUuid !== null },
  );
  const status = operation.data?.body.status;
  useEffect(() => {
    if (status === 'succeeded') queries.invalidateQueries({ queryKey: ['list_cloud_factory_options'] });
  }, [status, queries]);
  return (
    <>
      <Group>
        <Button variant="default" loading={refresh.isPending} onClick={() => refresh.perform({})}>
          Look for data factories
        </Button>
        {operationUuid !== null && (
          <OperationOutcome operationUuid={operationUuid} waiting="Asking Azure for its data factories …" />
        )}
      </Group>
      <Problem error={refresh.error} />
    </>
  );
}

function keyOf({ subscriptionId, resourceGroup, factoryName }: Factory): string {
  return `${subscriptionId}/${resourceGroup}/${factoryName}`;
}

function factoryOf(option: Factory | undefined): Factory | null {
  if (option === undefined) return null;
  const { subscriptionId, resourceGroup, factoryName } = option;
  return { subscriptionId, resourceGroup, factoryName };
}
