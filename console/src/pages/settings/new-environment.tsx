import { Button, Card, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { Problem } from '../../components/problem.tsx';

const empty = { name: '', subscriptionId: '', location: '', browserReaderGroupId: '' };

export function NewEnvironment() {
  const [draft, setDraft] = useState(empty);
  const create = useOperation('create_execution_environment', { renews: ['get_execution_environment'] });
  const field = (name: keyof typeof empty) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const group = draft.browserReaderGroupId.trim();
    create.perform({
      body: {
        name: draft.name.trim(),
        subscriptionId: draft.subscriptionId.trim(),
        location: draft.location.trim(),
        ...(group !== '' && { browserReaderGroupId: group }),
      },
    });
  };
  return (
    <Card component="form" onSubmit={submit}>
      <Title order={2} mb="sm">
        Set one up
      </Title>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Name" placeholder="Production" required maxLength={255} {...field('name')} />
          <TextInput
            label="Location"
            placeholder="westeurope"
            required
            pattern="[a-z0-9]+"
            {...field('location')}
          />
          <TextInput
            label="Azure subscription id"
            description="The one that the installer is deployed in."
            required
            {...field('subscriptionId')}
          />
          <TextInput
            label="Group that may read evidence"
            description="The id of a group; nobody if you leave it out."
            {...field('browserReaderGroupId')}
          />
        </SimpleGrid>
        <Problem error={create.error} />
        <div>
          <Button type="submit" loading={create.isPending}>
            Make the installer
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
