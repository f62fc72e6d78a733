import { StartRefusal } from '../../../domain/start-refusal.ts';
import { isLoopback } from '../../is-loopback.ts';

/**
 * The embedded identity signs in anyone as anyone, so it must not be reachable from another machine by accident.
 * Refused at start.
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
  throw new StartRefusal(
    `The embedded identity has no passwords, and the service would listen on ${host}, where other machines reach it. ` +
      'Listen on 127.0.0.1, configure an issuer, or allow the embedded identity explicitly.',
  );
}
