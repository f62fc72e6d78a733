import type { ApplicationPrincipal, DelegatedPrincipal, Principal } from '../domain/principal.ts';
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

/** Whose work an executor may do: everybody's, or that of one Organization. */
export type ExecutorScope =
  | { readonly scope: 'deployment' }
  | {
      readonly scope: 'organization';
      readonly orgUuid: string;
      /** Whether its environment is ready: until then it may call, and gets no work. */
      readonly isReady: boolean;
    };

/** A registered executor. */
export type ExecutorCaller = ExecutorScope & {
  readonly principal: ApplicationPrincipal;
  /** `directoryId/objectId`: what its leases are tied to. */
  readonly identity: string;
};
