import { Code, CopyButton, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** The same by command line. */
  readonly command?: string;
}

/** Nothing is here yet: what this place is for, one button, and one command to copy. */
export function EmptyState({ title, children, action, command }: EmptyStateProps) {
  return (
    <Stack className={classes.empty ?? ''} gap="xs" align="center" ta="center">
      <svg className={classes.plumb} width="36" height="52" viewBox="0 0 36 52" aria-hidden="true">
        <path d="M6 2h24M18 2v26" stroke="currentColor" strokeWidth="1.5" fill="none" />
        <path d="M18 28l6 6-6 16-6-16Z" fill="currentColor" />
      </svg>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw="34rem">
        {children}
      </Text>
      {action !== undefined && <Group mt="xs">{action}</Group>}
      {command !== undefined && <Command text={command} />}
    </Stack>
  );
}

/** A command line, copied with a click. */
export function Command({ text }: { readonly text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes.command} onClick={copy}>
          <Code className={classes.text}>{text}</Code>
          <Text span size="xs" c="dimmed" aria-live="polite">
            {copied ? 'Copied' : 'Copy'}
          </Text>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
