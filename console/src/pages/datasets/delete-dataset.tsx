import { List } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Body } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { Confirm } from '../../components/confirm.tsx';

interface DeleteDatasetProps {
  readonly dataset: Body<'get_dataset'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeleteDataset({ dataset, opened, onClose }: DeleteDatasetProps) {
  const navigate = useNavigate();
  const { datasetUuid, name, etag } = dataset;
  const remove = useOperation('delete_dataset', {
    renews: ['list_datasets'],
    onDone: () => navigate({ to: '/datasets' }),
  });
  return (
    <Confirm
      title={`Delete ${name}?`}
      opened={opened}
      onClose={onClose}
      problem={
        <ChangeProblem
          error={remove.error}
          seen={dataset}
          current={{ operationId: 'get_dataset', input: { params: { datasetUuid } } }}
          reset={remove.reset}
        />
      }
      confirm={{
        label: 'Delete the dataset',
        isPending: remove.isPending,
        perform: () => remove.perform({ params: { datasetUuid }, ifMatch: etag }),
      }}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          <b>Goes:</b> what Plumbline knows about it: its place, its fields and its profile.
        </List.Item>
        <List.Item>
          <b>Stays untouched:</b> the data itself, and the results of past Runs.
        </List.Item>
      </List>
    </Confirm>
  );
}
