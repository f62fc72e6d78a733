import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';

/** What depends on a dataset. */
export function PairsOfDataset({ datasetUuid }: { readonly datasetUuid: string }) {
  const { data, error } = useQuery(read('list_dataset_pairs', { query: { datasetUuid, limit: 20 } }));
  if (error !== null) return <Problem error={error} />;
  const pairs = data?.body.items ?? [];
  if (pairs.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No pair yet. <TextLink to="/pairs/new">Pair it with another</TextLink>
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      {pairs.map(({ datasetPairUuid, name }) => (
        <TextLink key={datasetPairUuid} to="/pairs/$datasetPairUuid" params={{ datasetPairUuid }} size="sm">
          {name}
        </TextLink>
      ))}
    </Stack>
  );
}
