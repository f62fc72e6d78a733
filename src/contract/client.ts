import type { Static, TSchema } from 'typebox';
import type { Operation } from './operation.ts';
import { type OperationId, type Operations, operations } from './operations.ts';
import type { V1Problem } from './schemas/problem.ts';

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never;
type Part<Row, Name extends 'params' | 'query' | 'body'> = Row extends {
  [_ in Name]: infer Schema extends TSchema;
}
  ? { [_ in Name]: Static<Schema> }
  : unknown;
type SafetyHeader<Row> = Row extends { safety: 'idempotencyKey' }
  ? { idempotencyKey: string }
  : Row extends { safety: 'ifMatch' }
    ? { ifMatch: string }
    : unknown;

/** What a call of an operation takes. */
export type OperationInput<Id extends OperationId> = Part<Operations[Id], 'params'> &
  (Part<Operations[Id], 'query'> extends { query: infer Query } ? { query?: Query } : unknown) &
  Part<Operations[Id], 'body'> &
  SafetyHeader<Operations[Id]>;

/** What a successful call of an operation returns. */
export type OperationOutput<Id extends OperationId> = {
  [Status in keyof Operations[Id]['responses']]: {
    readonly status: Status;
    readonly headers: Headers;
    readonly body: Operations[Id]['responses'][Status] extends { schema: infer Schema }
      ? StaticOf<Schema>
      : undefined;
  };
}[keyof Operations[Id]['responses']];

/** A problem that the service answered with. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Static<typeof V1Problem>;
  readonly headers: Headers;

  constructor(problem: Static<typeof V1Problem>, headers: Headers) {
    super(`${problem.title}: ${problem.detail} (${problem.code}, request ${problem.requestId})`);
    this.problem = problem;
    this.headers = headers;
  }
}

export interface ClientSettings {
  readonly baseUrl: string;
  readonly token: () => string | Promise<string>;
  readonly fetch?: typeof fetch;
}

export interface Client {
  call<Id extends OperationId>(
    operationId: Id,
    input: OperationInput<Id>,
    options?: { signal?: AbortSignal },
  ): Promise<OperationOutput<Id>>;
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  ifMatch?: string;
}

/** A client of the whole operation table: what a call takes and returns is known to the compiler. */
export function createClient(settings: ClientSettings): Client {
  const send = settings.fetch ?? fetch;
  return {
    async call<Id extends OperationId>(
      operationId: Id,
      input: OperationInput<Id>,
      options: { signal?: AbortSignal } = {},
    ): Promise<OperationOutput<Id>> {
      const row: Operation = operations[operationId];
      const loose = input as LooseInput;
      const response = await send(addressOf(settings.baseUrl, row, loose), {
        method: row.method,
        headers: headersOf(await settings.token(), loose),
        ...(loose.body !== undefined && { body: JSON.stringify(loose.body) }),
        ...options,
      });
      if (!response.ok) throw await readProblem(response);
      const body = await readBody(response);
      return { status: response.status, headers: response.headers, body } as OperationOutput<Id>;
    },
  };
}

function addressOf(baseUrl: string, row: Operation, { params = {}, query = {} }: LooseInput): URL {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

function headersOf(token: string, input: LooseInput): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...(input.body !== undefined && { 'content-type': 'application/json' }),
    ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
    ...(input.ifMatch !== undefined && { 'if-match': input.ifMatch }),
  };
}

/** A file comes as bytes, whatever is in it. */
async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return response.json();
  return response.headers.has('content-disposition')
    ? new Uint8Array(await response.arrayBuffer())
    : response.text();
}

/** Something between here and the service (a proxy, say) may answer without a problem document. */
async function readProblem(response: Response): Promise<ProblemError> {
  const text = await response.text();
  try {
    return new ProblemError(JSON.parse(text), response.headers);
  } catch {
    const title = response.statusText || 'The answer is not a problem document';
    return new ProblemError(
      {
        type: 'about:blank',
        title,
        status: response.status,
        detail: text.slice(0, 500),
        instance: 'about:blank',
        code: 'unknown',
        requestId: response.headers.get('x-request-id') ?? '',
      },
      response.headers,
    );
  }
}
