import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { registerBillingEvents } from './billing-events.ts';
import { registerInstallerTemplates } from './installer-templates.ts';
import type { Metrics } from './metrics.ts';
import type { PipelineParts } from './pipeline.ts';
import { answerProblem, answerProblems, answerUnreadableRequest } from './problem-answers.ts';
import { registerProblemPages } from './problem-pages.ts';
import { registerReferenceScript } from './reference-page.ts';
import { observeRequests } from './request-observation.ts';
import { registerOperations } from './routes.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { type ReadinessCheck, registerStatusRoutes } from './status-routes.ts';

export interface ServerParts extends PipelineParts {
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly version: string;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  readonly loadReferenceScript: () => Promise<string>;
  /** Further parts of the same origin: the embedded identity, the console. */
  readonly mount?: (app: FastifyInstance) => Promise<void> | void;
}

/** Node refuses longer headers before anybody sees them; ours must reach the checks that name the header. */
const maxHeaderBytes = 128 * 1024;

/** The HTTP shell around the use cases. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { publicUrl } = parts.ctx.settings;
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => parts.ctx.ids.uuid(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // A caller that is slow on purpose may hold a connection this long and no longer.
    requestTimeout: 60_000,
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: 30_000 },
    // RFC 3986, 6.2.2.2: an escaped colon in a path is the colon of our custom methods.
    rewriteUrl: ({ url = '/' }) => url.replace(/^[^?]*/, (path) => path.replaceAll(/%3a/gi, ':')),
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: false },
    clientErrorHandler: answerUnreadableRequest(publicUrl, parts.ctx.ids),
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply, publicUrl),
  });
  // Bodies, and what they say they are, are read by the pipeline, after the checks that come before them: Fastify itself
  // would refuse a content type that it cannot read before any of them.
  for (const method of app.supportedMethods) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }

  await setSecurityHeaders(app);
  observeRequests(app, parts.metrics);
  answerProblems(app, publicUrl);
  registerStatusRoutes(app, parts.readiness, parts.metrics);
  registerProblemPages(app);
  registerInstallerTemplates(app, parts.ctx);
  registerBillingEvents(app, parts.ctx);
  registerReferenceScript(app, parts.loadReferenceScript);
  registerOperations(app, parts, parts.version);
  await parts.mount?.(app);
  return app;
}
