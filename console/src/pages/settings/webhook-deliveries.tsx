import { Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Listing } from '../../components/listing.tsx';
import { Problem } from '../../components/problem.tsx';
import { When } from '../../components/when.tsx';

type Delivery = Item<'list_webhook_deliveries'>;

const stateWords = { pending: 'on its way', delivered: 'delivered', failed: 'given up' } as const;
const failureWords: Readonly<Record<string, string>> = {
  address_refused: 'the address is not called',
  host_unknown: 'the host is not known',
  unreachable: 'no connection',
  timeout: 'no answer in time',
  redirected: 'redirected elsewhere',
};

/** What was sent to a receiver, and what it answered. */
export function WebhookDeliveries({
  webhookUuid,
  name,
}: {
  readonly webhookUuid: string;
  readonly name: string;
}) {
  const deliveries = useInfiniteQuery({
    ...readPages('list_webhook_deliveries', { params: { webhookUuid }, query: { limit: 20 } }),
    // How an attempt went, no event tells.
    refetchInterval: 5_000,
  });
  return (
    <Listing
      label={`Deliveries to ${name}`}
      query={deliveries}
      columns={[
        { label: 'Event' },
        { label: 'Answer' },
        { label: 'When', from: 'xs' },
        { label: 'Actions', hideLabel: true, width: 110 },
      ]}
      row={(delivery) => <DeliveryRow key={delivery.deliveryUuid} delivery={delivery} />}
      empty={
        <Text c="dimmed" size="sm" p="xs">
          Nothing has been sent yet.
        </Text>
      }
    />
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { webhookUuid, deliveryUuid, eventType, state, attempts, createdAt } = delivery;
  const again = useOperation('redeliver_webhook_event', { renews: ['list_webhook_deliveries'] });
  const last = attempts.at(-1);
  const answer = last?.status ?? (last?.failure == null ? '' : failureWords[last.failure]);
  return (
    <>
      <Table.Tr>
        <Table.Td>{eventType.replace('plumbline.', '')}</Table.Td>
        <Table.Td>
          {answer}{' '}
          <Text span size="xs" c="dimmed" ml="xs">
            {stateWords[state]}
            {attempts.length > 1 && `, ${attempts.length} attempts`}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="xs">
          <When at={createdAt} />
        </Table.Td>
        <Table.Td>
          <Button
            variant="subtle"
            loading={again.isPending}
            onClick={() => again.perform({ params: { webhookUuid, deliveryUuid } })}
          >
            Send again
          </Button>
        </Table.Td>
      </Table.Tr>
      {again.error !== null && (
        <Table.Tr>
          <Table.Td colSpan={4}>
            <Problem error={again.error} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
