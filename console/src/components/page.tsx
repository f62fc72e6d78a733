import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  readonly title: string;
  /** In place of the title, where the heading is more than text and there is something to say already. */
  readonly heading?: ReactNode;
  readonly above?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its heading takes the focus when it opens, so that a keyboard and a screen reader start there. */
export function Page({ title, heading, above, description, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Plumbline`;
  }, [title]);
  return (
    <Box maw={1440} mx="auto">
      {above !== undefined && (
        <Text size="xs" c="dimmed" component="div" mb={4}>
          {above}
        </Text>
      )}
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box miw={0} flex="1 1 20rem">
          <Title order={1} id="page-title" tabIndex={-1}>
            {heading || title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={2} component="div">
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
