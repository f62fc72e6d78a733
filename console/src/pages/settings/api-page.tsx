import { Button, Card, Code, List, Stack, Text, Title } from '@mantine/core';
import { Command } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { openApiReference } from '../../session/api-reference.ts';

export function ApiPage() {
  return (
    <Page title="API" description="Everything in this console is the published API; scripts can do the same.">
      <Stack maw={720}>
        <Card>
          <Title order={2} mb="xs">
            Interactive documentation
          </Title>
          <Text size="sm" mb="sm">
            Opens in a window of its own, with your token attached: what you try there, you do as yourself.
          </Text>
          <Button onClick={() => openApiReference()}>Open the documentation</Button>
        </Card>
        <Card>
          <Title order={2} mb="xs">
            A token for a script
          </Title>
          <List size="sm" spacing="xs">
            <List.Item>
              With your own identity provider: register an application, give it one of the roles{' '}
              <Code>SVC.APIReader</Code>, <Code>SVC.APIContributor</Code> or <Code>SVC.APIOwner</Code>, and
              let it get tokens with client credentials.
            </List.Item>
            <List.Item>
              With the embedded identity, on the machine of the service:
              <br />
              <Command text="npx plumbline token --app nightly --directory contoso --role SVC.APIContributor" />
            </List.Item>
          </List>
        </Card>
        <Card>
          <Title order={2} mb="xs">
            In a CI job
          </Title>
          <Text size="sm" mb="xs">
            Submits all active tests, waits, and ends with 0 when all pass, 1 when something differs, 2 when
            not all could be compared.
          </Text>
          <Command text="npx plumbline run --all --wait" />
        </Card>
      </Stack>
    </Page>
  );
}
