import { createHash } from 'node:crypto';
import type { Account, Directory } from './directories.ts';

/** The scope that a person's token carries unless another is asked for. */
export const defaultScope = 'access_as_user';
/** The audience of tokens unless the service is configured with another; also the resource that clients name. */
export const defaultAudience = 'api://plumbline';
/** The client id of the console. */
export const consoleClientId = 'plumbline-console';

/** Claims of Microsoft Entra's v2 access tokens, beside those that every JWT has. */
export interface TokenClaims {
  readonly iss: string;
  readonly tid: string;
  readonly oid: string;
  readonly sub: string;
  readonly azp: string;
  readonly ver: '2.0';
  readonly roles?: readonly string[];
  readonly scp?: string;
  readonly idtyp?: 'app';
  readonly name?: string;
  readonly preferred_username?: string;
}

/** A workload of a directory; its ids follow from the two names, so a token can be minted for one that nobody registered. */
export interface Application {
  readonly directory: Directory;
  readonly name: string;
}

export function issuerTemplate(publicUrl: string): string {
  return `${publicUrl}/identity/{tid}/v2.0`;
}

export function issuerOf(publicUrl: string, { directoryId }: Directory): string {
  return issuerTemplate(publicUrl).replace('{tid}', directoryId);
}

export function delegatedClaims(
  publicUrl: string,
  account: Account,
  via: { readonly applicationId: string; readonly scope: string },
): TokenClaims {
  return {
    iss: issuerOf(publicUrl, account.directory),
    tid: account.directory.directoryId,
    oid: account.objectId,
    sub: account.objectId,
    azp: via.applicationId,
    ver: '2.0',
    roles: account.roles,
    scp: via.scope,
    name: account.displayName,
    preferred_username: account.email,
  };
}

export function applicationClaims(
  publicUrl: string,
  application: Application,
  roles: readonly string[],
): TokenClaims {
  const objectId = applicationObjectId(application);
  return {
    iss: issuerOf(publicUrl, application.directory),
    tid: application.directory.directoryId,
    oid: objectId,
    sub: objectId,
    azp: applicationClientId(application),
    ver: '2.0',
    roles,
    idtyp: 'app',
  };
}

export function applicationClientId({ directory, name }: Application): string {
  return `${directory.name}-${name}`;
}

/** A UUID of version 8 (RFC 9562): the same for the same application, on every installation. */
export function applicationObjectId({ directory, name }: Application): string {
  const hash = createHash('sha256')
    .update(`plumbline application\n${directory.directoryId}\n${name}`)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
