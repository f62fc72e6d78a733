import { getOperation, listOperations } from './operations/background.ts';
import { getApiDescription, getApiReference } from './operations/description.ts';
import {
  acceptOrganizationInvitation,
  createOrganizationInvitation,
  getOrganizationInvitation,
  listOrganizationInvitations,
  revokeOrganizationInvitation,
} from './operations/invitations.ts';
import {
  getOrganizationMember,
  listOrganizationMembers,
  removeOrganizationMember,
  updateOrganizationMember,
} from './operations/members.ts';
import { activateOrganization, getEntitlement, getOrganization } from './operations/organization.ts';

/** The interface as data: every operation of the service, by its id. Nothing about an operation is said elsewhere. */
export const operations = {
  activate_organization: activateOrganization,
  get_organization: getOrganization,
  get_entitlement: getEntitlement,
  list_organization_members: listOrganizationMembers,
  get_organization_member: getOrganizationMember,
  update_organization_member: updateOrganizationMember,
  remove_organization_member: removeOrganizationMember,
  create_organization_invitation: createOrganizationInvitation,
  list_organization_invitations: listOrganizationInvitations,
  get_organization_invitation: getOrganizationInvitation,
  revoke_organization_invitation: revokeOrganizationInvitation,
  accept_organization_invitation: acceptOrganizationInvitation,
  list_operations: listOperations,
  get_operation: getOperation,
  get_api_description: getApiDescription,
  get_api_reference: getApiReference,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
