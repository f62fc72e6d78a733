import { Alert, Text } from '@mantine/core';
import { Command } from '../../components/empty-state.tsx';

/** The secret of a webhook that was just made or rotated; nothing where there is none to show. */
export function WebhookSecret({ secret }: { readonly secret: string | null }) {
  if (secret === null) return null;
  return (
    <Alert mb="md" title="The secret, shown this once" color="plumb">
      <Text size="sm" mb="xs">
        The receiver checks signatures with it. After a rotation the one before is good for another day.
      </Text>
      <Command text={secret} />
    </Alert>
  );
}
