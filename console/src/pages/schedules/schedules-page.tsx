import { Badge, Code, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccess } from '../../api/access.tsx';
import { type Item, readPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailedChangeRow } from '../../components/failed-change-row.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { When } from '../../components/when.tsx';
import { RunLink } from './last-ticks.tsx';
import { NewSchedule } from './new-schedule.tsx';
import { PauseButton, usePause } from './pause-button.tsx';
import { scopeWords } from './scope-words.ts';

type Schedule = Item<'list_schedules'>;

export function SchedulesPage() {
  const { may } = useAccess();
  const schedules = useInfiniteQuery(readPages('list_schedules', { query: { limit: 50 } }));
  return (
    <Page title="Schedules" description="Runs by the clock: one for each tick.">
      {may('contributor') && <NewSchedule />}
      <Listing
        label="Schedules"
        query={schedules}
        columns={[
          { label: 'Name' },
          { label: 'When', from: 'xs' },
          { label: 'What', from: 'md' },
          { label: 'Next' },
          { label: 'Last Run' },
          { label: 'Actions', hideLabel: true, width: 90, from: 'sm' },
        ]}
        row={(schedule) => <ScheduleRow key={schedule.scheduleUuid} schedule={schedule} />}
        empty={
          <EmptyState title="Nothing is scheduled">
            A schedule starts a Run by itself, every night, say, so that a difference is found before somebody
            needs the data.
          </EmptyState>
        }
      />
    </Page>
  );
}

function ScheduleRow({ schedule }: { readonly schedule: Schedule }) {
  const { may } = useAccess();
  const { scheduleUuid, name, cron, timeZone, scope, nextTicks, lastRunUuid, lastRunStatus } = schedule;
  const pause = usePause(schedule);
  const [next] = nextTicks;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <TextLink to="/schedules/$scheduleUuid" params={{ scheduleUuid }} fw={500}>
            {name}
          </TextLink>
        </Table.Td>
        <Table.Td visibleFrom="xs">
          <Code style={{ whiteSpace: 'nowrap' }}>{cron}</Code>{' '}
          <Text span size="xs" c="dimmed">
            {timeZone}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="md">{scopeWords(scope)}</Table.Td>
        <Table.Td>{next === undefined ? <Badge color="gray">Paused</Badge> : <When at={next} />}</Table.Td>
        <Table.Td>
          {lastRunUuid === null || lastRunStatus === null ? (
            <Text size="sm" c="dimmed">
              none yet
            </Text>
          ) : (
            <RunLink runUuid={lastRunUuid} status={lastRunStatus} />
          )}
        </Table.Td>
        <Table.Td visibleFrom="sm" ta="end">
          {may('contributor') && <PauseButton schedule={schedule} change={pause} variant="subtle" />}
        </Table.Td>
      </Table.Tr>
      <FailedChangeRow
        changes={[pause]}
        columns={6}
        seen={schedule}
        current={{ operationId: 'get_schedule', input: { params: { scheduleUuid } } }}
      />
    </>
  );
}
