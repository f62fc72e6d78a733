import Type from 'typebox';
import { schemaName, Text, V1 } from '../schema.ts';

export const V1FieldError = V1('V1FieldError', 'One part of the request that breaks a rule.', {
  detail: Text(4096),
  code: Text(128),
  pointer: Type.Optional(Text(4096, 'A JSON pointer into the body.')),
  parameter: Type.Optional(Text(4096, 'The path or query parameter.')),
  header: Type.Optional(Text(256, 'The request header.')),
});

/** RFC 9457. Open to further members, as the RFC wants. */
export const V1Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', maxLength: 2048, description: 'The documentation page of the code.' }),
    title: Text(256),
    status: Type.Integer({ minimum: 400, maximum: 599, format: 'int32' }),
    detail: Text(4096, 'What happened, to what, and what to do next.'),
    instance: Text(64, '`urn:uuid:` and the request id.'),
    code: Text(128, 'Stable, for programs.'),
    requestId: Text(64),
    errors: Type.Optional(Type.Array(V1FieldError, { maxItems: 100 })),
  },
  { description: 'What went wrong (RFC 9457).', [schemaName]: 'V1Problem' },
);
