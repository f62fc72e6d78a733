import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { choosableEventTypes } from '../../../../src/contract/choosable-event-types.ts';
import type { Item } from '../../api/queries.ts';

type Webhook = Item<'list_webhooks'>;

/** What somebody writes into the form of a webhook. No events: all of them. */
export type WebhookDraft = Pick<Webhook, 'name' | 'url' | 'eventTypes'>;

export const shownType = (type: string) => type.replace('plumbline.', '');
const eventTypes = choosableEventTypes.map((value) => ({ value, label: shownType(value) }));

interface WebhookFormProps {
  readonly label: string;
  readonly initial: WebhookDraft;
  readonly submit: {
    readonly label: string;
    readonly isPending: boolean;
    readonly perform: (draft: WebhookDraft) => void;
  };
  /** Why it was refused, if it was. */
  readonly problem: ReactNode;
}

export function WebhookForm({ label, initial, submit, problem }: WebhookFormProps) {
  const [draft, setDraft] = useState(initial);
  const set = (part: Partial<WebhookDraft>) => setDraft({ ...draft, ...part });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit.perform({ ...draft, name: draft.name.trim(), url: draft.url.trim() });
  };
  return (
    <form onSubmit={onSubmit} aria-label={label}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          required
          flex="1 1 10rem"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Address"
          type="url"
          required
          flex="2 1 16rem"
          placeholder="https://"
          value={draft.url}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <MultiSelect
          label="Events"
          flex="2 1 16rem"
          placeholder={draft.eventTypes.length === 0 ? 'All of them' : ''}
          searchable
          clearable
          value={[...draft.eventTypes]}
          onChange={(values) => set({ eventTypes: values as Webhook['eventTypes'] })}
          data={eventTypes}
        />
        <Button type="submit" size="sm" loading={submit.isPending}>
          {submit.label}
        </Button>
      </Group>
      {problem}
    </form>
  );
}
