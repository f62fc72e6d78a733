import { Anchor, Breadcrumbs, Button, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Body, type Item, read, readPages } from '../../api/queries.ts';
import { call, lacksExecutor } from '../../api/service.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Listing } from '../../components/listing.tsx';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { DatasetsIcon, FileIcon, FolderIcon, SourcesIcon } from '../../frame/icons.tsx';
import { countOf } from '../../language/counts.ts';
import { locatorText } from '../../language/places.ts';

type Candidate = Item<'list_discovery_source_candidates'>;
type Located = Candidate & { locator: NonNullable<Candidate['locator']> };

const icons = {
  catalog: SourcesIcon,
  folder: FolderIcon,
  file: FileIcon,
  schema: SourcesIcon,
  table: DatasetsIcon,
  view: DatasetsIcon,
  definition: FileIcon,
} as const;

/** Looks into the source as an executor finds it now, and registers what is ticked. */
export function BrowseSource({ source }: { readonly source: Body<'get_discovery_source'> }) {
  const { sourceUuid } = source;
  const { at } = useSearch({ from: '/sources/$sourceUuid' });
  const navigate = useNavigate({ from: '/sources/$sourceUuid' });
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 300);
  const [ticked, setTicked] = useState<ReadonlyMap<string, Located>>(new Map());
  const registered = useRegistered(sourceUuid);
  const candidates = useInfiniteQuery({
    ...readPages('list_discovery_source_candidates', {
      params: { sourceUuid },
      query: { parent: at ?? null, search: settled === '' ? null : settled },
    }),
    refetchInterval: ({ state: { error } }) => (lacksExecutor(error) ? 3000 : false),
  });
  const tick = (candidate: Located) => {
    const next = new Map(ticked);
    const key = locatorText(candidate.locator);
    if (!next.delete(key)) next.set(key, candidate);
    setTicked(next);
  };
  const open = (parent: string | undefined) => {
    setSearch('');
    return navigate({ search: parent === undefined ? {} : { at: parent } });
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Trail at={at} open={open} />
        <Group gap="xs">
          <TextInput
            size="xs"
            placeholder="Filter by name"
            aria-label="Filter by name"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <RegisterButton
            source={source}
            candidates={[...ticked.values()]}
            onDone={() => setTicked(new Map())}
          />
        </Group>
      </Group>
      <Listing
        label="What the source holds"
        query={candidates}
        columns={[
          { label: 'Select', width: 40, hideLabel: true },
          { label: 'Name' },
          { label: 'What it is', from: 'sm' },
          { label: 'Dataset' },
        ]}
        row={(candidate) => (
          <CandidateRow
            key={`${candidate.kind} ${candidate.name}`}
            candidate={candidate}
            dataset={candidate.locator === null ? undefined : registered.get(locatorText(candidate.locator))}
            isTicked={candidate.locator !== null && ticked.has(locatorText(candidate.locator))}
            tick={tick}
            open={open}
          />
        )}
        empty={
          <EmptyState title={settled === '' ? 'Nothing is here' : `Nothing here is called “${settled}”`}>
            The executor sees no folder, file, table or view at this place.
          </EmptyState>
        }
      />
    </Stack>
  );
}

interface CandidateRowProps {
  readonly candidate: Candidate;
  readonly dataset: Item<'list_datasets'> | undefined;
  readonly isTicked: boolean;
  readonly tick: (candidate: Located) => void;
  readonly open: (parent: string) => void;
}

function CandidateRow({ candidate, dataset, isTicked, tick, open }: CandidateRowProps) {
  const { name, kind, locator, childrenOf, description } = candidate;
  const Icon = icons[kind];
  return (
    <Table.Tr>
      <Table.Td>
        {locator !== null && dataset === undefined && (
          <Checkbox
            size="xs"
            aria-label={`Select ${name}`}
            checked={isTicked}
            onChange={() => tick({ ...candidate, locator })}
          />
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Icon />
          {childrenOf === null ? (
            <Text span size="sm">
              {name}
            </Text>
          ) : (
            <Anchor component="button" size="sm" fw={500} onClick={() => open(childrenOf)}>
              {name}
            </Anchor>
          )}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text span size="sm" c="dimmed">
          {description ?? kind}
        </Text>
      </Table.Td>
      <Table.Td>
        {dataset !== undefined && (
          <TextLink to="/datasets/$datasetUuid" params={{ datasetUuid: dataset.datasetUuid }}>
            {dataset.name}
          </TextLink>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Datasets of the source by where they are, so that nothing is offered twice. */
function useRegistered(sourceUuid: string): ReadonlyMap<string, Item<'list_datasets'>> {
  const { data } = useQuery(read('list_datasets', { query: { sourceUuid, limit: 100 } }));
  return new Map(data?.body.items.map((dataset) => [locatorText(dataset.locator), dataset]));
}

interface TrailProps {
  readonly at: string | undefined;
  readonly open: (parent: string | undefined) => void;
}

function Trail({ at, open }: TrailProps) {
  const steps = at === undefined ? [] : at.split('/').filter((step) => step !== '');
  return (
    <Breadcrumbs separator="/">
      <Anchor component="button" size="sm" onClick={() => open(undefined)}>
        Everything
      </Anchor>
      {steps.map((step, index) => {
        const place = steps.slice(0, index + 1).join('/');
        return (
          <Anchor key={place} component="button" size="sm" onClick={() => open(place)}>
            {step}
          </Anchor>
        );
      })}
    </Breadcrumbs>
  );
}

interface RegisterButtonProps {
  readonly source: Body<'get_discovery_source'>;
  readonly candidates: readonly Located[];
  readonly onDone: () => void;
}

function RegisterButton({ source, candidates, onDone }: RegisterButtonProps) {
  const queries = useQueryClient();
  const register = useMutation({
    mutationFn: (chosen: readonly { readonly key: string; readonly locator: Located['locator'] }[]) =>
      Promise.all(
        chosen.map(({ key, locator }) =>
          call('create_dataset', {
            idempotencyKey: key,
            body: { name: datasetName(locator, source.name), sourceUuid: source.sourceUuid, locator },
          }),
        ),
      ),
    onSuccess: async (created) => {
      await queries.invalidateQueries({ queryKey: ['list_datasets'] });
      notifications.show({
        message: `${countOf(created.length, 'dataset')} registered, and being prepared.`,
      });
      onDone();
    },
  });
  return (
    <>
      <Button
        disabled={candidates.length === 0}
        loading={register.isPending}
        onClick={() =>
          register.mutate(candidates.map(({ locator }) => ({ key: crypto.randomUUID(), locator })))
        }
      >
        {candidates.length === 0 ? 'Register' : `Register ${countOf(candidates.length, 'dataset')}`}
      </Button>
      <Problem error={register.error} />
    </>
  );
}

/** `orders (Lake)` of `exports/orders.parquet`: both sides of a pair are often called the same. */
function datasetName(locator: Located['locator'], sourceName: string): string {
  return `${shortName(locator)} (${sourceName})`.slice(0, 255);
}

function shortName(locator: Located['locator']): string {
  if (locator.kind !== 'files') return locatorText(locator);
  const last = locator.path.split('/').findLast((step) => step !== '') ?? locator.path;
  return last.replace(/\.(csv|tsv|txt|json|jsonl|ndjson|parquet)(\.(gz|zst))?$/i, '') || last;
}
