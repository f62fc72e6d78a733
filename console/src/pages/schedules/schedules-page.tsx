import { Badge, Button, Code, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccess } from '../../api/access.tsx';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailedChangeRow } from '../../components/failed-change-row.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { When } from '../../components/when.tsx';
import { NewSchedule } from './new-schedule.tsx';

type Schedule = Item<'list_schedules'>;

const renews = ['list_schedules'] as const;
const scopeWords = {
  all: 'All active tests',
  dataset_pair: 'One pair',
  dataset_pairs: 'Several pairs',
  validation_test: 'One test',
} as const;

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
          { label: 'When' },
          { label: 'What', from: 'md' },
          { label: 'Next', from: 'xs' },
          { label: 'Last Run', from: 'sm' },
          { label: 'Actions', hideLabel: true, width: 170 },
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
  const { scheduleUuid, name, cron, timeZone, scope, state, nextTicks, lastRunUuid, etag } = schedule;
  const pause = useOperation('pause_schedule', { renews });
  const resume = useOperation('resume_schedule', { renews });
  const remove = useOperation('delete_schedule', { renews });
  const change = state === 'active' ? pause : resume;
  const target = { params: { scheduleUuid }, ifMatch: etag };
  const [next] = nextTicks;
  return (
    <>
      <Table.Tr>
        <Table.Td>{name}</Table.Td>
        <Table.Td>
          <Code style={{ whiteSpace: 'nowrap' }}>{cron}</Code>{' '}
          <Text span size="xs" c="dimmed">
            {timeZone}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="md">{scopeWords[scope.kind]}</Table.Td>
        <Table.Td visibleFrom="xs">
          {next === undefined ? <Badge color="gray">Paused</Badge> : <When at={next} />}
        </Table.Td>
        <Table.Td visibleFrom="sm">
          {lastRunUuid === null ? (
            <Text size="sm" c="dimmed">
              none yet
            </Text>
          ) : (
            <TextLink to="/runs/$runUuid" params={{ runUuid: lastRunUuid }}>
              Show
            </TextLink>
          )}
        </Table.Td>
        <Table.Td>
          {may('contributor') && (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <Button
                variant="subtle"
                aria-label={`${state === 'active' ? 'Pause' : 'Resume'} ${name}`}
                loading={change.isPending}
                onClick={() => change.perform(target)}
              >
                {state === 'active' ? 'Pause' : 'Resume'}
              </Button>
              <Button
                variant="subtle"
                color="red"
                aria-label={`Delete ${name}`}
                loading={remove.isPending}
                onClick={() => remove.perform(target)}
              >
                Delete
              </Button>
            </Group>
          )}
        </Table.Td>
      </Table.Tr>
      <FailedChangeRow
        changes={[pause, resume, remove]}
        columns={6}
        seen={schedule}
        current={{ operationId: 'get_schedule', input: { params: { scheduleUuid } } }}
      />
    </>
  );
}
