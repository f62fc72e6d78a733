import { AppError } from '../../domain/app-error.ts';

/** RFC 6750, section 2.1: the characters of a bearer token. */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The token of a request, from every value of its Authorization header. All of them must be handed in
 * (`headersDistinct`, not `headers`): Node keeps the first of two and drops the other, so a proxy in front and this
 * service could take one request for two different callers.
 */
export function readBearer(headerValues: readonly string[] | undefined): string {
  if (headerValues === undefined || headerValues.length === 0) {
    throw new AppError('token_missing', {
      detail: 'The request has no Authorization header. Send `Authorization: Bearer <ACCESS_TOKEN>`.',
    });
  }
  const [value = '', ...others] = headerValues;
  if (others.length > 0) {
    throw new AppError('token_invalid', {
      detail: 'The request has more than one Authorization header. Send exactly one.',
    });
  }
  const token = bearer.exec(value.trim())?.[1];
  if (token !== undefined) return token;
  if (/^bearer(\s|$)/i.test(value.trim())) {
    throw new AppError('token_invalid', {
      detail:
        'The Authorization header does not carry one token after `Bearer`. Send `Authorization: Bearer <ACCESS_TOKEN>`.',
    });
  }
  throw new AppError('token_missing', {
    detail:
      'The Authorization header is not of the Bearer scheme. Send `Authorization: Bearer <ACCESS_TOKEN>`.',
  });
}
