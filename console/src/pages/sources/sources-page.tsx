import { Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccess } from '../../api/access.tsx';
import { readPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { When } from '../../components/when.tsx';
import { placeOf, sourceKinds } from '../../language/places.ts';

export function SourcesPage() {
  const { may } = useAccess();
  const sources = useInfiniteQuery(readPages('list_discovery_sources', { query: { limit: 50 } }));
  const add = may('owner') ? <LinkButton to="/sources/new">Add a source</LinkButton> : undefined;
  return (
    <Page title="Sources" description="The systems that datasets are found in." actions={add}>
      <Listing
        label="Sources"
        query={sources}
        columns={[
          { label: 'Name' },
          { label: 'Kind' },
          { label: 'Where', from: 'sm' },
          { label: 'Added', from: 'md' },
        ]}
        row={(source) => (
          <Table.Tr key={source.sourceUuid}>
            <Table.Td>
              <TextLink to="/sources/$sourceUuid" params={{ sourceUuid: source.sourceUuid }} fw={500}>
                {source.name}
              </TextLink>
            </Table.Td>
            <Table.Td>{sourceKinds[source.kind].label}</Table.Td>
            <Table.Td visibleFrom="sm">
              <span className="value">{placeOf(source.settings)}</span>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <When at={source.createdAt} />
            </Table.Td>
          </Table.Tr>
        )}
        empty={
          <EmptyState title="No source yet" action={add}>
            A source is a folder of files or a database. Plumbline reads it through an executor that runs
            beside the data; the rows never leave it.
            {add === undefined && (
              <Text span c="dimmed">
                {' '}
                An Owner adds the first one.
              </Text>
            )}
          </EmptyState>
        }
      />
    </Page>
  );
}
