import { Alert, Button, Card, Group, Loader, Stack, Text, TextInput, Timeline } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ProblemError } from '../../../../src/contract/client.ts';
import { useAccess } from '../../api/access.tsx';
import type { Body } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Command } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { When } from '../../components/when.tsx';
import { environmentWords } from '../../language/environment.ts';
import { NewEnvironment } from './new-environment.tsx';

type Environment = Body<'get_execution_environment'>;

const renews = ['get_execution_environment'] as const;

/** Setting up an environment is a sequence; each step says whether it is done, and what it waits for. */
export function EnvironmentPage() {
  const { may } = useAccess();
  const { data, error } = useLive('get_execution_environment', {});
  const none = error instanceof ProblemError && error.problem.status === 404;
  return (
    <Page
      title="Execution environment"
      description="Where Runs are executed: an executor in your own cloud subscription, beside the data."
      actions={data !== undefined && may('owner') && <RetireButton environment={data.body} />}
    >
      {error !== null && !none && <Problem error={error} />}
      {none && (
        <Stack maw={720}>
          <Alert color="blue" title="No environment of your own">
            Runs go to the executor beside the service, if one is there. Data that only your subscription can
            reach needs an environment in it.
          </Alert>
          {may('owner') && <NewEnvironment />}
        </Stack>
      )}
      {data !== undefined && <Steps environment={data.body} />}
    </Page>
  );
}

/** How many of the steps are done. */
const stepsDone: Readonly<Record<Environment['state'], number>> = {
  recorded: 1,
  preparing: 1,
  awaitingDeployment: 2,
  provisioning: 3,
  failed: 3,
  ready: 4,
  retired: 4,
};

function Steps({ environment }: { readonly environment: Environment }) {
  const { may } = useAccess();
  const { name, subscriptionId, location, state, createdAt, latestProvisioningOperation } = environment;
  const done = stepsDone[state];
  const waitsForDeployment = state === 'awaitingDeployment' || state === 'failed';
  const bullet = (step: number, isBusy = false) =>
    isBusy ? <Loader size={12} aria-hidden="true" /> : done >= step ? '✓' : step;
  return (
    <Stack maw={860}>
      <Timeline active={done - 1} bulletSize={26} lineWidth={2} aria-label="Setting up">
        <Timeline.Item bullet={bullet(1)} title="Recorded">
          <Text size="sm" c="dimmed">
            {name}, subscription <span className="value">{subscriptionId}</span>, {location},{' '}
            <When at={createdAt} />
          </Text>
        </Timeline.Item>
        <Timeline.Item bullet={bullet(2, done < 2)} title="The installer">
          <Text size="sm" c="dimmed">
            {installerWords(state)}
          </Text>
        </Timeline.Item>
        <Timeline.Item bullet={bullet(3)} title="Deploy it in your subscription">
          <Deployment environment={environment} isDue={waitsForDeployment} />
        </Timeline.Item>
        <Timeline.Item
          bullet={bullet(4, state === 'provisioning')}
          title="Verify"
          {...(state === 'failed' && { color: 'red' })}
        >
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {state === 'provisioning'
                ? 'Waiting for the executor of the environment to call …'
                : 'The service learns which identity the installer made, and waits for its first call.'}
            </Text>
            {state === 'failed' && latestProvisioningOperation.error !== null && (
              <Alert color="red" title={latestProvisioningOperation.error.title}>
                {latestProvisioningOperation.error.detail}
              </Alert>
            )}
            {waitsForDeployment && may('owner') && <ProvisionForm />}
          </Stack>
        </Timeline.Item>
      </Timeline>
      {done === 4 && (
        <Alert color="green">The environment is {environmentWords[state]}. Runs are executed there.</Alert>
      )}
    </Stack>
  );
}

interface DeploymentProps {
  readonly environment: Environment;
  /** Whether it is now that somebody has to deploy. */
  readonly isDue: boolean;
}

function Deployment({ environment: { installer }, isDue }: DeploymentProps) {
  if (!isDue) {
    return (
      <Text size="sm" c="dimmed">
        Makes {installer.resourceNames.resourceGroup} with {installer.resourceNames.executorJob}.
      </Text>
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Group>
        <Button component="a" href={installer.deploymentUrl} target="_blank" rel="noreferrer">
          Open in the portal
        </Button>
        <Button component="a" href={installer.templateUrl} target="_blank" rel="noreferrer" variant="default">
          Look at the template
        </Button>
      </Group>
      <Text size="sm">or by command:</Text>
      <Command text={installer.command} />
      <Text size="xs" c="dimmed">
        The links end <When at={installer.expiresAt} />.
      </Text>
    </Stack>
  );
}

function installerWords(state: Environment['state']): string {
  return state === 'recorded' || state === 'preparing'
    ? 'Is being made …'
    : 'A template for your subscription; it holds no secret.';
}

function ProvisionForm() {
  const [executorObjectId, setExecutorObjectId] = useState('');
  const provision = useOperation('provision_execution_environment', { renews });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    provision.perform({ body: { executorObjectId: executorObjectId.trim() } });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label="executorObjectId"
          description="An output of the deployment."
          required
          w={340}
          value={executorObjectId}
          onChange={(event) => setExecutorObjectId(event.currentTarget.value)}
        />
        <Button type="submit" loading={provision.isPending}>
          Verify
        </Button>
      </Group>
      <Problem error={provision.error} />
    </form>
  );
}

function RetireButton({ environment }: { readonly environment: Environment }) {
  const [opened, setOpened] = useState(false);
  const retire = useOperation('retire_execution_environment', { renews, onDone: () => setOpened(false) });
  if (environment.state === 'retired') return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Retire …
      </Button>
      <Confirm
        title={`Retire ${environment.name}?`}
        opened={opened}
        onClose={() => setOpened(false)}
        problem={
          <ChangeProblem
            error={retire.error}
            seen={environment}
            current={{ operationId: 'get_execution_environment', input: {} }}
            reset={retire.reset}
          />
        }
        confirm={{
          label: 'Retire the environment',
          isPending: retire.isPending,
          perform: () => retire.perform({ ifMatch: environment.etag }),
        }}
      >
        <Card>
          <Text size="sm">
            Its executor is no longer let in. What was deployed in your subscription stays until you delete
            the resource group {environment.installer.resourceNames.resourceGroup} there.
          </Text>
        </Card>
      </Confirm>
    </>
  );
}
