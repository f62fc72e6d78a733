import { Badge, Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccess } from '../../api/access.tsx';
import { type Item, read, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { SearchField } from '../../components/filters.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { When } from '../../components/when.tsx';
import { ArrowIcon } from '../../frame/icons.tsx';

export function PairsPage() {
  const { may } = useAccess();
  const { search = '' } = useSearch({ from: '/pairs' });
  const navigate = useNavigate({ from: '/pairs' });
  const pairs = useInfiniteQuery(
    readPages('list_dataset_pairs', { query: { limit: 50, search: search === '' ? null : search } }),
  );
  const add = may('contributor') ? <LinkButton to="/pairs/new">Pair two datasets</LinkButton> : undefined;
  return (
    <Page
      title="Pairs"
      description="Two datasets of which the target must be true to the source."
      actions={add}
    >
      <Stack gap="lg">
        {may('contributor') && search === '' && <Suggestions />}
        <Group>
          <SearchField
            label="Search pairs"
            placeholder="Search by name"
            value={search}
            onSearch={(text) => navigate({ search: text === '' ? {} : { search: text }, replace: true })}
          />
        </Group>
        <Listing
          label="Pairs"
          query={pairs}
          columns={[{ label: 'Pair' }, { label: 'Paired', from: 'sm', width: 160 }]}
          row={(pair) => (
            <Table.Tr key={pair.datasetPairUuid}>
              <Table.Td>
                <TextLink
                  to="/pairs/$datasetPairUuid"
                  params={{ datasetPairUuid: pair.datasetPairUuid }}
                  fw={500}
                >
                  {pair.name}
                </TextLink>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <When at={pair.createdAt} />
              </Table.Td>
            </Table.Tr>
          )}
          empty={
            search === '' ? (
              <EmptyState title="No pair yet" action={add}>
                A pair says: this dataset must be true to that one. Once two datasets are prepared, their
                fields are matched by name and type, and tests are suggested.
              </EmptyState>
            ) : (
              <EmptyState title={`No pair is called “${search}”`}>
                Names are searched, whatever their case.
              </EmptyState>
            )
          }
        />
      </Stack>
    </Page>
  );
}

/** Datasets that seem to belong together; pairing them is one click. */
function Suggestions() {
  const { data } = useQuery(read('list_dataset_pair_suggestions', { query: { limit: 3 } }));
  const suggestions = data?.body.items ?? [];
  if (suggestions.length === 0) return null;
  return (
    <section aria-labelledby="suggested-pairs">
      <Title order={2} id="suggested-pairs" mb="xs">
        These seem to belong together
      </Title>
      <Stack gap="xs">
        {suggestions.map((suggestion) => (
          <Suggestion
            key={`${suggestion.sourceDatasetUuid} ${suggestion.targetDatasetUuid}`}
            suggestion={suggestion}
          />
        ))}
      </Stack>
    </section>
  );
}

function Suggestion({ suggestion }: { readonly suggestion: Item<'list_dataset_pair_suggestions'> }) {
  const navigate = useNavigate();
  const { sourceDatasetUuid, targetDatasetUuid, sourceName, targetName, reason, score } = suggestion;
  const pair = useOperation('create_dataset_pair', {
    renews: ['list_dataset_pairs', 'list_dataset_pair_suggestions'],
    onDone: ({ body: { datasetPairUuid } }) =>
      navigate({ to: '/pairs/$datasetPairUuid', params: { datasetPairUuid } }),
  });
  return (
    <Card padding="xs">
      <Group justify="space-between">
        <div>
          <Group gap="xs">
            <Text span fw={500}>
              {sourceName}
            </Text>
            <ArrowIcon />
            <Text span fw={500}>
              {targetName}
            </Text>
            <Badge>{Math.round(score * 100)} % alike</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        </div>
        <Button
          variant="light"
          loading={pair.isPending}
          onClick={() => pair.perform({ body: { sourceDatasetUuid, targetDatasetUuid } })}
        >
          Pair them
        </Button>
      </Group>
      <Problem error={pair.error} />
    </Card>
  );
}
