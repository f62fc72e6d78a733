import { Button, Card, Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { read } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Problem } from '../../components/problem.tsx';

const everything = 'all';
const rhythms = [
  { value: '0 6 * * 1-5', label: 'Working days at 06:00' },
  { value: '0 6 * * *', label: 'Every day at 06:00' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 3 * * 1', label: 'Mondays at 03:00' },
];
const zones = Intl.supportedValuesOf('timeZone');
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function NewSchedule() {
  const [name, setName] = useState('');
  const [cron, setCron] = useState(rhythms[0]?.value ?? '');
  const [timeZone, setTimeZone] = useState(here);
  const [scope, setScope] = useState(everything);
  const pairs = useQuery(read('list_dataset_pairs', { query: { limit: 100 } }));
  const create = useOperation('create_schedule', { renews: ['list_schedules'], onDone: () => setName('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.perform({
      body: {
        name: name.trim(),
        cron: cron.trim(),
        timeZone,
        scope: scope === everything ? { kind: 'all' } : { kind: 'dataset_pair', datasetPairUuid: scope },
      },
    });
  };
  return (
    <Card component="form" onSubmit={submit} mb="md" aria-label="New schedule">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          required
          flex="1 1 12rem"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Cron expression"
          required
          flex="1 1 10rem"
          list="rhythms"
          value={cron}
          onChange={(event) => setCron(event.currentTarget.value)}
        />
        <datalist id="rhythms">
          {rhythms.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={50}
          flex="1 1 12rem"
          value={timeZone}
          onChange={(value) => value !== null && setTimeZone(value)}
          data={[...new Set(['UTC', here, ...zones])]}
        />
        <Select
          label="Runs"
          searchable
          allowDeselect={false}
          flex="1 1 12rem"
          value={scope}
          onChange={(value) => value !== null && setScope(value)}
          data={[
            { value: everything, label: 'All active tests' },
            ...(pairs.data?.body.items ?? []).map(({ datasetPairUuid, name: label }) => ({
              value: datasetPairUuid,
              label,
            })),
          ]}
        />
        <Button type="submit" size="sm" loading={create.isPending}>
          Schedule
        </Button>
      </Group>
      {create.error !== null && <Problem error={create.error} />}
    </Card>
  );
}
