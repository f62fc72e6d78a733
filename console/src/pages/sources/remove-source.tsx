import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Body, read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { countOf } from '../../language/counts.ts';

interface RemoveSourceProps {
  readonly source: Body<'get_discovery_source'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A plan before it is done: what goes, what stays, and what stands in the way. */
export function RemoveSource({ source, opened, onClose }: RemoveSourceProps) {
  const navigate = useNavigate();
  const { sourceUuid, name, etag } = source;
  const dependants = useQuery({
    ...read('list_datasets', { query: { sourceUuid, limit: 5 } }),
    enabled: opened,
  });
  const remove = useOperation('delete_discovery_source', {
    renews: ['list_discovery_sources'],
    onDone: () => navigate({ to: '/sources' }),
  });
  const datasets = dependants.data?.body.items ?? [];
  return (
    <Confirm
      title={`Remove ${name}?`}
      opened={opened}
      onClose={onClose}
      problem={
        <ChangeProblem
          error={remove.error ?? dependants.error}
          seen={source}
          current={{ operationId: 'get_discovery_source', input: { params: { sourceUuid } } }}
          reset={remove.reset}
        />
      }
      confirm={{
        label: 'Remove the source',
        isPending: remove.isPending,
        disabled: dependants.isPending || datasets.length > 0,
        perform: () => remove.perform({ params: { sourceUuid }, ifMatch: etag }),
      }}
    >
      {datasets.length > 0 ? (
        <>
          <Text>
            {countOf(datasets.length, 'dataset')}
            {dependants.data?.body.nextCursor !== null && ' and more'} would lose what{' '}
            {datasets.length === 1 ? 'it is' : 'they are'} read from. Delete{' '}
            {datasets.length === 1 ? 'it' : 'them'} first:
          </Text>
          <List size="sm">
            {datasets.map((dataset) => (
              <List.Item key={dataset.datasetUuid}>
                <TextLink to="/datasets/$datasetUuid" params={{ datasetUuid: dataset.datasetUuid }}>
                  {dataset.name}
                </TextLink>
              </List.Item>
            ))}
          </List>
        </>
      ) : (
        <List size="sm" spacing={4}>
          <List.Item>
            <b>Goes:</b> the registration{source.hasSecret && ' and its stored password'}.
          </List.Item>
          <List.Item>
            <b>Stays untouched:</b> everything in the system itself, its files, tables and access rights.
          </List.Item>
        </List>
      )}
    </Confirm>
  );
}
