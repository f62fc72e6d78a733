import { Button, Group } from '@mantine/core';
import { Problem } from '../components/problem.tsx';
import type { Session } from '../session/session.ts';
import { Entrance } from './entrance.tsx';

interface NoEntryProps {
  readonly error: unknown;
  /** Absent where nobody could be signed in. */
  readonly session?: Session;
}

/** The service cannot be entered, for a reason that the person can read. */
export function NoEntry({ error, session }: NoEntryProps) {
  return (
    <Entrance title="You could not be let in">
      <Problem error={error} />
      <Group>
        <Button size="sm" onClick={() => window.location.assign('/')}>
          Try again
        </Button>
        {session !== undefined && (
          <Button size="sm" variant="subtle" onClick={() => session.signOut()}>
            Sign in as somebody else
          </Button>
        )}
      </Group>
    </Entrance>
  );
}
