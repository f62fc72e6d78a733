import { useState } from 'react';
import type { Body } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import type { EditDialog } from '../../components/edit-button.tsx';
import { draftOf, scopeOf, settingsOf } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

interface EditScheduleProps extends EditDialog {
  readonly schedule: Body<'get_schedule'>;
}

export function EditSchedule({ schedule, onDone, onReviewed }: EditScheduleProps) {
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
