import { Button, Card, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';

export function NewPairPage() {
  const navigate = useNavigate();
  const chosen = useSearch({ from: '/pairs/new' });
  const [source, setSource] = useState<string | null>(chosen.source ?? null);
  const [target, setTarget] = useState<string | null>(chosen.target ?? null);
  const [name, setName] = useState('');
  const create = useOperation('create_dataset_pair', {
    renews: ['list_dataset_pairs', 'list_dataset_pair_suggestions'],
    onDone: ({ body: { datasetPairUuid } }) =>
      navigate({ to: '/pairs/$datasetPairUuid', params: { datasetPairUuid } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (source === null || target === null) return;
    create.perform({
      body: {
        sourceDatasetUuid: source,
        targetDatasetUuid: target,
        ...(name.trim() !== '' && { name: name.trim() }),
      },
    });
  };
  return (
    <Page
      title="Pair two datasets"
      above={<TextLink to="/pairs">Pairs</TextLink>}
      description="The target must be true to the source."
    >
      <Card maw={720} component="form" onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DatasetSelect label="Source" description="What is right." value={source} onChange={setSource} />
            <DatasetSelect
              label="Target"
              description="What must agree."
              value={target}
              onChange={setTarget}
            />
          </SimpleGrid>
          <TextInput
            label="Name"
            description="Made of the names of the datasets if you leave it out."
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Problem error={create.error} />
          <Group justify="flex-end">
            <LinkButton to="/pairs" variant="default">
              Cancel
            </LinkButton>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={source === null || target === null || source === target}
            >
              Pair them
            </Button>
          </Group>
        </Stack>
      </Card>
    </Page>
  );
}

interface DatasetSelectProps {
  readonly label: string;
  readonly description: string;
  readonly value: string | null;
  readonly onChange: (datasetUuid: string | null) => void;
}

/** Finds datasets by name as one types. */
function DatasetSelect({ label, description, value, onChange }: DatasetSelectProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const { data } = useQuery(
    read('list_datasets', { query: { limit: 50, search: search === '' ? null : search } }),
  );
  const items = data?.body.items ?? [];
  return (
    <Select
      label={label}
      description={description}
      placeholder="Choose a dataset"
      searchable
      required
      nothingFoundMessage="No dataset has this name"
      value={value}
      onChange={onChange}
      onSearchChange={setText}
      data={items.map(({ datasetUuid, name }) => ({ value: datasetUuid, label: name }))}
      filter={({ options }) => options}
    />
  );
}
