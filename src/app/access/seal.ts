import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets as they lie in the database. */
export interface Seal {
  /** Bound to `place`: copied to another row, of this tenant or of another, it cannot be read. */
  close(place: readonly string[], secret: string): string;
  /** Throws where it was closed with another secret of the service, or for another place. */
  open(place: readonly string[], stored: string): string;
  /**
   * Hides the fingerprint of a request that carries a secret: a plain hash of it would let whoever has the database try
   * secrets.
   */
  blind(fingerprint: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;
/** Stands before every stored secret, so that another scheme can follow. */
const scheme = 'v1.';

/** AES-256-GCM with a key that only the service's secret leads to, another for each purpose. */
export function createSeal(secret: string, purpose: string): Seal {
  const key = derive(secret, purpose);
  const blindingKey = derive(secret, `fingerprints of ${purpose}`);
  return {
    close(place, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return scheme + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(place, stored) {
      const bytes = Buffer.from(stored.slice(scheme.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(associated(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    blind: (fingerprint) => createHmac('sha256', blindingKey).update(fingerprint).digest('hex'),
  };
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `plumbline ${purpose}`, 32));
}

function associated(place: readonly string[]): Buffer {
  return Buffer.from(place.join('\n'));
}
