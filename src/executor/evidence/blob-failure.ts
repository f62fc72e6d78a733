import { isRestError } from '@azure/storage-blob';
import { AppError } from '../../domain/app-error.ts';

/** The code that the Blob service gives a refusal: https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes */
export function refusalCode(error: unknown): string | undefined {
  if (!isRestError(error) || error.statusCode === undefined) return undefined;
  return error.response?.headers.get('x-ms-error-code') ?? error.code;
}

/**
 * What the client threw, in our words; `place` is the container. The client's own error is left behind, for it carries
 * the request with its token. What has nothing to do with the service is handed back as it is.
 */
export function blobFailure(error: unknown, place: string): unknown {
  if (isTokenFailure(error)) {
    return unavailable(
      place,
      'the platform gave no token of the managed identity',
      'Check that the identity is assigned to this container app or machine',
    );
  }
  if (isBrokenOff(error)) {
    return unavailable(place, 'the connection broke off', 'Check the connection between the executor and it');
  }
  if (!isRestError(error)) return error;
  const { statusCode } = error;
  const code = refusalCode(error);
  if (statusCode === 401 || statusCode === 403) {
    return new AppError('evidence_store_denied', {
      detail: `The evidence store ${place} does not let the executor in (${code ?? statusCode}). Give its managed identity the role Storage Blob Data Contributor on the container, and let the network rules of the account admit it. A new role takes some minutes to count.`,
    });
  }
  if (statusCode === 404 || code === 'ContainerBeingDeleted' || code === 'ContainerDisabled') {
    return new AppError('evidence_store_missing', {
      detail: `There is no evidence store at ${place} (${code ?? statusCode}). Deploy the execution environment again, or correct PLUMBLINE_EVIDENCE_URL.`,
    });
  }
  // Where there is no status there was no answer, and the code is that of the connection.
  return unavailable(
    place,
    [statusCode, code ?? error.code].filter(Boolean).join(' '),
    'Check that the executor can reach it',
  );
}

export function tooSlow(place: string, limitMs: number): AppError {
  return unavailable(
    place,
    `no answer within ${limitMs / 1000} s`,
    'Check the connection between the executor and it',
  );
}

export function endlessList(place: string): AppError {
  return unavailable(place, 'its list has no end', 'Check that the container holds nothing but evidence');
}

function unavailable(place: string, reason: string, advice: string): AppError {
  return new AppError('evidence_store_unavailable', {
    detail: `The evidence store ${place} cannot be used at the moment: ${reason}. ${advice}, then retry.`,
  });
}

/** How the client names the end of a connection in the middle of an answer, and of a call that a signal ended. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** How the credentials name a token that they did not get. */
function isTokenFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(CredentialUnavailable|AuthenticationRequired|(Aggregate)?Authentication)Error$/.test(error.name)
  );
}
