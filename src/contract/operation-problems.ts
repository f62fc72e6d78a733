import { type ProblemCode, problems } from '../domain/problems.ts';
import type { Operation } from './operation.ts';

/** Every problem that an operation can answer with: its own, and those that its row brings with it. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const codes: ProblemCode[] = ['token_missing', 'token_invalid', 'rate_limited'];
  if (operation.minimumRole === 'registeredExecutor') codes.push('executor_not_registered');
  else if (operation.minimumRole !== 'SVC.Access') {
    codes.push(
      'organization_not_activated',
      'membership_required',
      'access_role_missing',
      'role_insufficient',
    );
  }
  if (operation.method !== 'GET') codes.push('validation_failed', 'body_invalid');
  else if (operation.params || operation.query) codes.push('validation_failed');
  if (operation.safety === 'idempotencyKey') {
    codes.push('idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress');
  }
  if (operation.safety === 'ifMatch')
    codes.push('if_match_required', 'if_match_invalid', 'etag_mismatch', 'state_conflict');
  codes.push(...operation.problems, 'dependency_unavailable');
  // An id with a slash in it makes another path. That is 404, as most that take an id answer anyhow.
  if (operation.params && !operation.problems.some((code) => problems[code].status === 404)) {
    codes.push('path_unknown');
  }
  if (hasPlace(operation)) codes.push('service_overloaded');
  return [...new Set(codes)];
}

/**
 * Whether a request takes one of the places that there are at once. Executors wait for work on purpose, and refusing them
 * would only make what is under way last longer; streams of events have places of their own.
 */
export function hasPlace({ minimumRole, responses }: Operation): boolean {
  return minimumRole !== 'registeredExecutor' && responses[200]?.contentType !== 'text/event-stream';
}

/** The same, grouped by the status that they come with. */
export function problemsByStatus(operation: Operation): ReadonlyMap<number, readonly ProblemCode[]> {
  return Map.groupBy(problemsOf(operation), (code) => problems[code].status);
}
