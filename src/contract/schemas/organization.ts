import Type from 'typebox';
import { Etag, nullable, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { RoleName } from './members.ts';

export const V1Trial = V1('V1Trial', 'The period in which everything may be tried.', {
  startedAt: Timestamp,
  endsAt: Timestamp,
});

export const V1Organization = V1('V1Organization', 'A tenant: the Organization of one identity directory.', {
  organizationUuid: Uuid,
  name: Text(255),
  directoryId: Uuid,
  status: Type.Enum(['active', 'suspended']),
  trial: V1Trial,
  createdAt: Timestamp,
  etag: Etag,
});

export const V1ActivateOrganization = V1('V1ActivateOrganization', 'Names the Organization to activate.', {
  name: Type.String({ minLength: 1, maxLength: 255, examples: ['Contoso'] }),
});

export const V1Entitlement = V1('V1Entitlement', 'What the Organization may do, and until when.', {
  state: Type.Enum(['trial', 'active', 'grace', 'expired']),
  trial: V1Trial,
  planKey: nullable(Text(128)),
  periodEndsAt: nullable(Timestamp),
  etag: Etag,
});

export const V1Access = V1('V1Access', 'Who calls, and as what.', {
  kind: Type.Enum(['person', 'application']),
  role: RoleName,
  memberUuid: nullable({ ...Uuid, description: 'The membership of a person; null for an application.' }),
  displayName: nullable(Text(1024)),
  email: nullable(Text(320)),
});
