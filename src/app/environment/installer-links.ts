import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What an address of an installer template stands for. */
export interface InstallerLink {
  readonly orgUuid: string;
  readonly environmentUuid: string;
  readonly expiresAt: Date;
}

export interface InstallerLinks {
  pathOf(link: InstallerLink): string;
  /** Undefined unless the token is one of ours; whether it has expired is for the caller to see. */
  read(token: string): InstallerLink | undefined;
}

/** Two UUIDs, and the time in milliseconds. */
const linkBytes = 16 + 16 + 8;
/** 128 bits: nobody finds one by trying. */
const macBytes = 16;

/**
 * Addresses that the Azure portal can open without a token of ours: authenticated, so that nobody can make one up, and
 * nothing has to be stored to recognise them.
 */
export function createInstallerLinks(secret: string): InstallerLinks {
  const key = createHash('sha256').update('installer\n').update(secret).digest();
  const macOf = (link: Buffer) => createHmac('sha256', key).update(link).digest().subarray(0, macBytes);
  return {
    pathOf({ orgUuid, environmentUuid, expiresAt }) {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(expiresAt.getTime()));
      const link = Buffer.concat([uuidBytes(orgUuid), uuidBytes(environmentUuid), time]);
      return `/installers/${Buffer.concat([macOf(link), link]).toString('base64url')}/template.json`;
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const link = bytes.subarray(macBytes);
      const authentic =
        link.length === linkBytes &&
        bytes.toString('base64url') === token &&
        timingSafeEqual(macOf(link), bytes.subarray(0, macBytes));
      if (!authentic) return undefined;
      return {
        orgUuid: uuidText(link.subarray(0, 16)),
        environmentUuid: uuidText(link.subarray(16, 32)),
        expiresAt: new Date(Number(link.readBigUInt64BE(32))),
      };
    },
  };
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
