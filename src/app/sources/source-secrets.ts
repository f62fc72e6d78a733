import { AppError } from '../../domain/app-error.ts';
import { createSeal } from '../access/seal.ts';

/** The passwords of sources, as they lie in the database. */
export interface SourceSecrets {
  encrypt(source: SourceId, password: string): string;
  decrypt(source: SourceId, stored: string): string;
  /**
   * Hides the fingerprint of a request that carries a password: a plain hash of it would let whoever has the database
   * try passwords.
   */
  blind(fingerprint: string): string;
}

interface SourceId {
  readonly orgUuid: string;
  readonly sourceUuid: string;
}

/** A stored password is bound to its source: copied to another row, it cannot be read. */
export function createSourceSecrets(secret: string): SourceSecrets {
  const seal = createSeal(secret, 'source passwords');
  return {
    encrypt: ({ orgUuid, sourceUuid }, password) => seal.close([orgUuid, sourceUuid], password),
    decrypt({ orgUuid, sourceUuid }, stored) {
      try {
        return seal.open([orgUuid, sourceUuid], stored);
      } catch (cause) {
        const detail =
          'The stored password of the source cannot be read with the current secret of the service. Register the source again with its password.';
        throw new AppError('source_secret_unreadable', { detail }, { cause });
      }
    },
    blind: seal.blind,
  };
}
