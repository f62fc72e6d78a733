import { Alert, Badge, Button, Card, Group, MultiSelect, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { choosableEventTypes } from '../../../../src/contract/choosable-event-types.ts';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Command, EmptyState } from '../../components/empty-state.tsx';
import { FailedChangeRow } from '../../components/failed-change-row.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

type Webhook = Item<'list_webhooks'>;
type EventType = Webhook['eventTypes'][number];

const renews = ['list_webhooks', 'list_webhook_deliveries'] as const;
const shownType = (type: string) => type.replace('plumbline.', '');
const eventTypes = choosableEventTypes.map((value) => ({ value, label: shownType(value) }));

export function WebhooksPage() {
  const webhooks = useInfiniteQuery(readPages('list_webhooks', { query: { limit: 50 } }));
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page
      title="Webhooks"
      description="Receivers of yours that are told of events, signed as the Standard Webhooks have it."
    >
      <NewWebhook show={setSecret} />
      {secret !== null && (
        <Alert mb="md" title="The secret, shown this once" color="plumb">
          <Text size="sm" mb="xs">
            The receiver checks signatures with it. After a rotation the one before is good for another day.
          </Text>
          <Command text={secret} />
        </Alert>
      )}
      <Listing
        label="Webhooks"
        query={webhooks}
        columns={[
          { label: 'Name' },
          { label: 'Address', from: 'xs' },
          { label: 'Events', from: 'md' },
          { label: 'State', from: 'sm', width: 110 },
          { label: 'Actions', hideLabel: true },
        ]}
        row={(webhook) => <WebhookRow key={webhook.webhookUuid} webhook={webhook} show={setSecret} />}
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

interface ShowsSecret {
  readonly show: (secret: string | null) => void;
}

function NewWebhook({ show }: ShowsSecret) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<readonly EventType[]>([]);
  const create = useOperation('create_webhook', {
    renews,
    onDone: ({ body }) => {
      setName('');
      setUrl('');
      setChosen([]);
      show(body.secret);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(null);
    create.perform({ body: { name: name.trim(), url: url.trim(), eventTypes: chosen } });
  };
  return (
    <Card component="form" onSubmit={submit} mb="md" aria-label="New webhook">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          required
          flex="1 1 10rem"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Address"
          type="url"
          required
          flex="2 1 16rem"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <MultiSelect
          label="Events"
          flex="2 1 16rem"
          placeholder={chosen.length === 0 ? 'All of them' : ''}
          searchable
          clearable
          value={[...chosen]}
          onChange={(values) => setChosen(values as EventType[])}
          data={eventTypes}
        />
        <Button type="submit" size="sm" loading={create.isPending}>
          Add
        </Button>
      </Group>
      {create.error !== null && <Problem error={create.error} />}
    </Card>
  );
}

function WebhookRow({ webhook, show }: ShowsSecret & { readonly webhook: Webhook }) {
  const { webhookUuid, name, url, eventTypes: chosen, state, etag } = webhook;
  const [isOpen, setOpen] = useState(false);
  const update = useOperation('update_webhook', { renews });
  const rotate = useOperation('rotate_webhook_secret', { renews, onDone: ({ body }) => show(body.secret) });
  const test = useOperation('test_webhook', { renews, onDone: () => setOpen(true) });
  const remove = useOperation('delete_webhook', { renews });
  const target = { params: { webhookUuid }, ifMatch: etag };
  const isActive = state === 'active';
  const review = {
    seen: webhook,
    current: { operationId: 'get_webhook', input: { params: { webhookUuid } } },
  } as const;
  return (
    <>
      <Table.Tr>
        <Table.Td>{name}</Table.Td>
        <Table.Td visibleFrom="xs" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Table.Td>
        <Table.Td visibleFrom="md">{chosen.length === 0 ? 'All' : chosen.map(shownType).join(', ')}</Table.Td>
        <Table.Td visibleFrom="sm">
          <Badge color={isActive ? 'blue' : 'gray'}>{isActive ? 'Active' : 'Disabled'}</Badge>
        </Table.Td>
        <Table.Td>
          <Group gap={0} justify="flex-end">
            <Button variant="subtle" px={8} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Log
            </Button>
            {isActive && (
              <Button
                variant="subtle"
                px={8}
                loading={test.isPending}
                onClick={() => test.perform({ params: { webhookUuid } })}
              >
                Test
              </Button>
            )}
            <Button variant="subtle" px={8} loading={rotate.isPending} onClick={() => rotate.perform(target)}>
              Rotate secret
            </Button>
            <Button
              variant="subtle"
              px={8}
              loading={update.isPending}
              onClick={() => update.perform({ ...target, body: { state: isActive ? 'disabled' : 'active' } })}
            >
              {isActive ? 'Disable' : 'Enable'}
            </Button>
            <DeleteButton
              name={name}
              kind="webhook"
              isQuiet
              remove={remove}
              perform={() => remove.perform(target)}
              {...review}
            >
              <Text size="sm">
                Its receiver is told nothing any more, not even what is on its way, and the log of deliveries
                goes. Its secrets are forgotten.
              </Text>
            </DeleteButton>
          </Group>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={5}>
            <WebhookDeliveries webhookUuid={webhookUuid} name={name} />
          </Table.Td>
        </Table.Tr>
      )}
      <FailedChangeRow changes={[update, rotate, test]} columns={5} {...review} />
    </>
  );
}
