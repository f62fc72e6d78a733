import { AppError } from '../../domain/app-error.ts';

/** The detail names the rule, never a value of the token or of the configuration. */
export function refuseToken(detail: string, cause?: unknown): never {
  throw new AppError('token_invalid', { detail }, cause === undefined ? undefined : { cause });
}
