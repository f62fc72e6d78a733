import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import {
  InvitationStatus,
  V1AcceptOrganizationInvitation,
  V1CreatedOrganizationInvitation,
  V1CreateOrganizationInvitation,
  V1OrganizationInvitation,
  V1OrganizationInvitationPage,
} from '../schemas/invitations.ts';
import { V1OrganizationMember } from '../schemas/members.ts';

const invitationPath = Type.Object({ invitationUuid: Uuid });

export const createOrganizationInvitation = operation({
  operationId: 'create_organization_invitation',
  method: 'POST',
  path: '/api/v1/organization-invitations',
  summary: 'Invite a person',
  description:
    'Creates a metadata-only invitation. It is delivered by e-mail where a mail provider is configured; otherwise nothing is sent, and the Owner hands the one-time secret over.',
  tag: 'Invitations',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1CreateOrganizationInvitation,
  responses: {
    201: {
      description: 'The invitation is created; `delivery.state` says whether it is sent.',
      schema: V1CreatedOrganizationInvitation,
      headers: ['Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'member_exists', 'invitation_pending', 'expiry_invalid'],
});

export const listOrganizationInvitations = operation({
  operationId: 'list_organization_invitations',
  method: 'GET',
  path: '/api/v1/organization-invitations',
  summary: 'List invitations',
  description: 'Newest first.',
  tag: 'Invitations',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    status: Type.Optional(nullable(InvitationStatus)),
  }),
  responses: {
    200: {
      description: 'One page of invitations.',
      schema: V1OrganizationInvitationPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const getOrganizationInvitation = operation({
  operationId: 'get_organization_invitation',
  method: 'GET',
  path: '/api/v1/organization-invitations/{invitationUuid}',
  summary: 'Read an invitation',
  description: 'Returns one invitation with the ETag that revoking it needs.',
  tag: 'Invitations',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: invitationPath,
  responses: {
    200: { description: 'The invitation.', schema: V1OrganizationInvitation, headers: ['ETag'] },
  },
  problems: ['not_found'],
});

export const revokeOrganizationInvitation = operation({
  operationId: 'revoke_organization_invitation',
  method: 'DELETE',
  path: '/api/v1/organization-invitations/{invitationUuid}',
  summary: 'Revoke an invitation',
  description: 'A pending invitation can no longer be accepted. It stays listed as revoked.',
  tag: 'Invitations',
  minimumRole: 'SVC.APIOwner',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: invitationPath,
  responses: {
    200: { description: 'The revoked invitation.', schema: V1OrganizationInvitation, headers: ['ETag'] },
  },
  problems: ['not_found', 'invitation_not_pending'],
});

export const acceptOrganizationInvitation = operation({
  operationId: 'accept_organization_invitation',
  method: 'POST',
  path: '/api/v1/organization-invitations/{invitationUuid}:accept',
  summary: 'Accept an invitation',
  description:
    'Makes the signed-in person, of the same directory, a member with the invited role. Needs the one-time secret of the invitation.',
  tag: 'Invitations',
  minimumRole: 'SVC.Access',
  tokenSchemes: ['delegated'],
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  params: invitationPath,
  body: V1AcceptOrganizationInvitation,
  responses: {
    200: {
      description: 'The person is a member.',
      schema: V1OrganizationMember,
      headers: ['ETag', 'Idempotency-Replayed'],
    },
  },
  problems: [
    'access_role_missing',
    'personal_account',
    'token_scheme_not_accepted',
    'organization_not_activated',
    'not_found',
    'invitation_secret_invalid',
    'invitation_not_pending',
    'member_exists',
  ],
});
