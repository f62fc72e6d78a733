import { Box, Button, Card, Group, List, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccess } from '../../api/access.tsx';
import { type Item, read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { Problem } from '../../components/problem.tsx';
import { countOf } from '../../language/counts.ts';

interface RemovalPlanProps {
  readonly connection: Item<'list_platform_connections'>;
  readonly planUuid: string;
}

const renews = ['list_platform_connections', 'get_platform_connection_removal_plan'] as const;

/** A removal before it is done: what depends on the connection, what goes and what stays; carried out or cancelled. */
export function RemovalPlan({ connection, planUuid }: RemovalPlanProps) {
  const { may } = useAccess();
  const { sourceUuid, name } = connection;
  const { data, error } = useQuery(
    read('get_platform_connection_removal_plan', { params: { sourceUuid, planUuid } }),
  );
  const cancel = useOperation('cancel_platform_connection_removal_plan', { renews });
  const remove = useOperation('delete_platform_connection_registration', { renews });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton height={80} />;
  const { dependants, dependantCount, etag } = data.body;
  return (
    <Card>
      <List size="sm" spacing={4}>
        <List.Item>
          <b>Goes:</b> the registration of {name} and its stored secret.
        </List.Item>
        <List.Item>
          <b>Stays untouched:</b> everything on the platform, every assignment of access there.
        </List.Item>
        <List.Item>
          <b>In the way:</b>{' '}
          {dependantCount === 0
            ? 'nothing.'
            : `${countOf(dependantCount, 'dependant')}: ${dependants.map((dependant) => dependant.name).join(', ')}. Delete them first.`}
        </List.Item>
      </List>
      {may('owner') && (
        <Group mt="sm">
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.perform({ params: { sourceUuid, planUuid }, ifMatch: etag })}
          >
            Keep it
          </Button>
          <Button
            color="red.9"
            loading={remove.isPending}
            disabled={dependantCount > 0}
            onClick={() => remove.perform({ params: { sourceUuid }, ifMatch: etag })}
          >
            Remove the registration
          </Button>
        </Group>
      )}
      <Box mt="xs">
        <ChangeProblem
          error={cancel.error ?? remove.error}
          seen={data.body}
          current={{
            operationId: 'get_platform_connection_removal_plan',
            input: { params: { sourceUuid, planUuid } },
          }}
          reset={() => {
            cancel.reset();
            remove.reset();
          }}
        />
      </Box>
    </Card>
  );
}
