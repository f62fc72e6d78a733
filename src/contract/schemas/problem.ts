import Type from 'typebox';
import { schemaName, V1 } from '../schema.ts';

export const V1FieldError = V1('V1FieldError', 'One part of the request that breaks a rule.', {
  detail: Type.String(),
  code: Type.String(),
  pointer: Type.Optional(Type.String({ description: 'A JSON pointer into the body.' })),
  parameter: Type.Optional(Type.String({ description: 'The path or query parameter.' })),
  header: Type.Optional(Type.String({ description: 'The request header.' })),
});

/** RFC 9457. Open to further members, as the RFC wants. */
export const V1Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The documentation page of the code.' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What happened, to what, and what to do next.' }),
    instance: Type.String({ description: '`urn:uuid:` and the request id.' }),
    code: Type.String({ description: 'Stable, for programs.' }),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(V1FieldError, { maxItems: 100 })),
  },
  { description: 'What went wrong (RFC 9457).', [schemaName]: 'V1Problem' },
);
