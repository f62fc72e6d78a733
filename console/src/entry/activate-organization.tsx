import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { Problem } from '../components/problem.tsx';
import type { Session } from '../session/session.ts';
import { Entrance } from './entrance.tsx';

/** The first visit of the first person of a directory. */
export function ActivateOrganization({ session }: { readonly session: Session }) {
  const [name, setName] = useState('');
  const activate = useOperation('activate_organization', { renews: ['get_access', 'get_organization'] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    activate.perform({ body: { name: name.trim() } });
  };
  return (
    <Entrance title="Activate your Organization">
      <Text>
        Nobody of your directory has used Plumbline yet. You become the first Owner, and a trial starts in
        which everything can be tried. Colleagues join by invitation.
      </Text>
      <form onSubmit={submit}>
        <TextInput
          label="Name of the Organization"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={255}
          required
          data-autofocus
        />
        <Group mt="md">
          <Button type="submit" size="sm" loading={activate.isPending} disabled={name.trim() === ''}>
            Activate
          </Button>
          <Button size="sm" variant="subtle" onClick={() => session.signOut()}>
            Sign out
          </Button>
        </Group>
      </form>
      <Problem error={activate.error} />
    </Entrance>
  );
}
