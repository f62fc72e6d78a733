import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../../domain/app-error.ts';

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

const nonceBytes = 12;
const tagBytes = 16;
/** Stands before every stored secret, so that another scheme can follow. */
const scheme = 'v1.';

/**
 * AES-256-GCM with a key that only the service's secret leads to. A ciphertext is bound to its source: copied to
 * another row, of this tenant or of another, it cannot be read.
 */
export function createSourceSecrets(secret: string): SourceSecrets {
  const key = derive(secret, 'source passwords');
  const blindingKey = derive(secret, 'fingerprints of source passwords');
  return {
    encrypt(source, password) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(source));
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
      return scheme + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    decrypt(source, stored) {
      const bytes = Buffer.from(stored.slice(scheme.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(associated(source)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        const detail =
          'The stored password of the source cannot be read with the current secret of the service. Register the source again with its password.';
        throw new AppError('source_secret_unreadable', { detail }, { cause });
      }
    },
    blind: (fingerprint) => createHmac('sha256', blindingKey).update(fingerprint).digest('hex'),
  };
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `plumbline ${purpose}`, 32));
}

function associated({ orgUuid, sourceUuid }: SourceId): Buffer {
  return Buffer.from(`${orgUuid}\n${sourceUuid}`);
}
