import { Button, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { read } from '../../api/queries.ts';
import { rhythms, type ScheduleDraft, timeZones } from './schedule-draft.ts';

interface ScheduleFormProps {
  readonly label: string;
  readonly initial: ScheduleDraft;
  /** A schedule of one test is made through the API, and keeps it. */
  readonly hasPairs?: boolean;
  readonly submit: {
    readonly label: string;
    readonly isPending: boolean;
    readonly perform: (draft: ScheduleDraft) => void;
  };
  /** Why it was refused, if it was. */
  readonly problem: ReactNode;
}

/** How long after a tick its Run may still begin, where the service or the executors were away. */
const catchUps = [
  { value: '5', label: '5 minutes' },
  { value: '60', label: 'an hour' },
  { value: '360', label: '6 hours' },
  { value: '1440', label: 'a day' },
];

export function ScheduleForm({ label, initial, hasPairs = true, submit, problem }: ScheduleFormProps) {
  const [draft, setDraft] = useState(initial);
  const rhythmsId = useId();
  const pairs = useQuery(read('list_dataset_pairs', { query: { limit: 100 } }));
  const set = (part: Partial<ScheduleDraft>) => setDraft({ ...draft, ...part });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit.perform(draft);
  };
  const known = (pairs.data?.body.items ?? []).map(({ datasetPairUuid: value, name }) => ({
    value,
    label: name,
  }));
  return (
    <form onSubmit={onSubmit} aria-label={label}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label="Name"
          required
          maxLength={200}
          flex="1 1 12rem"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Cron expression"
          required
          flex="1 1 9rem"
          list={rhythmsId}
          styles={{ input: { fontFamily: 'var(--font-code)' } }}
          value={draft.cron}
          onChange={(event) => set({ cron: event.currentTarget.value })}
        />
        <datalist id={rhythmsId}>
          {rhythms.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </datalist>
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={50}
          flex="1 1 11rem"
          value={draft.timeZone}
          onChange={(timeZone) => timeZone !== null && set({ timeZone })}
          data={[...new Set([draft.timeZone, ...timeZones])]}
        />
        {hasPairs && (
          <MultiSelect
            label="Pairs"
            searchable
            clearable
            flex="2 1 14rem"
            placeholder={draft.pairs.length === 0 ? 'All active tests' : ''}
            value={[...draft.pairs]}
            onChange={(chosen) => set({ pairs: chosen })}
            data={known}
          />
        )}
        <Select
          label="Made up for within"
          allowDeselect={false}
          w={150}
          value={String(draft.catchUpMinutes)}
          onChange={(minutes) => minutes !== null && set({ catchUpMinutes: Number(minutes) })}
          data={withOwn(draft.catchUpMinutes)}
        />
        {/* As far down as the fields beside it, whose labels stand above them. */}
        <Button type="submit" size="sm" mt={22} loading={submit.isPending}>
          {submit.label}
        </Button>
      </Group>
      {problem}
    </form>
  );
}

/** The usual choices, and whatever else the API was told. */
function withOwn(minutes: number) {
  const own = String(minutes);
  return catchUps.some(({ value }) => value === own)
    ? catchUps
    : [...catchUps, { value: own, label: `${own} minutes` }];
}
