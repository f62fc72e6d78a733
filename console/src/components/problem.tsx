import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { ProblemError } from '../../../src/contract/client.ts';
import { LinkButton } from './link-button.tsx';
import { Prose } from './prose.tsx';

interface ProblemProps {
  readonly error: unknown;
  /** What to do about it, offered as a button: read again, try again. */
  readonly action?: { readonly label: string; readonly perform: () => void };
}

/** What went wrong, to what, and what to do; the code and the request id stand small below. */
export function Problem({ error, action }: ProblemProps) {
  if (error === null || error === undefined) return null;
  const { title, detail, code, parts } = problemWords(error);
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm">
        <Prose text={detail} />
      </Text>
      {parts.length > 0 && (
        <List size="sm" mt={4}>
          {parts.map((part) => (
            <List.Item key={part}>
              <Prose text={part} />
            </List.Item>
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
          <LinkButton to="/settings/plan" variant="default">
            See the plan
          </LinkButton>
        )}
      </Group>
      <ProblemIdentity error={error} />
    </Alert>
  );
}

/** What a problem is known by: its code, which leads to its documentation, and the request. */
export function ProblemIdentity({ error }: { readonly error: unknown }) {
  const { code, type, small } = problemWords(error);
  return (
    <Text size="xs" mt="xs">
      {code !== null && (
        <Anchor href={type} target="_blank" size="xs" c="inherit" td="underline">
          {code}
        </Anchor>
      )}{' '}
      {small}
    </Text>
  );
}

interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  readonly parts: readonly string[];
  readonly small: string;
  /** Null where no answer came at all. */
  readonly code: string | null;
  readonly type: string;
}

export function problemWords(error: unknown): ProblemWords {
  if (!(error instanceof ProblemError)) {
    return {
      title: 'The service could not be reached',
      detail:
        'The connection broke before an answer came. Check the network; what you entered is still here.',
      parts: [],
      small: error instanceof Error ? error.message : String(error),
      code: null,
      type: '',
    };
  }
  const { title, detail, code, type, requestId, errors = [] } = error.problem;
  return {
    title,
    detail: isConflict(error)
      ? 'Somebody else changed it after you read it, so nothing was written. Look at what it is now, and decide again.'
      : detail,
    parts: errors.map((part) => part.detail).filter((part) => part !== detail),
    small: requestId === '' ? '' : `request ${requestId}`,
    code,
    type,
  };
}

/** Whether an answer says that something changed under the caller's hands. */
export function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 412;
}
