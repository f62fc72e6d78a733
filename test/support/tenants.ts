import { randomBytes } from 'node:crypto';
import { createIds } from '../../src/domain/uuid-v7.ts';
import { insertTrial } from '../../src/storage/queries/entitlements.ts';
import { insertMember, type NewMember } from '../../src/storage/queries/members.ts';
import { insertOrganization } from '../../src/storage/queries/organizations.ts';
import type { Storage } from '../../src/storage/storage.ts';

const ids = createIds({ now: () => new Date() }, randomBytes);

/** Later ones are greater. */
export const newUuid = (): string => ids.uuid();

export interface TestTenant {
  readonly orgUuid: string;
  readonly directoryId: string;
  /** The first Owner. */
  readonly memberUuid: string;
}

/** When the test tenants begin; their trial is 14 days long. */
export const testStart = new Date('2026-01-31T12:00:00.123Z');

/** An activated Organization with its first Owner: tests of one file share a database and have a tenant each. */
export async function newTenant(storage: Storage): Promise<TestTenant> {
  const tenant = { orgUuid: newUuid(), directoryId: newUuid(), memberUuid: newUuid() };
  await storage.withTenant(tenant.orgUuid, async (tx) => {
    await insertOrganization(tx, {
      orgUuid: tenant.orgUuid,
      name: 'Contoso',
      directoryId: tenant.directoryId,
      createdAt: testStart,
    });
    await insertTrial(tx, {
      orgUuid: tenant.orgUuid,
      startedAt: testStart,
      endsAt: new Date(testStart.getTime() + 14 * 24 * 60 * 60 * 1000),
    });
    await insertMember(tx, person(tenant, { memberUuid: tenant.memberUuid, role: 'owner' }));
  });
  return tenant;
}

/** A member to insert; every one is another person. */
export function person(tenant: TestTenant, details: Partial<NewMember> = {}): NewMember {
  const objectId = newUuid();
  return {
    memberUuid: newUuid(),
    directoryId: tenant.directoryId,
    objectId,
    displayName: 'Olivia',
    email: `${objectId}@contoso.example`,
    role: 'reader',
    joinedAt: testStart,
    ...details,
  };
}
