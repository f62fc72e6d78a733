import { Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { read, readPages } from '../../api/queries.ts';
import { ChangeList } from '../../components/change-list.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/text-link.tsx';

/** What became of each test from one Run to another. */
export function ChangesPage() {
  const { runUuid } = useParams({ from: '/runs/$runUuid/changes' });
  const { with: earlier } = useSearch({ from: '/runs/$runUuid/changes' });
  const changes = useInfiniteQuery(
    readPages('compare_run', { params: { runUuid }, query: { limit: 100, with: earlier ?? null } }),
  );
  const isFirst = changes.data?.pages[0]?.previousRunUuid === null;
  return (
    <Page
      title="What changed"
      above={<TextLink to="/runs">Runs</TextLink>}
      description={<ComparedRuns runUuid={runUuid} earlier={earlier} />}
    >
      {isFirst ? (
        <EmptyState title="There is nothing to compare with">
          No earlier Run had the same scope. From the next one on, this page tells what broke and what was
          repaired.
        </EmptyState>
      ) : (
        <ChangeList query={changes} runUuid={runUuid} />
      )}
    </Page>
  );
}

function ComparedRuns({
  runUuid,
  earlier,
}: {
  readonly runUuid: string;
  readonly earlier: string | undefined;
}) {
  const { data } = useQuery(
    read('compare_run', { params: { runUuid }, query: { limit: 1, with: earlier ?? null } }),
  );
  const previous = data?.body.previousRunUuid;
  return (
    <Group gap={6}>
      <RunLink runUuid={runUuid} />
      {previous != null && (
        <>
          <Text span>compared with</Text>
          <RunLink runUuid={previous} />
        </>
      )}
    </Group>
  );
}

function RunLink({ runUuid }: { readonly runUuid: string }) {
  const { data } = useQuery(read('get_run', { params: { runUuid } }));
  return (
    <TextLink to="/runs/$runUuid" params={{ runUuid }}>
      {data?.body.name ?? '…'}
    </TextLink>
  );
}
