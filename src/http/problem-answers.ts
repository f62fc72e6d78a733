import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../domain/app-error.ts';
import type { Ids } from '../domain/clock.ts';
import { problemDocument } from './problem-document.ts';

const contentType = 'application/problem+json; charset=utf-8';

/** Every answer that is not a success is a problem document. */
export function answerProblems(app: FastifyInstance, publicUrl: string): void {
  app.setNotFoundHandler(() => {
    throw new AppError('path_unknown', { detail: 'The service has nothing at this path.' });
  });
  app.setErrorHandler((thrown, request, reply) => answerProblem(thrown, request, reply, publicUrl));
}

export function answerProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply {
  const error = asAppError(thrown, request);
  const document = problemDocument(error, request.id, publicUrl);
  setProblemHeaders(reply, error);
  return reply.code(error.status).header('content-type', contentType).send(JSON.stringify(document));
}

function setProblemHeaders(reply: FastifyReply, error: AppError): void {
  reply.header('cache-control', 'no-store');
  if (error.status === 401) reply.header('www-authenticate', challenge(error));
  if (error.status === 429 || error.status === 503) {
    reply.header('retry-after', Math.max(1, Math.ceil(error.params.retryAfterSeconds ?? 5)));
  }
}

/** RFC 6750, section 3: an error code only where a token was presented. */
function challenge(error: AppError): string {
  return error.code === 'token_missing'
    ? 'Bearer realm="plumbline"'
    : 'Bearer realm="plumbline", error="invalid_token"';
}

/** Whatever is not meant for the caller is a defect: it is logged whole, and the caller learns only that it happened. */
function asAppError(thrown: unknown, request: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown;
  const { code } = thrown as { code?: string };
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new AppError('path_unknown', { detail: 'The path is not well-formed.' }, { cause: thrown });
  }
  request.log.error({ err: thrown }, 'request failed');
  return new AppError(
    'internal_error',
    { detail: 'The request could not be completed. Report it with the request id.' },
    { cause: thrown },
  );
}

/** A request that Node's parser cannot read never becomes one; the answer is written to the socket itself. */
export function answerUnreadableRequest(publicUrl: string, ids: Ids) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const detail =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? 'The headers are longer than the service accepts.'
        : 'The request is not well-formed HTTP.';
    const problem = problemDocument(new AppError('request_malformed', { detail }), ids.uuid(), publicUrl);
    const body = JSON.stringify(problem);
    socket.end(
      `HTTP/1.1 422 Unprocessable Entity\r\ncontent-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
        `x-request-id: ${problem.requestId}\r\nconnection: close\r\n\r\n${body}`,
    );
  };
}
