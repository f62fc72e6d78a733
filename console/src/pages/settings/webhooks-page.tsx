import { Badge, Card, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { shownType, WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

export function WebhooksPage() {
  const webhooks = useInfiniteQuery(readPages('list_webhooks', { query: { limit: 50 } }));
  return (
    <Page
      title="Webhooks"
      description="Receivers of yours that are told of events, signed as the Standard Webhooks have it."
    >
      <NewWebhook />
      <Listing
        label="Webhooks"
        query={webhooks}
        columns={[
          { label: 'Name' },
          { label: 'Address', from: 'xs' },
          { label: 'Events', from: 'md' },
          { label: 'State', width: 110 },
        ]}
        row={(webhook) => <WebhookRow key={webhook.webhookUuid} webhook={webhook} />}
        empty={
          <EmptyState title="Nothing is told to">
            A webhook lets a program of yours act when a verdict changes, a schema drifts or an executor falls
            silent.
          </EmptyState>
        }
      />
    </Page>
  );
}

function NewWebhook() {
  const [made, setMade] = useState<{ count: number; secret: string | null }>({ count: 0, secret: null });
  const create = useOperation('create_webhook', {
    renews: ['list_webhooks'],
    onDone: ({ body: { secret } }) => setMade({ count: made.count + 1, secret }),
  });
  return (
    <>
      <Card mb="md">
        <WebhookForm
          // What was added leaves an empty form.
          key={made.count}
          label="New webhook"
          initial={{ name: '', url: '', eventTypes: [] }}
          problem={<Problem error={create.error} />}
          submit={{
            label: 'Add',
            isPending: create.isPending,
            perform: (body) => create.perform({ body }),
          }}
        />
      </Card>
      <WebhookSecret secret={made.secret} />
    </>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Item<'list_webhooks'> }) {
  const { webhookUuid, name, url, eventTypes, state } = webhook;
  const isActive = state === 'active';
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/settings/webhooks/$webhookUuid" params={{ webhookUuid }} fw={500}>
          {name}
        </TextLink>
      </Table.Td>
      <Table.Td visibleFrom="xs" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Table.Td>
      <Table.Td visibleFrom="md">
        {eventTypes.length === 0 ? 'All' : eventTypes.map(shownType).join(', ')}
      </Table.Td>
      <Table.Td>
        <Badge color={isActive ? 'blue' : 'gray'}>{isActive ? 'Active' : 'Disabled'}</Badge>
      </Table.Td>
    </Table.Tr>
  );
}
