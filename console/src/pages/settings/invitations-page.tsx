import { Alert, Badge, Button, Card, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Command, EmptyState } from '../../components/empty-state.tsx';
import { FailedChangeRow } from '../../components/failed-change-row.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { When } from '../../components/when.tsx';
import { type RoleName, roleLabel, roles } from './roles.ts';

type Invitation = Item<'list_organization_invitations'>;

const renews = ['list_organization_invitations'] as const;
const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '14', label: '14 days' },
  { value: '30', label: '30 days' },
];

const statusWords = {
  pending: { label: 'Pending', color: 'blue' },
  accepted: { label: 'Accepted', color: 'green' },
  revoked: { label: 'Revoked', color: 'gray' },
  expired: { label: 'Expired', color: 'gray' },
} as const;

const deliveryWords = {
  notConfigured: 'not sent: no mail server is configured',
  queued: 'being sent',
  sent: 'sent',
  failed: 'could not be sent',
} as const;

export function InvitationsPage() {
  const invitations = useInfiniteQuery(readPages('list_organization_invitations', { query: { limit: 50 } }));
  return (
    <Page title="Invitations" description="People of your directory join by invitation.">
      <InviteForm />
      <Listing
        label="Invitations"
        query={invitations}
        columns={[
          { label: 'Address' },
          { label: 'Role', from: 'xs' },
          { label: 'State' },
          { label: 'Expires', from: 'sm' },
          { label: 'Actions', hideLabel: true, width: 90 },
        ]}
        row={(invitation) => <InvitationRow key={invitation.invitationUuid} invitation={invitation} />}
        empty={<EmptyState title="Nobody is invited">Invite a colleague by their address above.</EmptyState>}
      />
    </Page>
  );
}

function InviteForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleName>('reader');
  const [days, setDays] = useState('14');
  const [link, setLink] = useState<string | null>(null);
  const invite = useOperation('create_organization_invitation', {
    renews,
    onDone: ({ body: { invitationUuid, secret } }) => {
      setEmail('');
      setLink(secret === null ? null : `${location.origin}/invitations/${invitationUuid}#${secret}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLink(null);
    const expiresAt = new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    invite.perform({ body: { email: email.trim(), role, expiresAt } });
  };
  return (
    <Card component="form" onSubmit={submit} mb="md" aria-label="Invite somebody">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="E-mail address"
          type="email"
          required
          flex="1 1 16rem"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label="Role"
          w={260}
          allowDeselect={false}
          value={role}
          onChange={(value) => value !== null && setRole(value as RoleName)}
          data={roles.map(({ value, label, hint }) => ({ value, label: `${label}: ${hint}` }))}
        />
        <Select
          label="Good for"
          w={110}
          allowDeselect={false}
          value={days}
          onChange={(value) => value !== null && setDays(value)}
          data={lifetimes}
        />
        <Button type="submit" size="sm" loading={invite.isPending}>
          Invite
        </Button>
      </Group>
      {link !== null && (
        <Alert mt="md" title="The link, shown this once" color="plumb">
          <Text size="sm" mb="xs">
            Hand it over yourself where no mail is sent. Whoever of your directory opens it can join with the
            role.
          </Text>
          <Command text={link} />
        </Alert>
      )}
      {invite.error !== null && <Problem error={invite.error} />}
    </Card>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { invitationUuid, email, role, status, delivery, expiresAt, etag } = invitation;
  const revoke = useOperation('revoke_organization_invitation', { renews });
  return (
    <>
      <Table.Tr>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>{email}</Table.Td>
        <Table.Td visibleFrom="xs">{roleLabel(role)}</Table.Td>
        <Table.Td>
          <Badge color={statusWords[status].color} miw="max-content">
            {statusWords[status].label}
          </Badge>
          {status === 'pending' && (
            <Text span size="xs" c="dimmed" ml="xs" visibleFrom="xs">
              {deliveryWords[delivery.state]}
            </Text>
          )}
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <When at={expiresAt} />
        </Table.Td>
        <Table.Td>
          {status === 'pending' && (
            <Button
              variant="subtle"
              color="red"
              aria-label={`Revoke the invitation of ${email}`}
              loading={revoke.isPending}
              onClick={() => revoke.perform({ params: { invitationUuid }, ifMatch: etag })}
            >
              Revoke
            </Button>
          )}
        </Table.Td>
      </Table.Tr>
      <FailedChangeRow
        changes={[revoke]}
        columns={5}
        seen={invitation}
        current={{ operationId: 'get_organization_invitation', input: { params: { invitationUuid } } }}
      />
    </>
  );
}
