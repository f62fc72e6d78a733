import Type from 'typebox';
import { roles } from '../../domain/roles.ts';
import { Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';

export const RoleName = Type.Enum([...roles], { description: 'Cumulative: owner > contributor > reader.' });

export const V1OrganizationMember = V1('V1OrganizationMember', 'A person of the Organization.', {
  memberUuid: Uuid,
  displayName: nullable(Text(1024)),
  email: nullable(Text(320)),
  role: RoleName,
  status: Type.Enum(['active', 'removed']),
  joinedAt: Timestamp,
  etag: Etag,
});

export const V1OrganizationMemberPage = page(
  'V1OrganizationMemberPage',
  'One page of members.',
  V1OrganizationMember,
);

export const V1UpdateOrganizationMember = V1(
  'V1UpdateOrganizationMember',
  'Sets the cumulative role of a member.',
  { role: RoleName },
);
