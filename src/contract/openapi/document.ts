import type { TObject, TSchema } from 'typebox';
import { type ProblemCode, problems } from '../../domain/problems.ts';
import type { Operation, OperationResponse, ResponseHeader } from '../operation.ts';
import { problemsByStatus } from '../operation-problems.ts';
import { operations } from '../operations.ts';
import { V1Problem } from '../schemas/problem.ts';
import { bodyExamples, type OperationWithBody } from './body-examples.ts';
import { linksOf } from './links.ts';
import type { OperationLink } from './next-steps.ts';
import { type Json, SchemaCollector } from './schemas.ts';
import { tags } from './tags.ts';

export interface DescriptionSettings {
  readonly publicUrl: string;
  readonly version: string;
}

/** The OpenAPI 3.1 document of the operation table. */
export function describeApi(settings: DescriptionSettings): Json {
  const schemas = new SchemaCollector();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version: settings.version,
      summary: 'Proves that one dataset is true to another.',
      description:
        'Register two datasets, pair them, say which fields must agree and how, run the checks, and see exactly what differs. The service holds metadata only.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      contact: { name: 'The operator of this deployment', url: settings.publicUrl },
    },
    servers: [{ url: settings.publicUrl, description: 'This deployment (production)', 'x-internal': false }],
    tags,
    security: [{ delegatedToken: [] }, { applicationToken: [] }],
    paths,
    components: {
      securitySchemes: {
        delegatedToken: bearer('A signed-in person; the role is that of the membership.'),
        applicationToken: bearer('A workload; the role is in the token.'),
      },
      headers,
      schemas: schemas.components(),
    },
  };
}

function describeOperation(operation: Operation, schemas: SchemaCollector): Json {
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    security: operation.tokenSchemes.map((scheme) => ({ [`${scheme}Token`]: [] })),
    'x-minimum-role': operation.minimumRole,
    'x-side-effects': [...operation.sideEffects],
    'x-data-classification': operation.dataClassification,
    parameters: [
      ...parametersIn('path', operation.params, schemas),
      ...parametersIn('query', operation.query, schemas),
      ...parametersIn('header', operation.headers, schemas),
      ...safetyHeader(operation),
    ],
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': describeBody(operation, operation.body, schemas) },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          describeResponse(operation, response, schemas),
        ]),
      ),
      ...Object.fromEntries(
        [...problemsByStatus(operation)].map(([status, codes]) => [
          status,
          describeProblem(status, codes, schemas),
        ]),
      ),
    },
  };
}

function describeBody({ operationId }: Operation, body: TObject, schemas: SchemaCollector): Json {
  // It is JSON, because its schema describes nothing else.
  const example: unknown = bodyExamples[operationId as OperationWithBody];
  return { schema: schemas.render(body), example: example as Json };
}

function parametersIn(
  place: 'path' | 'query' | 'header',
  schema: TObject | undefined,
  schemas: SchemaCollector,
): Json[] {
  const required = new Set<string>(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description = describeParameter(name, property), ...rendered } = schemas.render(
      property,
    ) as Record<string, Json>;
    return {
      name,
      in: place,
      required: required.has(name),
      description,
      schema: rendered,
    };
  });
}

/** That of the value where null is allowed too, or what the name says. */
function describeParameter(name: string, schema: TSchema): string {
  const { anyOf: [value] = [] } = schema as { anyOf?: readonly { description?: string }[] };
  if (value?.description !== undefined) return value.description;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.endsWith(' uuid')
    ? `The id of the ${words.slice(0, -' uuid'.length)}.`
    : `Only those of this ${words}.`;
}

function safetyHeader(operation: Operation): Json[] {
  if (operation.safety === 'idempotencyKey') {
    return [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: true,
        description: 'Identifies a retry: reuse it only for an exact retry of the same request.',
        schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
        example: 'a1f0c9d2-0001',
      },
    ];
  }
  if (operation.safety === 'ifMatch') {
    return [
      {
        name: 'If-Match',
        in: 'header',
        required: true,
        description: 'The exact strong ETag of the resource as it was last read.',
        schema: { type: 'string', maxLength: 1024, pattern: '^"[!#-~]+"$' },
      },
    ];
  }
  return [];
}

function describeResponse(operation: Operation, response: OperationResponse, schemas: SchemaCollector): Json {
  const links = Object.entries(linksOf(operation, response));
  return {
    description: response.description,
    headers: headerReferences([...rateHeaders, ...(response.headers ?? [])]),
    ...(response.schema && {
      content: Object.fromEntries(
        [response.contentType ?? 'application/json']
          .flat()
          // What is no JSON is a document, whose media type says all about it.
          .map((type) => [type, type.endsWith('json') ? { schema: schemas.render(response.schema) } : {}]),
      ),
    }),
    ...(links.length > 0 && {
      links: Object.fromEntries(links.map(([name, link]) => [name, describeLink(link)])),
    }),
  };
}

function describeLink({ operationId, parameters, requestBody }: OperationLink): Json {
  return { operationId, parameters: { ...parameters }, ...(requestBody !== undefined && { requestBody }) };
}

function describeProblem(status: number, codes: readonly ProblemCode[], schemas: SchemaCollector): Json {
  const own: ResponseHeader[] = status === 429 || status === 503 ? ['Retry-After'] : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join('\n\n'),
    headers: headerReferences(status === 401 ? ['WWW-Authenticate'] : [...rateHeaders, ...own]),
    content: { 'application/problem+json': { schema: schemas.render(V1Problem) } },
    'x-problem-codes': [...codes],
  };
}

const rateHeaders = ['RateLimit', 'RateLimit-Policy'] as const;

const shortText = { type: 'string', maxLength: 2048 };

const headers = {
  ETag: headerOf('The strong ETag of the resource.', shortText),
  Location: headerOf('The address of the resource, or of the work to poll.', shortText),
  'Retry-After': headerOf('Seconds to wait.', {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: 86_400,
  }),
  'Idempotency-Replayed': headerOf('Whether the request was a retry of an accepted one.', {
    type: 'boolean',
  }),
  'WWW-Authenticate': headerOf('How to authenticate (RFC 6750).', shortText),
  RateLimit: headerOf('What is left of the quota, and when it is full again.', shortText),
  'RateLimit-Policy': headerOf('The quota.', shortText),
} satisfies Record<string, Json>;

function headerOf(description: string, schema: Json): Json {
  return { description, schema };
}

function headerReferences(names: readonly (keyof typeof headers)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function bearer(description: string): Json {
  return {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `${description} Tokens are checked as RFC8725 asks.`,
  };
}
