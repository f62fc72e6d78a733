import { Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { SearchField } from '../../components/filters.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { PreparationState } from '../../components/preparation-state.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { When } from '../../components/when.tsx';
import { formatCount } from '../../language/counts.ts';
import { locatorText } from '../../language/places.ts';

export function DatasetsPage() {
  const { search = '' } = useSearch({ from: '/datasets' });
  const navigate = useNavigate({ from: '/datasets' });
  const datasets = useInfiniteQuery({
    ...readPages('list_datasets', { query: { limit: 50, search: search === '' ? null : search } }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.items.some(({ state }) => state === 'queued' || state === 'running'))
        ? 5000
        : false,
  });
  return (
    <Page title="Datasets" description="What can be compared: files, tables and views.">
      <Group mb="sm">
        <SearchField
          label="Search datasets"
          placeholder="Search by name"
          value={search}
          onSearch={(text) => navigate({ search: text === '' ? {} : { search: text }, replace: true })}
        />
      </Group>
      <Listing
        label="Datasets"
        query={datasets}
        columns={[
          { label: 'Name' },
          { label: 'Where', from: 'sm' },
          { label: 'Rows', figure: true },
          { label: 'State' },
          { label: 'Prepared', from: 'md' },
        ]}
        row={(dataset) => (
          <Table.Tr key={dataset.datasetUuid}>
            <Table.Td>
              <TextLink to="/datasets/$datasetUuid" params={{ datasetUuid: dataset.datasetUuid }} fw={500}>
                {dataset.name}
              </TextLink>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <span className="value">{locatorText(dataset.locator)}</span>
            </Table.Td>
            <Table.Td className="figure">
              {dataset.rowCount === null ? (
                <Text span c="dimmed">
                  –
                </Text>
              ) : (
                formatCount(dataset.rowCount)
              )}
            </Table.Td>
            <Table.Td>
              <PreparationState state={dataset.state} />
            </Table.Td>
            <Table.Td visibleFrom="md">
              {dataset.preparedAt !== null && <When at={dataset.preparedAt} />}
            </Table.Td>
          </Table.Tr>
        )}
        empty={
          search === '' ? (
            <EmptyState
              title="No dataset yet"
              action={<LinkButton to="/sources">Go to the sources</LinkButton>}
            >
              Browse a source and register the files or tables that are to be compared. Preparation then reads
              their schema, counts their rows and looks at their values, where they are.
            </EmptyState>
          ) : (
            <EmptyState title={`No dataset is called “${search}”`}>
              Names are searched, whatever their case.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
