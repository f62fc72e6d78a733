import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { keysAmong } from '../pairs/proposals.ts';
import { usePair } from '../pairs/use-pair.ts';
import { useSuggestions } from '../pairs/use-suggestions.ts';
import { newDraft, newTestOf } from './test-draft.ts';
import { TestForm } from './test-form.tsx';

export function NewTestPage() {
  const { datasetPairUuid } = useParams({ from: '/pairs/$datasetPairUuid/test' });
  const chosen = useSearch({ from: '/pairs/$datasetPairUuid/test' });
  const navigate = useNavigate({ from: '/pairs/$datasetPairUuid/test' });
  const { pair, source, target, isPrepared, error } = usePair(datasetPairUuid);
  const suggestions = useSuggestions(datasetPairUuid, isPrepared);
  const create = useOperation('create_validation_test', {
    renews: ['list_validation_tests'],
    onDone: async ({ body }) => {
      notifications.show({ message: `“${body.name}” is created, and part of the next Run.` });
      await navigate({
        to: '/pairs/$datasetPairUuid',
        params: { datasetPairUuid },
        search: { view: 'tests' },
      });
    },
  });
  const fields =
    chosen.source === undefined
      ? []
      : [{ sourceField: chosen.source, targetField: chosen.target ?? chosen.source }];
  return (
    <Page
      title="Add a test"
      above={
        <TextLink to="/pairs/$datasetPairUuid" params={{ datasetPairUuid }}>
          {pair?.name ?? 'Pair'}
        </TextLink>
      }
    >
      <Problem error={error ?? suggestions.error} />
      {isPrepared && suggestions.data !== undefined ? (
        <TestForm
          datasetPairUuid={datasetPairUuid}
          source={source}
          target={target}
          isNew
          initial={{
            ...newDraft,
            functionCode: chosen.function ?? newDraft.functionCode,
            fields,
            keys: keysAmong(suggestions.data),
          }}
          error={create.error}
          submit={{
            label: 'Create the test',
            isPending: create.isPending,
            perform: (draft) => create.perform({ body: newTestOf(datasetPairUuid, draft) }),
          }}
          onChoose={(field, functionCode) =>
            navigate({
              replace: true,
              search: {
                function: functionCode,
                ...(field !== undefined && { source: field.sourceField, target: field.targetField }),
              },
            })
          }
        />
      ) : (
        error === null && <Skeleton height={300} />
      )}
    </Page>
  );
}
