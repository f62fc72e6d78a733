import { Button, Group, Text } from '@mantine/core';
import type { Session } from '../session/session.ts';
import { Entrance } from './entrance.tsx';

/** A person of an activated directory who is not a member. */
export function AskAnOwner({ session }: { readonly session: Session }) {
  return (
    <Entrance title="Ask an Owner to invite you">
      <Text>
        Your directory has an Organization in Plumbline, and your account is not a member of it yet. An Owner
        invites you under Settings → Invitations; open the link that you then get, signed in as you are now.
      </Text>
      <Group>
        <Button size="sm" onClick={() => window.location.reload()}>
          I have been invited
        </Button>
        <Button size="sm" variant="subtle" onClick={() => session.signOut()}>
          Sign in as somebody else
        </Button>
      </Group>
    </Entrance>
  );
}
