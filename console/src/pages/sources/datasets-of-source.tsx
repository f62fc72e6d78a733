import { Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Listing } from '../../components/listing.tsx';
import { PreparationState } from '../../components/preparation-state.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { locatorText } from '../../language/places.ts';

/** What is already registered: all that a reader can see of a source. */
export function DatasetsOfSource({ sourceUuid }: { readonly sourceUuid: string }) {
  const datasets = useInfiniteQuery(readPages('list_datasets', { query: { sourceUuid } }));
  return (
    <Listing
      label="Datasets of this source"
      query={datasets}
      columns={[{ label: 'Dataset' }, { label: 'Where', from: 'sm' }, { label: 'State' }]}
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
          <Table.Td>
            <PreparationState state={dataset.state} />
          </Table.Td>
        </Table.Tr>
      )}
      empty={
        <EmptyState title="No dataset of this source yet">
          A Contributor browses the source and registers what is to be compared.
        </EmptyState>
      }
    />
  );
}
