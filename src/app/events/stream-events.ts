import type { EventRecord } from '../../domain/events/cloud-event.ts';
import { eventBounds, listEvents } from '../../storage/queries/events.ts';
import { identifyCaller } from '../access/identify-caller.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type EventFilters, present } from './read-events.ts';

/** What a stream carries. A `beat` shows that it is alive; after a `gap` some events are missing for good. */
export type StreamPart =
  | { readonly kind: 'event'; readonly event: EventRecord }
  | { readonly kind: 'gap' }
  | { readonly kind: 'beat' };

export interface StreamRequest extends EventFilters {
  /** The last event that the caller has; null: only what happens from now on. */
  readonly after: number | null;
  /** When the caller's token ends. */
  readonly tokenEndsAt: Date;
  /** Resolves when the caller has hung up. */
  readonly hungUp: Promise<void>;
}

/** Shorter than the silence after which proxies cut a connection, usually a minute. */
const beatMs = 15_000;
/** Whoever may no longer read is noticed with each event and beat; this is for what only a new request shows. */
const longestMs = 15 * 60_000;
const batch = 100;

/**
 * The events behind a position, then each as it is committed. Ends with the token, with the membership, with the
 * service, and when nobody listens.
 */
export async function openEventStream(
  ctx: AppContext,
  caller: Caller,
  request: StreamRequest,
): Promise<AsyncGenerator<StreamPart>> {
  const leave = ctx.streamPlaces.take(caller.orgUuid);
  void request.hungUp.then(leave);
  const bounds = await ctx.storage.withTenant(caller.orgUuid, eventBounds);
  return follow(ctx, caller, request, bounds);
}

async function* follow(
  ctx: AppContext,
  { orgUuid, principal }: Caller,
  request: StreamRequest,
  bounds: { readonly first: number; readonly last: number },
): AsyncGenerator<StreamPart> {
  const endsAt = Math.min(request.tokenEndsAt.getTime(), ctx.clock.now().getTime() + longestMs);
  let position = request.after ?? bounds.last;
  // Behind it something was deleted, or the number is of another database than this.
  if (position + 1 < bounds.first || position > bounds.last) {
    yield { kind: 'gap' };
    position = Math.max(0, bounds.first - 1);
  }
  for (;;) {
    // Before the look: what is written meanwhile is announced.
    const announced = ctx.eventSignal.next(orgUuid);
    const after = position;
    const events = await ctx.storage.withTenant(orgUuid, (tx) =>
      listEvents(tx, { limit: batch, direction: 'asc', after, ...present(request) }),
    );
    // Whoever is no member any more is told nothing, not even that.
    if (events.length > 0) await identifyCaller(ctx, principal, 'reader');
    for (const event of events) yield { kind: 'event', event };
    position = events.at(-1)?.sequence ?? position;
    const leftMs = endsAt - ctx.clock.now().getTime();
    if (leftMs <= 0 || ctx.eventSignal.isClosed) return;
    if (events.length === batch) continue;
    const woken = await first({ announced, hungUp: request.hungUp }, Math.min(beatMs, leftMs));
    if (woken === 'hungUp') return;
    if (woken !== undefined) continue;
    yield { kind: 'beat' };
    await identifyCaller(ctx, principal, 'reader');
  }
}

/** Which of the promises settled first; undefined when the time was over before. */
async function first<Name extends string>(
  promises: Readonly<Record<Name, Promise<void>>>,
  ms: number,
): Promise<Name | undefined> {
  const over = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => over.resolve(undefined), ms);
  const named = Object.entries<Promise<void>>(promises).map(([name, each]) => each.then(() => name as Name));
  const winner = await Promise.race([over.promise, ...named]);
  clearTimeout(timer);
  return winner;
}
