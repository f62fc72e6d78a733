import { List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { Problem } from '../../components/problem.tsx';
import { When } from '../../components/when.tsx';
import { countOf } from '../../language/counts.ts';

/** When the removal of a connection was staged, what stood in the way then, and what became of it. */
export function PastPlans({ sourceUuid }: { readonly sourceUuid: string }) {
  const { data, error } = useQuery(
    read('list_platform_connection_removal_plans', { params: { sourceUuid }, query: { limit: 20 } }),
  );
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton height={24} />;
  const { items, nextCursor } = data.body;
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Its removal was never staged.
      </Text>
    );
  }
  return (
    <List size="sm" spacing={2}>
      {items.map(({ planUuid, createdAt, cancelledAt, dependantCount }) => (
        <List.Item key={planUuid}>
          Staged <When at={createdAt} />, with {countOf(dependantCount, 'dependant')};{' '}
          {cancelledAt === null ? (
            'waits to be carried out or cancelled'
          ) : (
            <>
              cancelled <When at={cancelledAt} />
            </>
          )}
        </List.Item>
      ))}
      {nextCursor !== null && <List.Item>and older ones</List.Item>}
    </List>
  );
}
