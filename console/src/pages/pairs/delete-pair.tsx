import { List } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Body } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { Confirm } from '../../components/confirm.tsx';

interface DeletePairProps {
  readonly pair: Body<'get_dataset_pair'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeletePair({ pair, opened, onClose }: DeletePairProps) {
  const navigate = useNavigate();
  const { datasetPairUuid, name, etag } = pair;
  const remove = useOperation('delete_dataset_pair', {
    renews: ['list_dataset_pairs'],
    onDone: () => navigate({ to: '/pairs' }),
  });
  return (
    <Confirm
      title={`Delete ${name}?`}
      opened={opened}
      onClose={onClose}
      problem={
        <ChangeProblem
          error={remove.error}
          seen={pair}
          current={{ operationId: 'get_dataset_pair', input: { params: { datasetPairUuid } } }}
          reset={remove.reset}
        />
      }
      confirm={{
        label: 'Delete the pair',
        isPending: remove.isPending,
        perform: () => remove.perform({ params: { datasetPairUuid }, ifMatch: etag }),
      }}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          <b>Goes:</b> the pair. Its tests have to be deleted before.
        </List.Item>
        <List.Item>
          <b>Stays untouched:</b> both datasets, and the results of past Runs.
        </List.Item>
      </List>
    </Confirm>
  );
}
