import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConfirmProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** What will happen, and what will not. */
  readonly children: ReactNode;
  readonly confirm: {
    readonly label: string;
    readonly perform: () => void;
    readonly isPending: boolean;
    readonly disabled?: boolean;
  };
  /** Why it was refused, if it was. */
  readonly problem: ReactNode;
}

/** A change that cannot be taken back, with what it will do and what it will leave alone. */
export function Confirm({ title, opened, onClose, children, confirm, problem }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        {children}
        {problem}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red.9"
            onClick={confirm.perform}
            loading={confirm.isPending}
            disabled={confirm.disabled ?? false}
          >
            {confirm.label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
