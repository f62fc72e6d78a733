import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach a service that binds `host`. A name other than `localhost` may mean anything. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  const version = isIP(bare);
  return version !== 0 && loopback.check(bare, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The embedded identity signs in anyone as anyone, so it must not be reachable from another machine by accident.
 * Throws an Error to be shown at start.
 */
export function assertEmbeddedIdentityAllowed({
  host,
  allowed,
}: {
  readonly host: string;
  /** The operator's explicit word that others may reach it. */
  readonly allowed: boolean;
}): void {
  if (allowed || isLoopback(host)) return;
  throw new Error(
    `The embedded identity has no passwords, and the service would listen on ${host}, where other machines reach it. ` +
      'Listen on 127.0.0.1, configure an issuer, or allow the embedded identity explicitly.',
  );
}
