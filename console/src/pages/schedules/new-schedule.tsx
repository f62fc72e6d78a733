import { Card } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { Problem } from '../../components/problem.tsx';
import { newDraft, scopeOf, settingsOf } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

export function NewSchedule() {
  const [made, setMade] = useState(0);
  const create = useOperation('create_schedule', {
    renews: ['list_schedules'],
    onDone: () => setMade(made + 1),
  });
  return (
    <Card mb="md">
      <ScheduleForm
        // What was scheduled leaves an empty form.
        key={made}
        label="New schedule"
        initial={newDraft}
        problem={<Problem error={create.error} />}
        submit={{
          label: 'Schedule',
          isPending: create.isPending,
          perform: (draft) => create.perform({ body: { ...settingsOf(draft), scope: scopeOf(draft) } }),
        }}
      />
    </Card>
  );
}
