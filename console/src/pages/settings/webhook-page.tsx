import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Body, read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { EditButton } from '../../components/edit-button.tsx';
import { Page } from '../../components/page.tsx';
import { Reading } from '../../components/reading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { shownType } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type Webhook = Body<'get_webhook'>;

const renews = ['get_webhook', 'list_webhooks', 'list_webhook_deliveries'] as const;

export function WebhookPage() {
  const { webhookUuid } = useParams({ from: '/settings/webhooks/$webhookUuid' });
  const { data, error } = useQuery(read('get_webhook', { params: { webhookUuid } }));
  const [secret, setSecret] = useState<string | null>(null);
  const webhook = data?.body;
  return (
    <Page
      title={webhook?.name ?? 'Webhook'}
      above={<TextLink to="/settings/webhooks">Webhooks</TextLink>}
      description={webhook !== undefined && <Receiver webhook={webhook} />}
      actions={webhook !== undefined && <WebhookActions webhook={webhook} show={setSecret} />}
    >
      <Reading query={{ data, error }} />
      <WebhookSecret secret={secret} />
      {webhook !== undefined && (
        <>
          <Title order={2} mb="xs">
            Deliveries
          </Title>
          <WebhookDeliveries webhookUuid={webhookUuid} name={webhook.name} />
        </>
      )}
    </Page>
  );
}

function Receiver({ webhook: { url, eventTypes, state } }: { readonly webhook: Webhook }) {
  return (
    <Group gap="xs">
      {state === 'disabled' && <Badge color="gray">Disabled</Badge>}
      <span className="value">{url}</span>
      <span>· {eventTypes.length === 0 ? 'all events' : eventTypes.map(shownType).join(', ')}</span>
    </Group>
  );
}

interface WebhookActionsProps {
  readonly webhook: Webhook;
  readonly show: (secret: string | null) => void;
}

function WebhookActions({ webhook, show }: WebhookActionsProps) {
  const navigate = useNavigate();
  const { webhookUuid, name, state, etag } = webhook;
  const test = useOperation('test_webhook', { renews });
  const rotate = useOperation('rotate_webhook_secret', { renews, onDone: ({ body }) => show(body.secret) });
  const update = useOperation('update_webhook', { renews });
  const remove = useOperation('delete_webhook', {
    renews: ['list_webhooks'],
    onDone: () => navigate({ to: '/settings/webhooks' }),
  });
  const target = { params: { webhookUuid }, ifMatch: etag };
  const isActive = state === 'active';
  const review = {
    seen: webhook,
    current: { operationId: 'get_webhook', input: { params: { webhookUuid } } },
  } as const;
  const failed = [test, rotate, update].find(({ error }) => error !== null);
  return (
    <>
      {isActive && (
        <Button loading={test.isPending} onClick={() => test.perform({ params: { webhookUuid } })}>
          Send a test
        </Button>
      )}
      <Button variant="default" loading={rotate.isPending} onClick={() => rotate.perform(target)}>
        Rotate the secret
      </Button>
      <Button
        variant="default"
        loading={update.isPending}
        onClick={() => update.perform({ ...target, body: { state: isActive ? 'disabled' : 'active' } })}
      >
        {isActive ? 'Disable' : 'Enable'}
      </Button>
      <EditButton name={name} form={(dialog) => <EditWebhook webhook={webhook} {...dialog} />} />
      <DeleteButton
        name={name}
        kind="webhook"
        remove={remove}
        perform={() => remove.perform(target)}
        {...review}
      >
        <Text size="sm">
          Its receiver is told nothing any more, not even what is on its way, and the log of deliveries goes.
          Its secrets are forgotten.
        </Text>
      </DeleteButton>
      {failed !== undefined && <ChangeProblem error={failed.error} reset={failed.reset} {...review} />}
    </>
  );
}
