import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Body } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { draftOf, scopeOf, settingsOf } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

type Schedule = Body<'get_schedule'>;

export function EditSchedule({ schedule }: { readonly schedule: Schedule }) {
  const [opened, setOpened] = useState(false);
  const [round, setRound] = useState(0);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Edit …
      </Button>
      <Modal opened={opened} onClose={close} title={`Edit ${schedule.name}`} size="lg">
        <EditForm
          key={round}
          schedule={schedule}
          onDone={close}
          onReviewed={() => setRound((rounds) => rounds + 1)}
        />
      </Modal>
    </>
  );
}

interface EditFormProps {
  readonly schedule: Schedule;
  readonly onDone: () => void;
  /** Somebody else was faster, and the person wants to see what it is now: the form begins again. */
  readonly onReviewed: () => void;
}

function EditForm({ schedule, onDone, onReviewed }: EditFormProps) {
  // What the form began with: an event that renews the page behind it takes nothing away of what is being written.
  const [seen] = useState(schedule);
  const { scheduleUuid, etag } = seen;
  const hasPairs = seen.scope.kind !== 'validation_test';
  const update = useOperation('update_schedule', { renews: ['get_schedule', 'list_schedules'], onDone });
  return (
    <ScheduleForm
      label="Edit the schedule"
      initial={draftOf(seen)}
      hasPairs={hasPairs}
      problem={
        <ChangeProblem
          error={update.error}
          seen={seen}
          current={{ operationId: 'get_schedule', input: { params: { scheduleUuid } } }}
          reset={onReviewed}
        />
      }
      submit={{
        label: 'Save',
        isPending: update.isPending,
        perform: (draft) =>
          update.perform({
            params: { scheduleUuid },
            body: { ...settingsOf(draft), ...(hasPairs && { scope: scopeOf(draft) }) },
            ifMatch: etag,
          }),
      }}
    />
  );
}
