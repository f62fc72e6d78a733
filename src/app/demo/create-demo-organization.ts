import type { Role } from '../../domain/roles.ts';
import { insertMember } from '../../storage/queries/members.ts';
import { enqueueWork } from '../../storage/queries/work.ts';
import type { AppContext } from '../context.ts';
import { tellMember } from '../events/member-events.ts';
import { type Founder, foundOrganization } from '../organization/activate-organization.ts';
import { prepareDemoKind } from './prepare-demo.ts';

export interface DemoOrganization {
  readonly name: string;
  readonly owner: Founder;
  readonly members: readonly { readonly person: Founder; readonly role: Role }[];
  /** Whether there is data to show, and an executor that can read it. */
  readonly hasData: boolean;
}

/** Starts that may be cut off before the demo is given up; each goes on where the one before ended. */
const maxAttempts = 10;

/** Makes an Organization to try things in, on the first start only: false where there is one, which is left as it is. */
export async function createDemoOrganization(ctx: AppContext, demo: DemoOrganization): Promise<boolean> {
  const { directoryId, objectId } = demo.owner;
  if ((await ctx.storage.findCaller({ directoryId, objectId })) !== null) return false;
  const orgUuid = ctx.ids.uuid();
  await ctx.storage.withTenant(orgUuid, async (tx) => {
    await foundOrganization(ctx, tx, { orgUuid, name: demo.name, founder: demo.owner });
    const now = ctx.clock.now();
    for (const { person, role } of demo.members) {
      const { directoryId, objectId, displayName, email } = person;
      const memberUuid = ctx.ids.uuid();
      await insertMember(tx, {
        memberUuid,
        directoryId,
        objectId,
        displayName,
        email,
        role,
        joinedAt: now,
      });
      tellMember(ctx, tx, 'added', { memberUuid, role });
    }
    if (!demo.hasData) return;
    await enqueueWork(tx, {
      workUuid: ctx.ids.uuid(),
      kind: prepareDemoKind,
      payload: {},
      operationUuid: null,
      runAfter: now,
      maxAttempts,
    });
  });
  return true;
}
