import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { Confirm } from '../../components/confirm.tsx';

interface DeleteEvidenceProps {
  readonly runUuid: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The rows of a whole Run: they lie together, beside the data. */
export function DeleteEvidence({ runUuid, opened, onClose }: DeleteEvidenceProps) {
  const run = useQuery({ ...read('get_run', { params: { runUuid } }), enabled: opened });
  const remove = useOperation('delete_evidence', {
    renews: ['get_run', 'get_result', 'list_results', 'read_evidence'],
    onDone: onClose,
  });
  return (
    <Confirm
      title="Delete the evidence of this Run?"
      opened={opened}
      onClose={onClose}
      problem={
        <ChangeProblem
          error={remove.error ?? run.error}
          seen={run.data?.body ?? {}}
          current={{ operationId: 'get_run', input: { params: { runUuid } } }}
          reset={remove.reset}
        />
      }
      confirm={{
        label: 'Delete the evidence',
        isPending: remove.isPending,
        disabled: run.data === undefined,
        perform: () => run.data && remove.perform({ params: { runUuid }, ifMatch: run.data.body.etag }),
      }}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          <b>Goes:</b> the differing rows of every test of {run.data?.body.name ?? 'the Run'}, where they are
          kept. They cannot be brought back; another Run finds them again.
        </List.Item>
        <List.Item>
          <b>Stays untouched:</b> the data itself, the verdicts and the counts.
        </List.Item>
      </List>
    </Confirm>
  );
}
