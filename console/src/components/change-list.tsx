import { Badge, Group, Table, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Item, ListPage } from '../api/queries.ts';
import { functions } from '../language/functions.ts';
import { EmptyState } from './empty-state.tsx';
import { Listing } from './listing.tsx';
import { TextLink } from './text-link.tsx';
import { VerdictMark } from './verdict-mark.tsx';

type Change = Item<'compare_run'>;

export const changeWords: Readonly<Record<Change['change'], { label: string; color: string }>> = {
  broke: { label: 'Broke', color: 'red' },
  stillFailing: { label: 'Differs still', color: 'orange' },
  repaired: { label: 'Repaired', color: 'green' },
  new: { label: 'New', color: 'blue' },
  gone: { label: 'Gone', color: 'gray' },
};

interface ChangeListProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<ListPage<'compare_run'>>>;
  readonly runUuid: string;
}

/** Tests that ended otherwise than before, each leading to its result. */
export function ChangeList({ query, runUuid }: ChangeListProps) {
  return (
    <Listing
      label="What changed"
      query={query}
      columns={[
        { label: 'Change', width: 120 },
        { label: 'Test' },
        { label: 'Pair', from: 'sm' },
        { label: 'Before and after', from: 'xs' },
      ]}
      row={(change) => <ChangeRow key={change.validationTestUuid} change={change} runUuid={runUuid} />}
      empty={
        <EmptyState title="Nothing changed">
          Every test came to the same verdict as before, and none fails.
        </EmptyState>
      }
    />
  );
}

function ChangeRow({ change, runUuid }: { readonly change: Change; readonly runUuid: string }) {
  const {
    change: kind,
    name,
    functionCode,
    datasetPairUuid,
    datasetPairName,
    before,
    after,
    resultUuid,
  } = change;
  return (
    <Table.Tr>
      <Table.Td>
        <Badge color={changeWords[kind].color}>{changeWords[kind].label}</Badge>
      </Table.Td>
      <Table.Td>
        {resultUuid === null ? (
          <Text span size="sm">
            {name}
          </Text>
        ) : (
          <TextLink to="/runs/$runUuid/results/$resultUuid" params={{ runUuid, resultUuid }} fw={500}>
            {name}
          </TextLink>
        )}
        <Text size="xs" c="dimmed">
          {functions[functionCode].label}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <TextLink to="/pairs/$datasetPairUuid" params={{ datasetPairUuid }}>
          {datasetPairName}
        </TextLink>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Group gap={6} wrap="nowrap">
          {before !== null && <VerdictMark verdict={before} />}
          <span aria-hidden="true">→</span>
          {after !== null && <VerdictMark verdict={after} />}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
