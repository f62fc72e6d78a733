import { Button } from '@mantine/core';
import type { Item } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';

type Schedule = Item<'list_schedules'>;

/** What pausing and resuming a schedule needs, and what came of it. */
export function usePause({ state }: Pick<Schedule, 'state'>) {
  const options = { renews: ['list_schedules', 'get_schedule'] } as const;
  const pause = useOperation('pause_schedule', options);
  const resume = useOperation('resume_schedule', options);
  return state === 'active' ? pause : resume;
}

interface PauseButtonProps {
  readonly schedule: Schedule;
  readonly change: ReturnType<typeof usePause>;
  readonly variant: 'subtle' | 'default';
}

export function PauseButton({ schedule, change, variant }: PauseButtonProps) {
  const { scheduleUuid, name, state, etag } = schedule;
  const label = state === 'active' ? 'Pause' : 'Resume';
  return (
    <Button
      variant={variant}
      aria-label={`${label} ${name}`}
      loading={change.isPending}
      onClick={() => change.perform({ params: { scheduleUuid }, ifMatch: etag })}
    >
      {label}
    </Button>
  );
}
