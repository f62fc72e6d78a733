import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/** The member that carries a schema's public name; the API description moves such schemas into its components. */
export const schemaName = 'x-schema-name';

/** An object of the published interface: named, and closed to properties that it does not list. */
export function V1<Properties extends TProperties>(
  name: `V1${string}`,
  description: string,
  properties: Properties,
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, description, [schemaName]: name });
}

/** A response field that is always present and null where empty; a request field that may be sent as null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** A list that nobody changes: what the domain hands out fits it as it is. */
export function list<Item extends TSchema>(item: Item, limits: { minItems?: number; maxItems: number }) {
  return Type.Unsafe<readonly Static<Item>[]>(Type.Array(item, limits));
}

export const Uuid = Type.String({
  format: 'uuid',
  maxLength: 36,
  examples: ['01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d11'],
});

export const Timestamp = Type.String({
  format: 'date-time',
  maxLength: 64,
  description: 'RFC 3339, in UTC with milliseconds.',
  examples: ['2026-03-01T09:30:00.000Z'],
});

/** Text of a response, with the most characters that the service can put into it. */
export function Text(maxLength: number, description?: string) {
  return Type.String({ maxLength, ...(description !== undefined && { description }) });
}

/** A count; beyond 2^53 numbers travel as text. */
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' });

/** A sum of counts: a number up to 2^53, and text beyond. */
export const TotalCount = Type.Union([
  Count,
  Type.String({ pattern: '^[1-9][0-9]{15,37}$', maxLength: 38, examples: ['18014398509481982'] }),
]);

export const Etag = Type.String({
  maxLength: 1024,
  pattern: '^"[!#-~]+"$',
  description: 'The strong ETag of the resource, as If-Match wants it.',
  examples: ['"Zm9vYmFyYmF6cXV4cXV1eA"'],
});

/** One page of a list. */
export function page<Item extends TSchema>(name: `V1${string}`, description: string, item: Item) {
  return V1(name, description, {
    items: Type.Array(item, { maxItems: 100 }),
    nextCursor: nullable(
      Type.String({ maxLength: 2048, description: 'Pass it as `cursor` to read the next page.' }),
    ),
  });
}

export const Limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    format: 'int32',
    description: 'The most items to return.',
  }),
);

export const Cursor = Type.Optional(
  nullable(
    Type.String({
      maxLength: 2048,
      description: 'Opaque; good only with the Organization, filters, order and limit that issued it.',
    }),
  ),
);
