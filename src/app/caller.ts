import type { DelegatedPrincipal, Principal } from '../domain/principal.ts';
import type { Role } from '../domain/roles.ts';

/** Somebody who acts within an Organization. */
export interface Caller {
  readonly principal: Principal;
  readonly orgUuid: string;
  readonly role: Role;
  /** Null for an application. */
  readonly memberUuid: string | null;
}

/** A signed-in person who need not belong to an Organization yet. */
export interface Person {
  readonly principal: DelegatedPrincipal;
}
