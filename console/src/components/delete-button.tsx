import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ReadId } from '../api/queries.ts';
import { ChangeProblem, type ChangeProblemProps } from './change-problem.tsx';
import { Confirm } from './confirm.tsx';

interface DeleteButtonProps<Id extends ReadId> extends Pick<ChangeProblemProps<Id>, 'seen' | 'current'> {
  /** What it is called. */
  readonly name: string;
  /** What kind of thing it is: `schedule`. */
  readonly kind: string;
  readonly remove: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  readonly perform: () => void;
  /** One of the quiet buttons of a row. */
  readonly isQuiet?: boolean;
  /** What goes with it, and what stays. */
  readonly children: ReactNode;
}

/** Deletes something once somebody has read what that means. */
export function DeleteButton<Id extends ReadId>(props: DeleteButtonProps<Id>) {
  const { name, kind, remove, perform, isQuiet = false, children, seen, current } = props;
  const [opened, setOpened] = useState(false);
  const close = () => {
    setOpened(false);
    remove.reset();
  };
  return (
    <>
      <Button
        {...(isQuiet
          ? { variant: 'subtle', color: 'red', px: 8, 'aria-label': `Delete ${name}` }
          : { variant: 'default' })}
        onClick={() => setOpened(true)}
      >
        {isQuiet ? 'Delete' : 'Delete …'}
      </Button>
      <Confirm
        title={`Delete ${name}?`}
        opened={opened}
        onClose={close}
        problem={<ChangeProblem error={remove.error} seen={seen} current={current} reset={remove.reset} />}
        confirm={{ label: `Delete the ${kind}`, isPending: remove.isPending, perform }}
      >
        {children}
      </Confirm>
    </>
  );
}
