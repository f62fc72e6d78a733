import {
  Button,
  Card,
  Group,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { OperationInput } from '../../../../src/contract/client.ts';
import { useOperation } from '../../api/use-operation.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { sourceKinds } from '../../language/places.ts';
import { type Factory, FactoryField } from './factory-field.tsx';

type NewSource = OperationInput<'create_discovery_source'>['body'];
/** Those that are added here; platforms are connected under Settings. */
const kinds = ['files', 'postgresql', 'mysql', 'factory'] as const;
type Kind = (typeof kinds)[number];

const defaultPorts = { postgresql: 5432, mysql: 3306 } as const;

const empty = {
  root: '',
  host: '',
  port: '' as number | '',
  database: '',
  user: '',
  password: '',
  tls: 'verifyFull',
  factory: null as Factory | null,
};
type Draft = typeof empty;

export function NewSourcePage() {
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('files');
  const [name, setName] = useState('');
  const [draft, setDraft] = useState<Draft>(empty);
  const create = useOperation('create_discovery_source', {
    renews: ['list_discovery_sources'],
    onDone: ({ body: { sourceUuid } }) => navigate({ to: '/sources/$sourceUuid', params: { sourceUuid } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.perform({ body: requestOf(kind, name, draft) });
  };
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <Page
      title="Add a source"
      above={<TextLink to="/sources">Sources</TextLink>}
      description="Registering changes nothing in the system itself; nothing is reached until you test or browse it."
    >
      <Card maw={640} component="form" onSubmit={submit}>
        <Stack>
          <SegmentedControl
            aria-label="Kind of source"
            // Four names are wider than a phone.
            styles={{ root: { flexWrap: 'wrap' } }}
            value={kind}
            onChange={(value) => setKind(value as Kind)}
            data={kinds.map((value) => ({ value, label: sourceKinds[value].label }))}
          />
          <Text size="sm" c="dimmed">
            {sourceKinds[kind].hint}.
          </Text>
          <TextInput
            label="Name"
            placeholder="Warehouse"
            required
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {kind === 'factory' && (
            <FactoryField value={draft.factory} onChange={(factory) => set({ factory })} />
          )}
          {kind === 'files' && (
            <TextInput
              label="Folder"
              description="As the executor sees it. It must lie under a root that its operator allows (PLUMBLINE_FILE_ROOTS)."
              placeholder="/data/exports"
              required
              value={draft.root}
              onChange={(event) => set({ root: event.currentTarget.value })}
            />
          )}
          {(kind === 'postgresql' || kind === 'mysql') && (
            <DatabaseFields kind={kind} draft={draft} set={set} />
          )}
          <Problem error={create.error} />
          <Group justify="flex-end">
            <LinkButton to="/sources" variant="default">
              Cancel
            </LinkButton>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={kind === 'factory' && draft.factory === null}
            >
              Add the source
            </Button>
          </Group>
        </Stack>
      </Card>
    </Page>
  );
}

interface DatabaseFieldsProps {
  readonly kind: keyof typeof defaultPorts;
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
}

function DatabaseFields({ kind, draft, set }: DatabaseFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label="Host"
        placeholder="db.example.com"
        required
        value={draft.host}
        onChange={(event) => set({ host: event.currentTarget.value })}
      />
      <NumberInput
        label="Port"
        placeholder={String(defaultPorts[kind])}
        min={1}
        max={65_535}
        allowDecimal={false}
        value={draft.port}
        onChange={(port) => set({ port: typeof port === 'number' ? port : '' })}
      />
      <TextInput
        label="Database"
        required
        value={draft.database}
        onChange={(event) => set({ database: event.currentTarget.value })}
      />
      <Select
        label="Encryption"
        allowDeselect={false}
        value={draft.tls}
        onChange={(tls) => set({ tls: tls ?? 'verifyFull' })}
        data={[
          { value: 'verifyFull', label: 'Verified: checks whose certificate it is' },
          { value: 'require', label: 'Required: encrypts, checks nothing' },
          { value: 'disable', label: 'Off: everybody on the way can read' },
        ]}
      />
      <TextInput
        label="User"
        description="One that may only read."
        required
        value={draft.user}
        onChange={(event) => set({ user: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        description="Encrypted at rest, and never shown again."
        autoComplete="off"
        value={draft.password}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

function requestOf(kind: Kind, name: string, draft: Draft): NewSource {
  if (kind === 'files') return { name: name.trim(), settings: { kind, root: draft.root.trim() } };
  if (kind === 'factory') {
    if (draft.factory === null) throw new TypeError('A factory is chosen before it is added.');
    return { name: name.trim(), settings: { kind, ...draft.factory } };
  }
  const { host, port, database, user, password, tls } = draft;
  return {
    name: name.trim(),
    settings: {
      kind,
      host: host.trim(),
      port: port === '' ? defaultPorts[kind] : port,
      database: database.trim(),
      user: user.trim(),
      tls: tls as 'verifyFull',
    },
    ...(password !== '' && { password }),
  };
}
