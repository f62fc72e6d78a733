import Type from 'typebox';
import { dependantKinds, maxListedDependants, removalPlanStates } from '../../domain/catalog/removal-plan.ts';
import { platformKinds } from '../../domain/catalog/source.ts';
import { Count, Etag, list, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import {
  V1DatabricksSettings,
  V1NewDatabricksSettings,
  V1NewTrinoSettings,
  V1TrinoSettings,
} from './platform-settings.ts';

export const PlatformKindName = Type.Enum([...platformKinds]);

export const V1PlatformConnection = V1('V1PlatformConnection', 'A data platform that is connected.', {
  sourceUuid: Uuid,
  name: Text(255),
  kind: PlatformKindName,
  settings: Type.Union([V1TrinoSettings, V1DatabricksSettings]),
  hasSecret: Type.Boolean({ description: 'Whether a secret is stored. It is never returned.' }),
  stagedRemovalPlanUuid: nullable(Uuid),
  createdAt: Timestamp,
  etag: Etag,
});

export const V1PlatformConnectionPage = page(
  'V1PlatformConnectionPage',
  'One page of platform connections.',
  V1PlatformConnection,
);

export const V1CreatePlatformConnection = V1(
  'V1CreatePlatformConnection',
  'What to connect, and how to reach it.',
  {
    name: Type.String({ minLength: 1, maxLength: 255, examples: ['Lakehouse'] }),
    settings: Type.Union([V1NewTrinoSettings, V1NewDatabricksSettings]),
    secret: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 8192,
          writeOnly: true,
          description:
            'The password or token that `authentication` asks for. Encrypted at rest, given to executors that hold a lease on work of this connection, never returned.',
        }),
      ),
    ),
  },
);

export const V1RemovalPlan = V1(
  'V1RemovalPlan',
  'What depends on a connection that is to be removed, as it was when the removal was staged.',
  {
    planUuid: Uuid,
    sourceUuid: Uuid,
    state: Type.Enum([...removalPlanStates]),
    dependants: list(
      V1('V1Dependant', 'Something that cannot be without the connection.', {
        kind: Type.Enum([...dependantKinds]),
        resourceUuid: Uuid,
        name: Text(600),
      }),
      { maxItems: maxListedDependants },
    ),
    dependantCount: Count,
    createdAt: Timestamp,
    cancelledAt: nullable(Timestamp),
    etag: Etag,
  },
);

export const V1RemovalPlanPage = page('V1RemovalPlanPage', 'One page of removal plans.', V1RemovalPlan);
