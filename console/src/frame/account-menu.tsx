import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useAccess } from '../api/access.tsx';
import type { Session } from '../session/session.ts';

const roleLabels = { reader: 'Reader', contributor: 'Contributor', owner: 'Owner' } as const;

export function AccountMenu({ session }: { readonly session: Session }) {
  const { displayName, email, role } = useAccess();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = displayName ?? email ?? 'You';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar size={28} radius="xl" color="plumb" name={name} />
          <VisuallyHidden>Account of {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--ink)">
            {name}
          </Text>
          <Text size="xs">
            {email} · {roleLabels[role]}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? '✓' : null}
          >
            {{ light: 'Light', dark: 'Dark', auto: 'As the system' }[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/guide" target="_blank">
          Guide
        </Menu.Item>
        <Menu.Item onClick={() => session.signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
