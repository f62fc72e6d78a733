import { Alert, Button, Group, Menu, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { PreparationState } from '../../components/preparation-state.tsx';
import { Reading } from '../../components/reading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { ArrowIcon } from '../../frame/icons.tsx';
import { RunPairButton } from '../../frame/run-button.tsx';
import { countOf } from '../../language/counts.ts';
import { DeletePair } from './delete-pair.tsx';
import { FieldsView } from './fields-view.tsx';
import { SuggestedTests } from './suggested-tests.tsx';
import { TestsOfPair } from './tests-of-pair.tsx';
import { type Pair, type PairSide, usePair } from './use-pair.ts';

export function PairPage() {
  const { datasetPairUuid } = useParams({ from: '/pairs/$datasetPairUuid' });
  const { view = 'tests' } = useSearch({ from: '/pairs/$datasetPairUuid' });
  const navigate = useNavigate({ from: '/pairs/$datasetPairUuid' });
  const { may } = useAccess();
  const state = usePair(datasetPairUuid);
  const { pair, source, target, isPrepared, error } = state;
  const waiting = [source.dataset, target.dataset].filter((dataset) => dataset?.fields === null);
  return (
    <Page
      title={pair?.name ?? 'Pair'}
      above={<TextLink to="/pairs">Pairs</TextLink>}
      description={
        <Group gap="sm">
          <SideOfPair side={source} />
          <ArrowIcon />
          <SideOfPair side={target} />
        </Group>
      }
      actions={pair !== undefined && may('contributor') && <PairActions state={state} />}
    >
      <Stack>
        <Reading query={{ data: source.dataset && target.dataset, error }} />
        {waiting.length > 0 && <NotPrepared waiting={waiting} />}
        {isPrepared && (
          <Tabs
            value={view}
            onChange={(chosen) => navigate({ search: { view: (chosen ?? 'tests') as 'tests' } })}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="tests">Tests</Tabs.Tab>
              <Tabs.Tab value="fields">Fields</Tabs.Tab>
              {may('contributor') && <Tabs.Tab value="suggestions">Suggested tests</Tabs.Tab>}
            </Tabs.List>
            <Tabs.Panel value="tests">
              <TestsOfPair datasetPairUuid={datasetPairUuid} />
            </Tabs.Panel>
            <Tabs.Panel value="fields">
              <FieldsView datasetPairUuid={datasetPairUuid} source={source} target={target} />
            </Tabs.Panel>
            <Tabs.Panel value="suggestions">
              <SuggestedTests datasetPairUuid={datasetPairUuid} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Stack>
    </Page>
  );
}

function SideOfPair({ side: { dataset } }: { readonly side: PairSide }) {
  if (dataset === undefined) return <Text span>…</Text>;
  const { datasetUuid, name, rowCount } = dataset;
  return (
    <span>
      <TextLink to="/datasets/$datasetUuid" params={{ datasetUuid }}>
        {name}
      </TextLink>
      {rowCount !== null && (
        <Text span size="sm" c="dimmed">
          {' '}
          {countOf(rowCount, 'row')}
        </Text>
      )}
    </span>
  );
}

function PairActions({ state: { pair, isPrepared } }: { readonly state: Pair }) {
  const [deleting, setDeleting] = useState(false);
  if (pair === undefined) return null;
  const { datasetPairUuid } = pair;
  return (
    <>
      {isPrepared && (
        <LinkButton to="/pairs/$datasetPairUuid/test" params={{ datasetPairUuid }} variant="default">
          Add a test
        </LinkButton>
      )}
      <RunPairButton datasetPairUuid={datasetPairUuid} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label="More actions">
            …
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            Delete the pair …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeletePair pair={pair} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function NotPrepared({ waiting }: { readonly waiting: readonly PairSide['dataset'][] }) {
  return (
    <Alert color="blue" title="The fields are not known yet">
      <Stack gap="xs">
        {waiting.map(
          (dataset) =>
            dataset !== undefined && (
              <Group key={dataset.datasetUuid} gap="sm">
                <TextLink to="/datasets/$datasetUuid" params={{ datasetUuid: dataset.datasetUuid }}>
                  {dataset.name}
                </TextLink>
                <PreparationState state={dataset.state} operationUuid={dataset.preparation.operationUuid} />
              </Group>
            ),
        )}
      </Stack>
    </Alert>
  );
}
