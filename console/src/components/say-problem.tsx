import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ProblemIdentity, problemWords } from './problem.tsx';

/** Long enough to be read and acted upon. */
const shownMs = 12_000;

/** Tells what went wrong where there is no place for it on the page: beside a button in a bar, after a download. */
export function sayProblem(error: unknown): void {
  const { title, detail, code } = problemWords(error);
  notifications.show({
    color: 'red',
    title,
    autoClose: shownMs,
    message: (
      <>
        {detail}{' '}
        {code === 'entitlement_expired' && (
          // Notifications stand outside of the router.
          <Anchor href="/settings/plan" size="sm" underline="always">
            See the plan
          </Anchor>
        )}
        <ProblemIdentity error={error} />
      </>
    ),
  });
}
