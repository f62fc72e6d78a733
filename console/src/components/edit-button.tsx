import { Button, Modal } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';

/** What a form in a dialog can do with it. */
export interface EditDialog {
  readonly onDone: () => void;
  /** Somebody else was faster, and the person has seen what it is now: the form begins again with that. */
  readonly onReviewed: () => void;
}

interface EditButtonProps {
  readonly name: string;
  readonly form: (dialog: EditDialog) => ReactNode;
}

/** Opens a dialog to change something in. The form is made as it opens, and forgotten as it closes. */
export function EditButton({ name, form }: EditButtonProps) {
  const [opened, setOpened] = useState(false);
  const [round, setRound] = useState(0);
  const onDone = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Edit …
      </Button>
      <Modal opened={opened} onClose={onDone} title={`Edit ${name}`} size="lg">
        <Fragment key={round}>{form({ onDone, onReviewed: () => setRound(round + 1) })}</Fragment>
      </Modal>
    </>
  );
}
