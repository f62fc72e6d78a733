import { AppError } from '../../domain/app-error.ts';
import type { DelegatedPrincipal, Principal } from '../../domain/principal.ts';
import { accessRole, highestApplicationRole, type Role, roleSuffices } from '../../domain/roles.ts';
import type { CallerRecord } from '../../storage/across-tenants/find-caller.ts';
import type { Caller, Person } from '../caller.ts';
import type { AppContext } from '../context.ts';

/** Who calls, within which Organization, as what; refused if the role does not suffice. */
export async function identifyCaller(ctx: AppContext, principal: Principal, needed: Role): Promise<Caller> {
  if (principal.kind === 'delegated') assertAccess(principal);
  const record = await ctx.storage.findCaller({
    directoryId: principal.directoryId,
    objectId: principal.kind === 'delegated' ? principal.objectId : null,
  });
  if (record === null) {
    throw new AppError('organization_not_activated', {
      detail: 'No Organization has been activated for the directory of this token.',
    });
  }
  const role = principal.kind === 'delegated' ? memberRole(record) : applicationRole(principal.roles);
  if (!roleSuffices(role, needed)) {
    throw new AppError('role_insufficient', {
      detail: `The operation needs the role ${needed}, and the caller is a ${role}. Ask an Owner of the Organization.`,
    });
  }
  return { principal, orgUuid: record.orgUuid, role, memberUuid: record.member?.memberUuid ?? null };
}

/** A person with access to the service, member or not (activation, acceptance of an invitation). */
export function identifyPerson(principal: Principal): Person {
  if (principal.kind !== 'delegated') {
    throw new AppError('token_scheme_not_accepted', {
      detail: 'This operation needs a signed-in person; the token is that of an application.',
    });
  }
  assertAccess(principal);
  if (principal.personalAccount) {
    throw new AppError('personal_account', {
      detail: 'The signed-in account is a personal one. Sign in with a work or school account.',
    });
  }
  return { principal };
}

function assertAccess(principal: DelegatedPrincipal): void {
  if (principal.roles.includes(accessRole)) return;
  throw new AppError('access_role_missing', {
    detail: `The token of the signed-in person does not carry the role ${accessRole}. An administrator of the directory assigns it.`,
  });
}

function memberRole(record: CallerRecord): Role {
  if (record.member?.status === 'active') return record.member.role;
  throw new AppError('membership_required', {
    detail:
      'The signed-in account is not an active member of the Organization of its directory. Ask an Owner.',
  });
}

function applicationRole(names: readonly string[]): Role {
  const role = highestApplicationRole(names);
  if (role !== undefined) return role;
  throw new AppError('role_insufficient', {
    detail: 'The application token carries none of SVC.APIReader, SVC.APIContributor and SVC.APIOwner.',
  });
}
