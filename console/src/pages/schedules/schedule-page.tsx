import { Badge, Code, Grid, Group, List, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAccess } from '../../api/access.tsx';
import { type Body, read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { EditButton } from '../../components/edit-button.tsx';
import { Page } from '../../components/page.tsx';
import { Reading } from '../../components/reading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { formatTick } from '../../language/times.ts';
import { EditSchedule } from './edit-schedule.tsx';
import { LastTicks } from './last-ticks.tsx';
import { PauseButton, usePause } from './pause-button.tsx';
import { scopeWords } from './scope-words.ts';

type Schedule = Body<'get_schedule'>;

export function SchedulePage() {
  const { may } = useAccess();
  const { scheduleUuid } = useParams({ from: '/schedules/$scheduleUuid' });
  const { data, error } = useQuery(read('get_schedule', { params: { scheduleUuid } }));
  const schedule = data?.body;
  return (
    <Page
      title={schedule?.name ?? 'Schedule'}
      above={<TextLink to="/schedules">Schedules</TextLink>}
      description={schedule !== undefined && <Rhythm schedule={schedule} />}
      actions={schedule !== undefined && may('contributor') && <ScheduleActions schedule={schedule} />}
    >
      <Reading query={{ data, error }} />
      {schedule !== undefined && <Ticks schedule={schedule} />}
    </Page>
  );
}

function Rhythm({ schedule: { cron, timeZone, scope, state } }: { readonly schedule: Schedule }) {
  return (
    <Group gap="xs">
      {state === 'paused' && <Badge color="gray">Paused</Badge>}
      <Code>{cron}</Code>
      <span>{timeZone}</span>
      <span>· {scopeWords(scope)}</span>
    </Group>
  );
}

function Ticks({ schedule }: { readonly schedule: Schedule }) {
  const { scheduleUuid, nextTicks, timeZone } = schedule;
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Title order={2} mb="xs">
          Last ticks
        </Title>
        <LastTicks scheduleUuid={scheduleUuid} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Title order={2} mb="xs">
          Next ticks
        </Title>
        {nextTicks.length === 0 ? (
          <Text size="sm" c="dimmed">
            None while it is paused.
          </Text>
        ) : (
          <List size="sm" spacing={4} listStyleType="none">
            {nextTicks.map((tick) => (
              <List.Item key={tick}>
                <time dateTime={tick}>{formatTick(new Date(tick), timeZone)}</time>
              </List.Item>
            ))}
          </List>
        )}
      </Grid.Col>
    </Grid>
  );
}

function ScheduleActions({ schedule }: { readonly schedule: Schedule }) {
  const navigate = useNavigate();
  const { scheduleUuid, name, etag } = schedule;
  const pause = usePause(schedule);
  const remove = useOperation('delete_schedule', {
    renews: ['list_schedules'],
    onDone: () => navigate({ to: '/schedules' }),
  });
  const review = {
    seen: schedule,
    current: { operationId: 'get_schedule', input: { params: { scheduleUuid } } },
  } as const;
  return (
    <>
      <PauseButton schedule={schedule} change={pause} variant="default" />
      <EditButton name={name} form={(dialog) => <EditSchedule schedule={schedule} {...dialog} />} />
      <DeleteButton
        name={name}
        kind="schedule"
        remove={remove}
        perform={() => remove.perform({ params: { scheduleUuid }, ifMatch: etag })}
        {...review}
      >
        <Text size="sm">
          No Run is started by it any more, and the list of its ticks goes. The Runs that it started stay. To
          stop it for a while, pause it.
        </Text>
      </DeleteButton>
      <ChangeProblem error={pause.error} reset={pause.reset} {...review} />
    </>
  );
}
