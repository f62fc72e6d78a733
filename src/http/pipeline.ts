import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { identifyCaller, identifyPerson } from '../app/access/identify-caller.ts';
import { identifyExecutor } from '../app/access/identify-executor.ts';
import type { Caller, ExecutorCaller, Person } from '../app/caller.ts';
import type { AppContext } from '../app/context.ts';
import type { MinimumRole, Operation } from '../contract/operation.ts';
import { hasPlace } from '../contract/operation-problems.ts';
import { AppError } from '../domain/app-error.ts';
import type { Principal } from '../domain/principal.ts';
import { applicationRoles } from '../domain/roles.ts';
import type { Admission } from './admission.ts';
import type { AnswerHeaders, Call } from './handler.ts';
import type { RateLimiter } from './rate-limit.ts';
import { readJsonBody } from './request/read-body.ts';
import { readQuery } from './request/read-query.ts';
import { fingerprint, readSafetyHeader } from './request/safety-headers.ts';
import { type Place, type Validate, validator } from './request/validate.ts';

/** What the pipeline needs from outside the request. */
export interface PipelineParts {
  readonly ctx: AppContext;
  readonly authenticate: (authorization: readonly string[] | undefined) => Promise<Principal>;
  readonly admission: Admission;
  readonly rateLimiter: RateLimiter;
}

/** An answer before its types are told apart by operation. */
interface LooseAnswer {
  readonly status: PropertyKey;
  readonly body: unknown;
  readonly headers?: AnswerHeaders;
}

/** A handler of any row: the pipeline has just checked what the row's own type says. */
export type LooseHandler = (call: Call<never>) => Promise<LooseAnswer>;

/**
 * Every request to an operation passes these checks in this order, and no other code refuses one before its use case
 * does. 405 and unknown paths are told by the router before; 404, a malformed If-Match, 412, 409, 402 and 400 by the
 * use case after, in that order.
 */
export function operationPipeline(operation: Operation, handler: LooseHandler, parts: PipelineParts) {
  const validate = shapeValidators(operation);
  const takesPlace = hasPlace(operation);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    using _place = takesPlace ? await parts.admission.enter() : null; // 503
    const principal = await parts.authenticate(request.raw.headersDistinct.authorization); // 401
    using _share = takesPlace ? await parts.admission.enterAs(principal.directoryId) : null; // 429
    const rate = await parts.rateLimiter.take(principal); // 429
    reply.headers(rate.headers);
    if (rate.refused !== null) await parts.admission.refuse(principal.directoryId, rate.refused);
    const caller = await authorize(parts.ctx, operation.minimumRole, principal); // 403
    const safety = readSafetyHeader(operation, request.raw); // 428, 422
    const { params, query, headers, body } = await readShape(operation, validate, request); // 422
    const answer = await handler({
      ctx: parts.ctx,
      caller,
      params,
      query,
      headers,
      body,
      ifMatch: safety,
      authorization: request.headers.authorization ?? '',
      hungUp: () => new Promise<void>((resolve) => reply.raw.once('close', resolve)),
      retry: {
        operationId: operation.operationId,
        key: safety,
        fingerprint:
          operation.safety === 'idempotencyKey' ? fingerprint(operation, pathOf(request.url), body) : '',
      },
    } as Call<never>);
    return send(reply, operation, answer, parts.ctx.settings.publicUrl);
  };
}

async function authorize(
  ctx: AppContext,
  needed: MinimumRole,
  principal: Principal,
): Promise<Caller | Person | ExecutorCaller> {
  if (needed === 'SVC.Access') return identifyPerson(principal);
  if (needed === 'registeredExecutor') return identifyExecutor(ctx, principal);
  return identifyCaller(ctx, principal, applicationRoles[needed]);
}

interface ShapeValidators {
  readonly params: Validate | undefined;
  readonly query: Validate | undefined;
  readonly headers: Validate | undefined;
  readonly body: Validate | undefined;
}

function shapeValidators(operation: Operation): ShapeValidators {
  const compile = (schema: TSchema | undefined, place: Place) => schema && validator(schema, place);
  return {
    params: compile(operation.params, 'parameter'),
    query: compile(operation.query, 'parameter'),
    headers: compile(operation.headers, 'header'),
    body: compile(operation.body, 'pointer'),
  };
}

async function readShape(operation: Operation, validate: ShapeValidators, request: FastifyRequest) {
  validate.params?.(request.params);
  const query = readQuery(request.url, operation.query);
  validate.query?.(query);
  const headers = readHeaders(request.raw, operation.headers);
  validate.headers?.(headers);
  // A body on a GET has no meaning (RFC 9110, 9.3.1), so it is not even read.
  const body = operation.method === 'GET' ? undefined : await readJsonBody(request.raw, operation.bodyLimit);
  if (validate.body) validate.body(body);
  else assertNoBody(body);
  return { params: request.params, query, headers, body };
}

/** The headers that the operation names. One that is sent twice is one value, as RFC 9110, 5.3 has it. */
function readHeaders({ headersDistinct }: IncomingMessage, schema: TObject | undefined) {
  const names = Object.keys(schema?.properties ?? {});
  return Object.fromEntries(
    names.flatMap((name) => {
      const sent = headersDistinct[name];
      return sent === undefined ? [] : [[name, sent.join(', ')]];
    }),
  );
}

/** Many clients send `{}` with a POST that takes nothing; anything more is a mistake worth telling. */
function assertNoBody(body: unknown): void {
  if (body === undefined || JSON.stringify(body) === '{}') return;
  throw new AppError('validation_failed', {
    detail: 'The operation takes no body.',
    errors: [{ pointer: '', code: 'body_unexpected', detail: 'Send no body.' }],
  });
}

function send(
  reply: FastifyReply,
  operation: Operation,
  answer: LooseAnswer,
  publicUrl: string,
): FastifyReply {
  const { etag, location, retryAfter, replayed, fileName } = answer.headers ?? {};
  if (etag !== undefined) reply.header('etag', etag);
  if (location !== undefined) reply.header('location', publicUrl + location);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (replayed !== undefined) reply.header('idempotency-replayed', String(replayed));
  const declared = [operation.responses[Number(answer.status)]?.contentType ?? 'application/json'].flat();
  const contentType = answer.headers?.contentType ?? declared[0] ?? 'application/json';
  reply.code(Number(answer.status)).header('cache-control', 'no-store');
  if (answer.body === undefined) return reply.send();
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return reply.header('content-type', withCharset(contentType)).send(answer.body);
}

/** Bytes have no character set. */
function withCharset(contentType: string): string {
  return /^text\/|^application\/json$/.test(contentType) ? `${contentType}; charset=utf-8` : contentType;
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
