import { Button, Group, Text } from '@mantine/core';
import { useOperation } from '../api/use-operation.ts';
import { Problem } from '../components/problem.tsx';
import type { Session } from '../session/session.ts';
import { Entrance } from './entrance.tsx';

interface Invitation {
  readonly invitationUuid: string;
  readonly secret: string;
}

/** The link of an invitation: the secret stands behind `#`, where no server and no log sees it. */
export function invitationOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Invitation | null {
  const match = /^\/invitations\/([0-9a-f-]{36})$/i.exec(pathname);
  return match?.[1] !== undefined && hash.length > 1
    ? { invitationUuid: match[1], secret: decodeURIComponent(hash.slice(1)) }
    : null;
}

export function AcceptInvitation({ invitationUuid, secret, session }: Invitation & { session: Session }) {
  const accept = useOperation('accept_organization_invitation', {
    renews: [],
    onDone: () => window.location.assign('/'),
  });
  return (
    <Entrance title="You are invited">
      <Text>An Owner of your Organization has invited you to Plumbline.</Text>
      <Group>
        <Button
          size="sm"
          loading={accept.isPending}
          onClick={() => accept.perform({ params: { invitationUuid }, body: { secret } })}
        >
          Join
        </Button>
        <Button size="sm" variant="subtle" onClick={() => session.signOut()}>
          Sign in as somebody else
        </Button>
      </Group>
      <Problem error={accept.error} />
    </Entrance>
  );
}
