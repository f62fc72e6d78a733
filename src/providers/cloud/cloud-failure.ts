import { AppError } from '../../domain/app-error.ts';
import { retryAfterMs } from '../outbound/outbound.ts';
import { dependencyAway, outboundFailure } from '../outbound/outbound-error.ts';

const what = 'The cloud';

/** What a cloud's client threw, in our words. Its own error is left behind: it carries the request, and a token in it. */
export function cloudFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const failure = outboundFailure(error);
  if (failure !== undefined) {
    return failure.reason === 'unreachable' || failure.reason === 'resting'
      ? dependencyAway(what, failure)
      : invalidAnswer(
          'Its answer leads to an address that this deployment does not call, or is far too long.',
        );
  }
  const { statusCode, name, response } = error as {
    statusCode?: number;
    name?: string;
    response?: { headers?: { get(name: string): string | undefined } };
  };
  if (statusCode === 429 || (statusCode !== undefined && statusCode >= 500)) {
    const waitMs = retryAfterMs(response?.headers?.get('retry-after') ?? null);
    return dependencyAway(what, { retryAfterSeconds: waitMs && waitMs / 1000 });
  }
  if (statusCode === 401 || statusCode === 403 || isTokenRefusal(name)) {
    return new AppError('cloud_access_denied', {
      detail:
        "The cloud does not let the service's application read here: it has not been consented to in the directory, lacks the Reader role, or its secret has expired. See the how-to for Azure.",
    });
  }
  if (statusCode === 404) {
    return new AppError('cloud_access_denied', {
      detail: 'The cloud knows no such resource, or hides it from the application of the service.',
    });
  }
  return invalidAnswer(`It answered in a way that cannot be read (${statusCode ?? name ?? 'unknown'}).`);
}

export function endlessAnswer(pages: number): AppError {
  return invalidAnswer(`It names another page after ${pages}.`);
}

function invalidAnswer(reason: string): AppError {
  return new AppError('cloud_answer_invalid', {
    detail: `The cloud gave an answer that is not used. ${reason}`,
  });
}

/** How the client names a token that it did not get. */
function isTokenRefusal(name: string | undefined): boolean {
  return name === 'AuthenticationError' || name === 'AuthenticationRequiredError';
}
