import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { receiveMarketplaceEvent, receiveProcessorEvent } from '../app/billing/receive-event.ts';
import type { AppContext } from '../app/context.ts';
import { AppError } from '../domain/app-error.ts';
import { readBytes } from './request/read-body.ts';

/** Far above the longest event of either provider. */
const bodyLimit = 256 * 1024;

/** What is read of a marketplace's call; all else in it is asked of the marketplace itself. */
const marketplaceCall = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 255 }),
    subscriptionId: Type.String({ minLength: 1, maxLength: 255 }),
  }),
);

/**
 * Where billing providers tell what happened. Outside the operation table: no token of ours is asked for, because the
 * signature, or the question back, is what counts.
 */
export function registerBillingEvents(app: FastifyInstance, ctx: AppContext): void {
  app.post('/billing/events/processor', async (request, reply) => {
    const signature = String(request.headers['stripe-signature'] ?? '');
    await receiveProcessorEvent(ctx, { body: await readBytes(request.raw, bodyLimit), signature });
    return reply.code(204).send();
  });

  app.post('/billing/events/marketplace', async (request, reply) => {
    const call = parse(await readBytes(request.raw, bodyLimit));
    const { id: eventId, subscriptionId } = call;
    await receiveMarketplaceEvent(ctx, { eventId, subscriptionId });
    return reply.code(204).send();
  });
}

function parse(body: Buffer): { readonly id: string; readonly subscriptionId: string } {
  const call = jsonOf(body);
  if (marketplaceCall.Check(call)) return call;
  const detail = 'The event has no id, or no subscriptionId.';
  throw new AppError('body_invalid', { detail, errors: [{ pointer: '', code: 'body_invalid', detail }] });
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
