import { Button, type ButtonProps, Select, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FailedChangeRow } from '../../components/failed-change-row.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { When } from '../../components/when.tsx';
import { type RoleName, roles } from './roles.ts';

type Member = Item<'list_organization_members'>;

const renews = ['list_organization_members', 'get_access'] as const;

export function MembersPage() {
  const members = useInfiniteQuery(readPages('list_organization_members', { query: { limit: 50 } }));
  return (
    <Page
      title="Members"
      description="Roles are cumulative: a Contributor may do what a Reader may, an Owner everything."
      actions={<LinkButton to="/settings/invitations">Invite somebody</LinkButton>}
    >
      <Listing
        label="Members"
        query={members}
        columns={[
          { label: 'Person' },
          { label: 'Role' },
          { label: 'Joined', from: 'sm' },
          { label: 'Actions', hideLabel: true, width: 90, from: 'sm' },
        ]}
        row={(member) => <MemberRow key={member.memberUuid} member={member} />}
        empty={<Text>Nobody is a member.</Text>}
      />
    </Page>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const access = useAccess();
  const [removing, setRemoving] = useState(false);
  const { memberUuid, displayName, email, role, joinedAt, etag } = member;
  const name = displayName ?? email ?? memberUuid;
  const update = useOperation('update_organization_member', { renews });
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Text size="sm" fw={500}>
            {name}
            {memberUuid === access.memberUuid && (
              <Text span size="sm" c="dimmed" fw={400}>
                {' '}
                (you)
              </Text>
            )}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          <RemoveButton name={name} onClick={() => setRemoving(true)} px={0} hiddenFrom="sm" />
        </Table.Td>
        <Table.Td>
          <Select
            size="xs"
            w={{ base: 130, sm: 190 }}
            aria-label={`Role of ${name}`}
            allowDeselect={false}
            value={role}
            disabled={update.isPending}
            onChange={(chosen) =>
              chosen !== null &&
              chosen !== role &&
              update.perform({ params: { memberUuid }, body: { role: chosen as RoleName }, ifMatch: etag })
            }
            data={roles.map(({ value, label }) => ({ value, label }))}
          />
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <When at={joinedAt} />
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <RemoveButton name={name} onClick={() => setRemoving(true)} />
        </Table.Td>
      </Table.Tr>
      <FailedChangeRow
        changes={[update]}
        columns={4}
        seen={member}
        current={{ operationId: 'get_organization_member', input: { params: { memberUuid } } }}
      />
      <RemoveMember member={member} name={name} opened={removing} onClose={() => setRemoving(false)} />
    </>
  );
}

interface RemoveButtonProps extends ButtonProps {
  readonly name: string;
  readonly onClick: () => void;
}

/** A phone has no room for a column of them: there it stands below the person. */
function RemoveButton({ name, ...props }: RemoveButtonProps) {
  return (
    <Button variant="subtle" color="red" aria-label={`Remove ${name}`} {...props}>
      Remove
    </Button>
  );
}

interface RemoveMemberProps {
  readonly member: Member;
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function RemoveMember({ member, name, opened, onClose }: RemoveMemberProps) {
  const { memberUuid, etag } = member;
  const remove = useOperation('remove_organization_member', { renews, onDone: onClose });
  return (
    <Confirm
      title={`Remove ${name}?`}
      opened={opened}
      onClose={onClose}
      problem={
        <ChangeProblem
          error={remove.error}
          seen={member}
          current={{ operationId: 'get_organization_member', input: { params: { memberUuid } } }}
          reset={remove.reset}
        />
      }
      confirm={{
        label: 'Remove from the Organization',
        isPending: remove.isPending,
        perform: () => remove.perform({ params: { memberUuid }, ifMatch: etag }),
      }}
    >
      <Text>
        The membership ends at once. What {name} made stays, and {name} can be invited again.
      </Text>
    </Confirm>
  );
}
