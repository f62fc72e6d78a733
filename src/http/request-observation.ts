import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on what is not an operation: status routes, pages, assets. */
    operationId?: string;
  }
  interface FastifyRequest {
    span: Span | undefined;
  }
}

/** The trace that a caller or a proxy began (W3C Trace Context), for logs where no tracing is configured. */
const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/**
 * One log line, one measurement and one span per request. Only what was asked and how it ended: never a header, a
 * query, a body or a name, so that no secret and no row data can get into a log.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  const tracer = trace.getTracer('plumbline');
  app.decorateRequest('span', undefined);

  app.addHook('onRequest', (request, _reply, done) => {
    const parent = propagation.extract(context.active(), request.headers);
    const span = tracer.startSpan(
      nameOf(request),
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, 'http.route': routeOf(request) },
      },
      parent,
    );
    request.span = span;
    context.with(trace.setSpan(parent, span), done);
  });

  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    metrics.observeRequest(nameOf(request), statusCode, reply.elapsedTime / 1000);
    request.span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR });
    request.span?.end();
    request.log[levelOf(request, statusCode)](
      {
        traceId: traceIdOf(request),
        method: request.method,
        route: routeOf(request),
        operationId: request.routeOptions.config.operationId,
        status: statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}

/** An executor asks for work every second: lines of that would be most of the log, and say nothing. */
function levelOf(request: FastifyRequest, statusCode: number): 'info' | 'debug' {
  return nameOf(request) === 'claim_work' && statusCode === 200 ? 'debug' : 'info';
}

function nameOf(request: FastifyRequest): string {
  return request.routeOptions.config?.operationId ?? 'other';
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

function traceIdOf(request: FastifyRequest): string | undefined {
  return String(request.headers.traceparent ?? '').match(traceparent)?.[1];
}
