import { Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemError } from '../../../../src/contract/client.ts';
import { read } from '../../api/queries.ts';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { When } from '../../components/when.tsx';
import { entitlementWords } from '../../language/entitlement.ts';
import { environmentWords } from '../../language/environment.ts';

/** What the work rests on: where it is done, and whether it may be. */
export function Surroundings() {
  return (
    <Stack gap="md">
      <Environment />
      <Entitlement />
    </Stack>
  );
}

function Environment() {
  const { data, error } = useQuery({ ...read('get_execution_environment', {}), retry: false });
  const none = error instanceof ProblemError && error.problem.status === 404;
  return (
    <Card padding="sm">
      <Title order={2} fz="xs" c="dimmed" fw={500}>
        Execution environment
      </Title>
      {none && <Text size="sm">The executor beside the service</Text>}
      {error !== null && !none && <Problem error={error} />}
      {data !== undefined && (
        <Text size="sm">
          {data.body.name}: {environmentWords[data.body.state]}
        </Text>
      )}
      <TextLink to="/settings/environment" size="xs">
        Where Runs are executed
      </TextLink>
    </Card>
  );
}

function Entitlement() {
  const { data, error } = useQuery(read('get_entitlement', {}));
  if (error !== null) return <Problem error={error} />;
  const entitlement = data?.body;
  return (
    <Card padding="sm">
      <Title order={2} fz="xs" c="dimmed" fw={500}>
        Plan
      </Title>
      {entitlement !== undefined && (
        <Text size="sm">
          {entitlementWords[entitlement.state].label}, {entitlement.state === 'expired' ? 'ended' : 'ends'}{' '}
          <When at={entitlement.periodEndsAt ?? entitlement.trial.endsAt} />
        </Text>
      )}
      <TextLink to="/settings/plan" size="xs">
        Plan and billing
      </TextLink>
    </Card>
  );
}
