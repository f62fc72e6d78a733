import { Alert, List, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Body, read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { Prose } from '../../components/prose.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { usePair } from '../pairs/use-pair.ts';
import { conditionsOf } from './conditions.ts';
import { changeOf, draftOf } from './test-draft.ts';
import { TestForm } from './test-form.tsx';

type ValidationTest = Body<'get_validation_test'>;

export function TestPage() {
  const { validationTestUuid } = useParams({ from: '/tests/$validationTestUuid' });
  const { data, error } = useQuery(read('get_validation_test', { params: { validationTestUuid } }));
  if (error !== null) return <Problem error={error} />;
  // Keyed by its version: what somebody else changed replaces the form whole, never half.
  return data === undefined ? <Skeleton height={300} /> : <EditTest key={data.body.etag} test={data.body} />;
}

function EditTest({ test }: { readonly test: ValidationTest }) {
  const { validationTestUuid, datasetPairUuid, etag, name, fit } = test;
  const { pair, source, target, isPrepared } = usePair(datasetPairUuid);
  const [initial] = useState(() => draftOf(test));
  const update = useOperation('update_validation_test', {
    renews: ['list_validation_tests', 'get_validation_test'],
    onDone: () => notifications.show({ message: 'Saved.' }),
  });
  const editable = conditionsOf(test.filter.source) !== null && conditionsOf(test.filter.target) !== null;
  return (
    <Page
      title={name}
      above={
        <TextLink to="/pairs/$datasetPairUuid" params={{ datasetPairUuid }}>
          {pair?.name ?? 'Pair'}
        </TextLink>
      }
      actions={<DeleteTest test={test} />}
    >
      <Stack>
        {fit.state !== 'fits' && (
          <Alert
            color="orange"
            title={fit.state === 'outdated' ? 'The data is not what it was' : 'The test can no longer be run'}
          >
            <List size="sm">
              {fit.reasons.map(({ code, detail }) => (
                <List.Item key={`${code} ${detail}`}>
                  <Prose text={detail} />
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {!editable && (
          <Alert color="blue">
            The filter of this test was written through the API and says more than this page can show. Saving
            here would replace it.
          </Alert>
        )}
        {isPrepared ? (
          <TestForm
            datasetPairUuid={datasetPairUuid}
            source={source}
            target={target}
            isNew={false}
            initial={initial}
            error={null}
            submit={{
              label: 'Save',
              isPending: update.isPending,
              perform: (draft) =>
                update.perform({
                  params: { validationTestUuid },
                  body: changeOf(initial, draft),
                  ifMatch: etag,
                }),
            }}
          />
        ) : (
          <Skeleton height={300} />
        )}
        <ChangeProblem
          error={update.error}
          seen={test}
          current={{ operationId: 'get_validation_test', input: { params: { validationTestUuid } } }}
          reset={update.reset}
        />
      </Stack>
    </Page>
  );
}

function DeleteTest({ test }: { readonly test: ValidationTest }) {
  const navigate = useNavigate();
  const { validationTestUuid, datasetPairUuid, etag, name } = test;
  const remove = useOperation('delete_validation_test', {
    renews: ['list_validation_tests'],
    onDone: () => navigate({ to: '/pairs/$datasetPairUuid', params: { datasetPairUuid } }),
  });
  return (
    <DeleteButton
      name={name}
      kind="test"
      remove={remove}
      perform={() => remove.perform({ params: { validationTestUuid }, ifMatch: etag })}
      seen={test}
      current={{ operationId: 'get_validation_test', input: { params: { validationTestUuid } } }}
    >
      <Text>
        Past Runs keep their results. To pause the test instead, make it inactive on the page of its pair.
      </Text>
    </DeleteButton>
  );
}
