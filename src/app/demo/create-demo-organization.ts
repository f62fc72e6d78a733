import type { Role } from '../../domain/roles.ts';
import { insertMember } from '../../storage/queries/members.ts';
import type { AppContext } from '../context.ts';
import { type Founder, foundOrganization } from '../organization/activate-organization.ts';

export interface DemoOrganization {
  readonly name: string;
  readonly owner: Founder;
  readonly members: readonly { readonly person: Founder; readonly role: Role }[];
}

/** Makes an Organization to try things in, on the first start only: an existing one is left as it is. */
export async function createDemoOrganization(ctx: AppContext, demo: DemoOrganization): Promise<void> {
  const { directoryId, objectId } = demo.owner;
  if ((await ctx.storage.findCaller({ directoryId, objectId })) !== null) return;
  const orgUuid = ctx.ids.uuid();
  await ctx.storage.withTenant(orgUuid, async (tx) => {
    await foundOrganization(ctx, tx, { orgUuid, name: demo.name, founder: demo.owner });
    for (const { person, role } of demo.members) {
      const { directoryId, objectId, displayName, email } = person;
      const joinedAt = ctx.clock.now();
      await insertMember(tx, {
        memberUuid: ctx.ids.uuid(),
        directoryId,
        objectId,
        displayName,
        email,
        role,
        joinedAt,
      });
    }
  });
}
