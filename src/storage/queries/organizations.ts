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
  readonly orgUuid: string;
  readonly name: string;
  readonly directoryId: string;
  readonly createdAt: Date;
}

/** A directory that has an Organization already is `directory_already_activated`. */
export declare function insertOrganization(tx: TenantTx, input: NewOrganization): Promise<OrganizationRecord>;

export declare function getOrganization(tx: TenantTx): Promise<OrganizationRecord | undefined>;

/** Holds the Organization's row until the end of the transaction: changes that must see each other take it first. */
export declare function lockOrganization(tx: TenantTx): Promise<OrganizationRecord | undefined>;
