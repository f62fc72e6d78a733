import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, Uuid } from '../schema.ts';
import {
  V1OrganizationMember,
  V1OrganizationMemberPage,
  V1UpdateOrganizationMember,
} from '../schemas/members.ts';

const memberPath = Type.Object({ memberUuid: Uuid });

export const listOrganizationMembers = operation({
  operationId: 'list_organization_members',
  method: 'GET',
  path: '/api/v1/organization-members',
  summary: 'List the members of the Organization',
  description: 'Active members, in the order in which they joined.',
  tag: 'Members',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({ limit: Limit, cursor: Cursor }),
  responses: {
    200: {
      description: 'One page of members.',
      schema: V1OrganizationMemberPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getOrganizationMember = operation({
  operationId: 'get_organization_member',
  method: 'GET',
  path: '/api/v1/organization-members/{memberUuid}',
  summary: 'Read a member',
  description: 'Returns one member with the ETag that a change of it needs.',
  tag: 'Members',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: memberPath,
  responses: { 200: { description: 'The member.', schema: V1OrganizationMember, headers: ['ETag'] } },
  problems: ['not_found'],
});

export const updateOrganizationMember = operation({
  operationId: 'update_organization_member',
  method: 'PATCH',
  path: '/api/v1/organization-members/{memberUuid}',
  summary: 'Set the role of a member',
  description: "Sets the member's cumulative role. The last active Owner cannot be demoted.",
  tag: 'Members',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: memberPath,
  body: V1UpdateOrganizationMember,
  responses: {
    200: { description: 'The member with the new role.', schema: V1OrganizationMember, headers: ['ETag'] },
  },
  problems: ['not_found', 'last_owner'],
});

export const removeOrganizationMember = operation({
  operationId: 'remove_organization_member',
  method: 'DELETE',
  path: '/api/v1/organization-members/{memberUuid}',
  summary: 'Remove a member',
  description:
    'Ends the membership; the person can be invited again. The last active Owner cannot be removed.',
  tag: 'Members',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: memberPath,
  responses: { 204: { description: 'The membership has ended.' } },
  problems: ['not_found', 'last_owner'],
});
