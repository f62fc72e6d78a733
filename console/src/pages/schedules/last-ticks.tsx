import { Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Item, readPages } from '../../api/queries.ts';
import { Listing } from '../../components/listing.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { When } from '../../components/when.tsx';
import { countOf } from '../../language/counts.ts';

type Tick = Item<'list_schedule_ticks'>;

const reasonWords: Readonly<Record<string, string>> = {
  previous_run_open: 'The Run of the tick before was still going',
  too_late: 'The service came back too late to make up for it',
  execution_environment_not_ready: 'No executor was there in time',
  no_active_tests: 'There was no active test to run',
  entitlement_expired: 'The entitlement had ended',
};

/** What became of the ticks of a schedule, the last one first. */
export function LastTicks({ scheduleUuid }: { readonly scheduleUuid: string }) {
  const ticks = useInfiniteQuery(
    readPages('list_schedule_ticks', { params: { scheduleUuid }, query: { limit: 20 } }),
  );
  return (
    <Listing
      label="Last ticks"
      query={ticks}
      columns={[
        { label: 'Tick', width: 150 },
        { label: 'What came of it' },
        { label: 'Missed before it', from: 'sm' },
      ]}
      row={(tick) => <TickRow key={tick.tickAt} tick={tick} />}
      empty={
        <Text c="dimmed" size="sm">
          None has come yet.
        </Text>
      }
    />
  );
}

function TickRow({ tick: { tickAt, runUuid, overallStatus, reason, passedOver } }: { readonly tick: Tick }) {
  return (
    <Table.Tr>
      <Table.Td>
        <When at={tickAt} />
      </Table.Td>
      <Table.Td>
        {runUuid === null || overallStatus === null ? (
          <Text size="sm" c="dimmed">
            Skipped: {reasonWords[reason ?? ''] ?? reason}
          </Text>
        ) : (
          <RunLink runUuid={runUuid} status={overallStatus} />
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{passedOver > 0 && countOf(passedOver, 'tick')}</Table.Td>
    </Table.Tr>
  );
}

interface RunLinkProps {
  readonly runUuid: string;
  readonly status: NonNullable<Tick['overallStatus']>;
}

/** A Run by its verdict, which is what one wants to know of it. */
export function RunLink({ runUuid, status }: RunLinkProps) {
  return (
    <TextLink to="/runs/$runUuid" params={{ runUuid }} c="inherit">
      <VerdictMark verdict={status} label />
    </TextLink>
  );
}
