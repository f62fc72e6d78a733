import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import { read } from '../../api/queries.ts';
import { Page } from '../../components/page.tsx';
import { Reading } from '../../components/reading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { placeOf, sourceKinds } from '../../language/places.ts';
import { BrowseSource } from './browse-source.tsx';
import { DatasetsOfSource } from './datasets-of-source.tsx';
import { RemoveSource } from './remove-source.tsx';
import { TestSource } from './test-source.tsx';

export function SourcePage() {
  const { sourceUuid } = useParams({ from: '/sources/$sourceUuid' });
  const { may } = useAccess();
  const [removing, setRemoving] = useState(false);
  const { data, error } = useQuery(read('get_discovery_source', { params: { sourceUuid } }));
  const source = data?.body;
  return (
    <Page
      title={source?.name ?? 'Source'}
      above={<TextLink to="/sources">Sources</TextLink>}
      description={
        source !== undefined && (
          <Group gap="xs">
            <Text span>{sourceKinds[source.kind].label}</Text>
            <span className="value">{placeOf(source.settings)}</span>
          </Group>
        )
      }
      actions={
        may('owner') &&
        source !== undefined && (
          <>
            <TestSource sourceUuid={sourceUuid} />
            <Button variant="default" onClick={() => setRemoving(true)}>
              Remove …
            </Button>
          </>
        )
      }
    >
      <Reading query={{ data, error }} />
      {source !== undefined &&
        (may('contributor') ? (
          <BrowseSource source={source} />
        ) : (
          <DatasetsOfSource sourceUuid={sourceUuid} />
        ))}
      {source !== undefined && (
        <RemoveSource source={source} opened={removing} onClose={() => setRemoving(false)} />
      )}
    </Page>
  );
}
