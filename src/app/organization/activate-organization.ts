import { AppError } from '../../domain/app-error.ts';
import type { DelegatedPrincipal } from '../../domain/principal.ts';
import { insertTrial } from '../../storage/queries/entitlements.ts';
import { insertMember } from '../../storage/queries/members.ts';
import { insertOrganization } from '../../storage/queries/organizations.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Person } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { tellMember } from '../events/member-events.ts';
import { loadOrganization, type OrganizationView } from './organization-view.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

export interface Activation {
  readonly organization: OrganizationView;
  readonly created: boolean;
}

/** Creates the Organization of the person's directory with the person as its first Owner, once per directory. */
export async function activateOrganization(
  ctx: AppContext,
  person: Person,
  input: { readonly name: string },
): Promise<Activation> {
  const existing = await existingOrganization(ctx, person);
  if (existing !== undefined) return { organization: existing, created: false };
  try {
    return { organization: await createOrganization(ctx, person, input.name), created: true };
  } catch (error) {
    // Two requests at once: the other one won. If it was the same person's, they are a member now.
    if (!(error instanceof AppError) || error.code !== 'directory_already_activated') throw error;
    const winner = await existingOrganization(ctx, person);
    if (winner === undefined) throw error;
    return { organization: winner, created: false };
  }
}

async function existingOrganization(ctx: AppContext, person: Person): Promise<OrganizationView | undefined> {
  const { directoryId, objectId } = person.principal;
  const record = await ctx.storage.findCaller({ directoryId, objectId });
  if (record === null) return undefined;
  if (record.member?.status !== 'active') {
    throw new AppError('directory_already_activated', {
      detail:
        'The Organization of this directory has been activated by another account. Ask one of its Owners for an invitation.',
    });
  }
  return ctx.storage.withTenant(record.orgUuid, loadOrganization);
}

async function createOrganization(ctx: AppContext, person: Person, name: string): Promise<OrganizationView> {
  const orgUuid = ctx.ids.uuid();
  return ctx.storage.withTenant(orgUuid, async (tx) => {
    await foundOrganization(ctx, tx, { orgUuid, name, founder: person.principal });
    return loadOrganization(tx);
  });
}

/** Who becomes the first Owner. */
export type Founder = Pick<DelegatedPrincipal, 'directoryId' | 'objectId' | 'displayName' | 'email'>;

/** Writes a new Organization with its trial and its first Owner. */
export async function foundOrganization(
  ctx: AppContext,
  tx: TenantTx,
  { orgUuid, name, founder }: { readonly orgUuid: string; readonly name: string; readonly founder: Founder },
): Promise<void> {
  const now = ctx.clock.now();
  const { directoryId, objectId, displayName, email } = founder;
  await insertOrganization(tx, { orgUuid, name, directoryId, createdAt: now });
  await insertTrial(tx, {
    orgUuid,
    startedAt: now,
    endsAt: new Date(now.getTime() + ctx.settings.trialDays * dayMilliseconds),
  });
  const memberUuid = ctx.ids.uuid();
  await insertMember(tx, {
    memberUuid,
    directoryId,
    objectId,
    displayName,
    email,
    role: 'owner',
    joinedAt: now,
  });
  tellMember(ctx, tx, 'added', { memberUuid, role: 'owner' });
}
