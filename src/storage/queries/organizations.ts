import { AppError } from '../../domain/app-error.ts';
import { violates } from '../databases/failures.ts';
import type { TenantTx } from '../tenant-tx.ts';

export type OrganizationStatus = 'active' | 'suspended';

export interface OrganizationRecord {
  readonly orgUuid: string;
  readonly name: string;
  readonly directoryId: string;
  readonly status: OrganizationStatus;
  readonly version: number;
  readonly createdAt: Date;
}

export interface NewOrganization {
  /** The tenant of the transaction; the database refuses any other. */
  readonly orgUuid: string;
  readonly name: string;
  readonly directoryId: string;
  readonly createdAt: Date;
}

const columns = [
  'org_uuid as orgUuid',
  'name',
  'directory_id as directoryId',
  'status',
  'version',
  'created_at as createdAt',
] as const;

/** A directory that has an Organization already is `directory_already_activated`. */
export async function insertOrganization(tx: TenantTx, input: NewOrganization): Promise<OrganizationRecord> {
  try {
    return await tx
      .insertInto('plumbline.organizations')
      .values({
        org_uuid: input.orgUuid,
        name: input.name,
        directory_id: input.directoryId,
        created_at: input.createdAt,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!violates(error, 'organizations_directory')) throw error;
    const detail =
      'Another account of this directory has activated the Organization. Ask one of its Owners for an invitation.';
    throw new AppError('directory_already_activated', { detail }, { cause: error });
  }
}

export async function getOrganization(tx: TenantTx): Promise<OrganizationRecord | undefined> {
  return await tx.selectFrom('plumbline.organizations').select(columns).executeTakeFirst();
}

/** Holds the Organization's row until the end of the transaction: changes that must see each other take it first. */
export async function lockOrganization(tx: TenantTx): Promise<OrganizationRecord | undefined> {
  return await tx.selectFrom('plumbline.organizations').select(columns).forUpdate().executeTakeFirst();
}
