import { Button, Card, Group, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { Problem } from '../../components/problem.tsx';

/** Buying a plan happens on a page of the provider; what it grants, the provider tells the service. */
export function Subscribe() {
  const [planKey, setPlanKey] = useState('');
  const checkout = useOperation('create_billing_checkout', {
    renews: [],
    onDone: ({ body }) => window.location.assign(body.url),
  });
  const buy = (provider: 'processor' | 'marketplace') =>
    checkout.perform({ body: { planKey: planKey.trim(), provider } });
  return (
    <Card maw={640} mt="md">
      <Title order={2} mb="xs">
        Subscribe
      </Title>
      <Text size="sm" mb="sm">
        You leave for the page of the provider, and come back when you are done there.
      </Text>
      <Group align="flex-end">
        <TextInput
          label="Plan"
          placeholder="team"
          required
          value={planKey}
          onChange={(event) => setPlanKey(event.currentTarget.value)}
        />
        <Button
          loading={checkout.isPending}
          disabled={planKey.trim() === ''}
          onClick={() => buy('processor')}
        >
          Pay by card
        </Button>
        <Button
          variant="default"
          loading={checkout.isPending}
          disabled={planKey.trim() === ''}
          onClick={() => buy('marketplace')}
        >
          Azure marketplace
        </Button>
      </Group>
      <Problem error={checkout.error} />
    </Card>
  );
}
