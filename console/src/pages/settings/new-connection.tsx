import {
  Button,
  Card,
  Group,
  PasswordInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OperationInput } from '../../../../src/contract/client.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Problem } from '../../components/problem.tsx';

type NewConnectionBody = OperationInput<'create_platform_connection'>['body'];

/** The first is what most have. */
const authentications = {
  trino: [
    { value: 'password', label: 'Password' },
    { value: 'token', label: 'Token (JWT)' },
    { value: 'certificate', label: 'Certificate' },
    { value: 'none', label: 'None' },
  ],
  databricks: [
    { value: 'servicePrincipal', label: 'Service principal' },
    { value: 'token', label: 'Access token' },
  ],
} as const;

const empty = {
  name: '',
  host: '',
  port: '443',
  user: '',
  httpPath: '',
  clientId: '',
  catalog: '',
  secret: '',
};
type Draft = typeof empty;
type Kind = keyof typeof authentications;

export function NewConnection({ onDone }: { readonly onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('trino');
  const [authentication, setAuthentication] = useState<string>('password');
  const [draft, setDraft] = useState<Draft>(empty);
  const create = useOperation('create_platform_connection', {
    renews: ['list_platform_connections'],
    onDone,
  });
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  const choose = (chosen: Kind) => {
    setKind(chosen);
    setAuthentication(authentications[chosen][0].value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.perform({ body: requestOf(kind, authentication, draft) });
  };
  return (
    <Card component="form" onSubmit={submit} mb="md" aria-label="Connect a platform">
      <Stack>
        <SegmentedControl
          aria-label="Kind of platform"
          value={kind}
          onChange={(chosen) => choose(chosen as Kind)}
          data={[
            { value: 'trino', label: 'Trino' },
            { value: 'databricks', label: 'Databricks' },
          ]}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Name" placeholder="Lakehouse" required {...field('name')} />
          <TextInput label="Host" required {...field('host')} />
          {kind === 'trino' ? (
            <>
              <TextInput label="Port" required inputMode="numeric" pattern="\d+" {...field('port')} />
              <TextInput label="User" required {...field('user')} />
            </>
          ) : (
            <TextInput
              label="HTTP path"
              placeholder="/sql/1.0/warehouses/…"
              required
              {...field('httpPath')}
            />
          )}
          <Select
            label="Authentication"
            allowDeselect={false}
            value={authentication}
            onChange={(chosen) => chosen !== null && setAuthentication(chosen)}
            data={[...authentications[kind]]}
          />
          {authentication === 'servicePrincipal' && (
            <TextInput label="Application id" required {...field('clientId')} />
          )}
          {authentication === 'certificate' && (
            <Textarea
              label="Certificate and key"
              description="Both as PEM, the key not encrypted. Encrypted at rest, and never shown again."
              placeholder="-----BEGIN CERTIFICATE-----"
              autoComplete="off"
              autosize
              minRows={3}
              maxRows={8}
              required
              styles={{ input: { fontFamily: 'var(--font-code)' } }}
              {...field('secret')}
            />
          )}
          {authentication !== 'certificate' && authentication !== 'none' && (
            <PasswordInput
              label="Secret"
              description="Encrypted at rest, and never shown again."
              autoComplete="off"
              required
              {...field('secret')}
            />
          )}
          <TextInput
            label="Catalog"
            description="Where names without one are looked for."
            {...field('catalog')}
          />
        </SimpleGrid>
        <Problem error={create.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Connect
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function requestOf(kind: Kind, authentication: string, draft: Draft): NewConnectionBody {
  const { name, host, port, user, httpPath, clientId, catalog, secret } = draft;
  const shared = { host: host.trim(), ...(catalog.trim() !== '' && { catalog: catalog.trim() }) };
  const settings =
    kind === 'trino'
      ? {
          kind,
          ...shared,
          port: Number(port),
          tls: 'verifyFull' as const,
          user: user.trim(),
          authentication: authentication as 'none' | 'password' | 'token' | 'certificate',
        }
      : {
          kind,
          ...shared,
          httpPath: httpPath.trim(),
          authentication: authentication as 'token' | 'servicePrincipal',
          ...(clientId.trim() !== '' && { clientId: clientId.trim() }),
        };
  return { name: name.trim(), settings, ...(secret !== '' && { secret }) };
}
