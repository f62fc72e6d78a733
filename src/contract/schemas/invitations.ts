import Type from 'typebox';
import { Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { RoleName } from './members.ts';

export const InvitationStatus = Type.Enum(['pending', 'accepted', 'revoked', 'expired']);

const invitation = {
  invitationUuid: Uuid,
  email: Text(320),
  role: RoleName,
  status: InvitationStatus,
  delivery: V1(
    'V1InvitationDelivery',
    'Whether the invitation was sent. Without a mail provider nothing is.',
    {
      state: Type.Enum(['notConfigured', 'queued', 'sent', 'failed']),
    },
  ),
  expiresAt: Timestamp,
  createdAt: Timestamp,
  acceptedAt: nullable(Timestamp),
  etag: Etag,
};

export const V1OrganizationInvitation = V1(
  'V1OrganizationInvitation',
  'An invitation of a person to the Organization.',
  invitation,
);

export const V1CreatedOrganizationInvitation = V1(
  'V1CreatedOrganizationInvitation',
  'A new invitation, with its one-time secret.',
  {
    ...invitation,
    secret: nullable(Text(256, 'The one-time secret, shown here once; null when the request is replayed.')),
  },
);

export const V1OrganizationInvitationPage = page(
  'V1OrganizationInvitationPage',
  'One page of invitations.',
  V1OrganizationInvitation,
);

export const V1CreateOrganizationInvitation = V1(
  'V1CreateOrganizationInvitation',
  'Whom to invite, as what, and until when.',
  {
    email: Type.String({ minLength: 3, maxLength: 320, examples: ['nora@contoso.example'] }),
    expiresAt: Timestamp,
    role: RoleName,
  },
);

export const V1AcceptOrganizationInvitation = V1(
  'V1AcceptOrganizationInvitation',
  'The one-time secret of the invitation.',
  { secret: Type.String({ minLength: 1, maxLength: 256 }) },
);
