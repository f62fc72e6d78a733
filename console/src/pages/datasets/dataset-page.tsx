import { Alert, Button, Grid, Group, List, Menu, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import type { Body } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Figure, Figures } from '../../components/figure.tsx';
import { Page } from '../../components/page.tsx';
import { PreparationState } from '../../components/preparation-state.tsx';
import { Problem } from '../../components/problem.tsx';
import { Prose } from '../../components/prose.tsx';
import { Reading } from '../../components/reading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { When } from '../../components/when.tsx';
import { formatCount } from '../../language/counts.ts';
import { locatorText } from '../../language/places.ts';
import { DeleteDataset } from './delete-dataset.tsx';
import { FieldTree } from './field-tree.tsx';
import { PairsOfDataset } from './pairs-of-dataset.tsx';

type Dataset = Body<'get_dataset'>;

function isBeingPrepared({ state }: Dataset): boolean {
  return state === 'queued' || state === 'running';
}

export function DatasetPage() {
  const { datasetUuid } = useParams({ from: '/datasets/$datasetUuid' });
  const { data, error } = useLive('get_dataset', { params: { datasetUuid } }, { while: isBeingPrepared });
  const dataset = data?.body;
  return (
    <Page
      title={dataset?.name ?? 'Dataset'}
      above={<TextLink to="/datasets">Datasets</TextLink>}
      description={
        dataset !== undefined && (
          <Group gap="md">
            <PreparationState state={dataset.state} operationUuid={dataset.preparation.operationUuid} />
            <span className="value">{locatorText(dataset.locator)}</span>
          </Group>
        )
      }
      actions={dataset !== undefined && <DatasetActions dataset={dataset} />}
    >
      <Reading query={{ data, error }} />
      {dataset !== undefined && <DatasetBody dataset={dataset} />}
    </Page>
  );
}

function DatasetActions({ dataset }: { readonly dataset: Dataset }) {
  const { may } = useAccess();
  const [deleting, setDeleting] = useState(false);
  const { datasetUuid } = dataset;
  const prepare = useOperation('retry_dataset_preparation', {
    renews: ['get_dataset', 'list_datasets'],
  });
  if (!may('contributor')) return null;
  return (
    <>
      <Button
        variant={dataset.state === 'failed' ? 'filled' : 'default'}
        loading={prepare.isPending}
        disabled={isBeingPrepared(dataset)}
        onClick={() => prepare.perform({ params: { datasetUuid } })}
      >
        {dataset.state === 'failed' ? 'Try again' : 'Prepare again'}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label="More actions">
            …
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            Delete the dataset …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Problem error={prepare.error} />
      <DeleteDataset dataset={dataset} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function DatasetBody({ dataset }: { readonly dataset: Dataset }) {
  const { rowCount, fields, notes, preparedAt, schemaChangedAt, zone, preparation } = dataset;
  return (
    <Stack gap="lg">
      {preparation.error !== null && (
        <Alert color="orange" title={preparation.error.title}>
          {preparation.error.detail}
          <Text size="xs" c="dimmed" mt={4}>
            {preparation.error.code}
          </Text>
        </Alert>
      )}
      <Figures>
        <Figure label="Rows" value={rowCount === null ? '–' : formatCount(rowCount)} />
        <Figure label="Fields" value={fields === null ? '–' : formatCount(fields.length)} />
        <Figure label="Prepared" value={preparedAt === null ? 'never' : <When at={preparedAt} />} small />
        {schemaChangedAt !== null && (
          <Figure label="Schema last changed" value={<When at={schemaChangedAt} />} small />
        )}
        <Figure label="Zone of times without an offset" value={zone ?? 'UTC, assumed'} small />
      </Figures>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 9 }}>
          <Title order={2} mb="xs">
            Fields
          </Title>
          {fields === null ? (
            <Text c="dimmed">They are known once the dataset is prepared.</Text>
          ) : (
            <FieldTree fields={fields} rowCount={rowCount ?? 0} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <Title order={2} mb="xs">
            Compared in
          </Title>
          <PairsOfDataset datasetUuid={dataset.datasetUuid} />
          {notes !== null && notes.length > 0 && (
            <>
              <Title order={2} mb="xs" mt="lg">
                How it was read
              </Title>
              <List size="sm" spacing={4}>
                {notes.map(({ code, detail }) => (
                  <List.Item key={`${code} ${detail}`}>
                    <Prose text={detail} />
                  </List.Item>
                ))}
              </List>
            </>
          )}
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
