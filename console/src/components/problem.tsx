import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemError } from '../../../src/contract/client.ts';

interface ProblemProps {
  readonly error: unknown;
  /** What to do about it, offered as a button: read again, try again. */
  readonly action?: { readonly label: string; readonly perform: () => void };
}

/** What went wrong, to what, and what to do; the code and the request id stand small below. */
export function Problem({ error, action }: ProblemProps) {
  if (error === null || error === undefined) return null;
  const { title, detail, small, code, parts } = describe(error);
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm">{detail}</Text>
      {parts.length > 0 && (
        <List size="sm" mt={4}>
          {parts.map((part) => (
            <List.Item key={part}>{part}</List.Item>
          ))}
        </List>
      )}
      <Group mt="xs" gap="sm">
        {action !== undefined && (
          <Button variant="default" onClick={action.perform}>
            {action.label}
          </Button>
        )}
        {code === 'entitlement_expired' && (
          <Button component={Link} to="/settings/plan" variant="default">
            See the plan
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        {small}
      </Text>
    </Alert>
  );
}

interface Description {
  readonly title: string;
  readonly detail: string;
  readonly parts: readonly string[];
  readonly small: ReactNode;
  readonly code: string | null;
}

function describe(error: unknown): Description {
  if (!(error instanceof ProblemError)) {
    return {
      title: 'The service could not be reached',
      detail:
        'The connection broke before an answer came. Check the network; what you entered is still here.',
      parts: [],
      small: error instanceof Error ? error.message : String(error),
      code: null,
    };
  }
  const { title, detail, code, type, requestId, errors = [] } = error.problem;
  return {
    title,
    detail:
      code === 'etag_mismatch'
        ? 'Somebody else changed it after you read it, so nothing was written. Look at what it is now, and decide again.'
        : detail,
    parts: errors.map((part) => part.detail).filter((part) => part !== detail),
    small: (
      <>
        <Anchor href={type} target="_blank" size="xs" c="dimmed" td="underline">
          {code}
        </Anchor>
        {requestId !== '' && ` · request ${requestId}`}
      </>
    ),
    code,
  };
}

/** Whether an answer says that something changed under the caller's hands. */
export function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 412;
}
