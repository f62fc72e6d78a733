import { Spotlight, spotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import '@mantine/spotlight/styles.css';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { call } from '../api/service.ts';
import { VerdictMark } from '../components/verdict-mark.tsx';
import { functions } from '../language/functions.ts';
import type { Verdict } from '../language/verdict.ts';
import classes from './search.module.css';
import { useSearchRequests } from './search-keys.ts';

interface Found {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint: string;
  readonly to: string;
  readonly verdict?: Verdict;
}

/** Of each kind: enough to see the one that is meant, few enough to see all kinds. */
const perKind = 6;

/** Search over everything, at the keyboard. */
export function Search() {
  const requests = useSearchRequests();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 200);
  useEffect(() => {
    if (requests > 0) spotlight.open();
  }, [requests]);
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => findEverywhere(settled, signal),
    placeholderData: keepPreviousData,
  });
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      shortcut={null}
      scrollable
      maxHeight={480}
      classNames={{ action: classes.found ?? '' }}
      attributes={{ content: { 'aria-label': 'Search everything' } }}
    >
      <Spotlight.Search placeholder="Search Runs, pairs, datasets, tests …" aria-label="Search everything" />
      <Spotlight.ActionsList>
        {[...groups].map(([group, items]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {items.map(({ id, label, hint, to, verdict }) => (
              <Spotlight.Action key={id} onClick={() => navigate({ to })}>
                <span>
                  {verdict !== undefined && <VerdictMark verdict={verdict} />} {label}
                  <Text span size="xs" ml="xs" c="var(--quiet)">
                    {hint}
                  </Text>
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && !isFetching && <Spotlight.Empty>Nothing is called that.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

async function findEverywhere(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const search = text === '' ? null : text;
  const [runs, pairs, datasets, tests] = await Promise.all([
    call('list_runs', { query: { limit: perKind, search } }, { signal }),
    call('list_dataset_pairs', { query: { limit: perKind, search } }, { signal }),
    call('list_datasets', { query: { limit: perKind, search } }, { signal }),
    call('list_validation_tests', { query: { limit: perKind, search } }, { signal }),
  ]);
  return [
    ...runs.body.items.map(({ runUuid, name, scopeLabel, overallStatus }) => ({
      id: runUuid,
      group: 'Runs',
      label: name,
      hint: scopeLabel,
      to: `/runs/${runUuid}`,
      verdict: overallStatus,
    })),
    ...pairs.body.items.map(({ datasetPairUuid, name }) => ({
      id: datasetPairUuid,
      group: 'Pairs',
      label: name,
      hint: '',
      to: `/pairs/${datasetPairUuid}`,
    })),
    ...datasets.body.items.map(({ datasetUuid, name, state }) => ({
      id: datasetUuid,
      group: 'Datasets',
      label: name,
      hint: state === 'ready' ? '' : state,
      to: `/datasets/${datasetUuid}`,
    })),
    ...tests.body.items.map(({ validationTestUuid, name, functionCode }) => ({
      id: validationTestUuid,
      group: 'Tests',
      label: name,
      hint: functions[functionCode].label,
      to: `/tests/${validationTestUuid}`,
    })),
  ];
}
