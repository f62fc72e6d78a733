import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { AppError } from '../domain/app-error.ts';
import type { Handlers } from './handler.ts';
import { type LooseHandler, operationPipeline, type PipelineParts } from './pipeline.ts';
import { responseSchemas } from './response-schemas.ts';
import { billingHandlers } from './routes/billing.ts';
import { comparisonHandlers } from './routes/comparisons.ts';
import { datasetPairHandlers } from './routes/dataset-pairs.ts';
import { datasetHandlers } from './routes/datasets.ts';
import { descriptionHandlers } from './routes/description.ts';
import { discoverySourceHandlers } from './routes/discovery-sources.ts';
import { environmentHandlers } from './routes/environment.ts';
import { eventHandlers } from './routes/events.ts';
import { evidenceHandlers } from './routes/evidence.ts';
import { executionHandlers } from './routes/execution.ts';
import { factoryHandlers } from './routes/factories.ts';
import { invitationHandlers } from './routes/invitations.ts';
import { memberHandlers } from './routes/members.ts';
import { notificationHandlers } from './routes/notifications.ts';
import { operationHandlers } from './routes/operations.ts';
import { organizationHandlers } from './routes/organization.ts';
import { platformConnectionHandlers } from './routes/platform-connections.ts';
import { runReportHandlers } from './routes/run-reports.ts';
import { runHandlers } from './routes/runs.ts';
import { scheduleHandlers } from './routes/schedules.ts';
import { validationTestHandlers } from './routes/validation-tests.ts';
import { webhookHandlers } from './routes/webhooks.ts';

/** Makes the operation table answer: one route per row, and 405 for every other method of its path. */
export function registerOperations(app: FastifyInstance, parts: PipelineParts, version: string): void {
  const handlers: Handlers = {
    ...organizationHandlers,
    ...billingHandlers,
    ...memberHandlers,
    ...invitationHandlers,
    ...discoverySourceHandlers,
    ...factoryHandlers,
    ...platformConnectionHandlers,
    ...datasetHandlers,
    ...datasetPairHandlers,
    ...comparisonHandlers,
    ...validationTestHandlers,
    ...runReportHandlers,
    ...environmentHandlers,
    ...evidenceHandlers,
    ...runHandlers,
    ...executionHandlers,
    ...scheduleHandlers,
    ...eventHandlers,
    ...webhookHandlers,
    ...notificationHandlers,
    ...operationHandlers,
    ...descriptionHandlers(parts.ctx.settings.publicUrl, version),
  };
  const methodsByPath = new Map<string, string[]>();
  for (const [operationId, operation] of Object.entries(operations) as [keyof Handlers, Operation][]) {
    app.route({
      method: operation.method,
      url: routePattern(operation.path),
      config: { operationId },
      schema: { response: responseSchemas(operation) },
      handler: operationPipeline(operation, handlers[operationId] as LooseHandler, parts),
    });
    const pattern = routePattern(operation.path);
    methodsByPath.set(pattern, [...(methodsByPath.get(pattern) ?? []), operation.method]);
  }
  for (const [pattern, allowed] of methodsByPath) refuseOtherMethods(app, pattern, allowed);
}

/** `{name}` is `:name` to the router, and a literal colon is doubled. A parameter ends before a colon or a slash. */
export function routePattern(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1([^/:]+)');
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = [...allowed].sort().join(', ');
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method) && app.supportedMethods.includes(method)),
    url,
    handler: async (request, reply) => {
      reply.header('allow', allow);
      throw new AppError('method_not_allowed', {
        detail: `${request.method} is not allowed here; ${allow} is.`,
      });
    },
  });
}
