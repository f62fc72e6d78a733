import { Badge, Button, Card, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailedChangeRow } from '../../components/failed-change-row.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';

type Rule = Item<'list_notification_rules'>;
type Channel = Rule['channel'];
type Occasion = Rule['occasion'];

const renews = ['list_notification_rules'] as const;
const channelWords: Readonly<Record<Channel, string>> = {
  email: 'E-mail to me',
  slack: 'Slack',
  teams: 'Teams',
};
const occasionWords: Readonly<Record<Occasion, string>> = {
  changes: 'A verdict changes',
  failures: 'A Run fails',
};

export function NotificationsPage() {
  const { may } = useAccess();
  const rules = useInfiniteQuery(readPages('list_notification_rules', { query: { limit: 50 } }));
  return (
    <Page
      title="Notifications"
      description="Who hears of changed verdicts and failures. What comes within minutes is one message."
    >
      {may('contributor') && <NewRule />}
      <Listing
        label="Notification rules"
        query={rules}
        columns={[
          { label: 'Name' },
          { label: 'Where' },
          { label: 'When', from: 'xs' },
          { label: 'State', from: 'sm' },
          { label: 'Actions', hideLabel: true, width: 170 },
        ]}
        row={(rule) => <RuleRow key={rule.ruleUuid} rule={rule} />}
        empty={
          <EmptyState title="Nobody is told anything">
            Let a channel or yourself hear of verdicts that change; each message has the link.
          </EmptyState>
        }
      />
    </Page>
  );
}

function NewRule() {
  const { memberUuid } = useAccess();
  const [name, setName] = useState('');
  const [channel, setChannel] = useState<Channel>('slack');
  const [url, setUrl] = useState('');
  const [occasion, setOccasion] = useState<Occasion>('changes');
  const create = useOperation('create_notification_rule', {
    renews,
    onDone: () => {
      setName('');
      setUrl('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const target = channel === 'email' ? { channel, memberUuid } : { channel, url: url.trim() };
    create.perform({ body: { name: name.trim(), target, occasion } });
  };
  return (
    <Card component="form" onSubmit={submit} mb="md" aria-label="New notification rule">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name"
          required
          flex="1 1 12rem"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Where"
          w={150}
          allowDeselect={false}
          value={channel}
          onChange={(value) => value !== null && setChannel(value as Channel)}
          data={Object.entries(channelWords).map(([value, label]) => ({ value, label }))}
        />
        {channel !== 'email' && (
          <TextInput
            label="Address of its incoming webhook"
            type="url"
            required
            flex="2 1 18rem"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        )}
        <Select
          label="When"
          w={180}
          allowDeselect={false}
          value={occasion}
          onChange={(value) => value !== null && setOccasion(value as Occasion)}
          data={Object.entries(occasionWords).map(([value, label]) => ({ value, label }))}
        />
        <Button type="submit" size="sm" loading={create.isPending}>
          Add
        </Button>
      </Group>
      {create.error !== null && <Problem error={create.error} />}
    </Card>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { may, memberUuid: me } = useAccess();
  const { ruleUuid, name, channel, memberUuid, urlHost, occasion, state, etag } = rule;
  const update = useOperation('update_notification_rule', { renews });
  const remove = useOperation('delete_notification_rule', { renews });
  const target = { params: { ruleUuid }, ifMatch: etag };
  const isActive = state === 'active';
  const review = {
    seen: rule,
    current: { operationId: 'get_notification_rule', input: { params: { ruleUuid } } },
  } as const;
  const mail = memberUuid === me ? channelWords.email : 'E-mail to a member';
  return (
    <>
      <Table.Tr>
        <Table.Td>{name}</Table.Td>
        <Table.Td>
          {channel === 'email' ? mail : channelWords[channel]}
          {urlHost !== null && (
            <Text span size="xs" c="dimmed" ml="xs" visibleFrom="xs">
              {urlHost}
            </Text>
          )}
        </Table.Td>
        <Table.Td visibleFrom="xs">{occasionWords[occasion]}</Table.Td>
        <Table.Td visibleFrom="sm">
          <Badge color={isActive ? 'blue' : 'gray'}>{isActive ? 'Active' : 'Paused'}</Badge>
        </Table.Td>
        <Table.Td>
          {may('contributor') && (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <Button
                variant="subtle"
                aria-label={`${isActive ? 'Pause' : 'Resume'} ${name}`}
                loading={update.isPending}
                onClick={() => update.perform({ ...target, body: { state: isActive ? 'paused' : 'active' } })}
              >
                {isActive ? 'Pause' : 'Resume'}
              </Button>
              <DeleteButton
                name={name}
                kind="rule"
                isQuiet
                remove={remove}
                perform={() => remove.perform(target)}
                {...review}
              >
                <Text size="sm">
                  Nobody is told by it any more, not even what is waiting to be told. To stop it for a while,
                  pause it.
                </Text>
              </DeleteButton>
            </Group>
          )}
        </Table.Td>
      </Table.Tr>
      <FailedChangeRow changes={[update]} columns={5} {...review} />
    </>
  );
}
