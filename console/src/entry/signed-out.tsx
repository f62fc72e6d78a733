import { Button, Text } from '@mantine/core';
import { Entrance } from './entrance.tsx';

export function SignedOut() {
  return (
    <Entrance title="Signed out">
      <Text>Nothing of your session is left in this browser.</Text>
      <div>
        <Button size="sm" onClick={() => window.location.assign('/')}>
          Sign in
        </Button>
      </div>
    </Entrance>
  );
}
