import { Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemError } from '../../../../src/contract/client.ts';
import { read } from '../../api/queries.ts';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { When } from '../../components/when.tsx';
import { formatCount } from '../../language/counts.ts';
import { entitlementWords } from '../../language/entitlement.ts';
import { environmentWords } from '../../language/environment.ts';
import { sourceKinds } from '../../language/places.ts';

/** What the work rests on: where it is done, and whether it may be. */
export function Surroundings() {
  return (
    <Stack gap="md">
      <Environment />
      <Executors />
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

/** Executors call every few seconds; somebody who waits for one to come up sees it come. */
const watchEveryMs = 15_000;

function Executors() {
  const { data, error } = useQuery({
    ...read('list_executors', { query: { limit: 100 } }),
    refetchInterval: watchEveryMs,
  });
  const executors = data?.body.items;
  const [newest] = executors ?? [];
  return (
    <Card padding="sm">
      <Title order={2} fz="xs" c="dimmed" fw={500}>
        Executors online
      </Title>
      <Problem error={error} />
      {executors !== undefined && (
        <Text size="sm">
          <VerdictMark verdict={executors.length === 0 ? 'error' : 'pass'} />{' '}
          {executors.length === 0 ? 'None: nothing can be run or read' : formatCount(executors.length)}
          {data?.body.nextCursor != null && ' or more'}
        </Text>
      )}
      {newest !== undefined && (
        <Text size="xs" c="dimmed">
          reach {newest.connectors.map((kind) => sourceKinds[kind].label).join(', ')}
        </Text>
      )}
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
