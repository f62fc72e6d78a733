import { Readable } from 'node:stream';
import { decodeJwt } from 'jose';
import { readEvents } from '../../app/events/read-events.ts';
import { openEventStream } from '../../app/events/stream-events.ts';
import type { HandlersOf } from '../handler.ts';
import { eventStreamText, eventView } from '../views/event-view.ts';

export const eventHandlers: HandlersOf<'list_events' | 'stream_events'> = {
  async list_events({ ctx, caller, query }) {
    const origin = { publicUrl: ctx.settings.publicUrl, orgUuid: caller.orgUuid };
    const { items, nextCursor } = await readEvents(ctx, caller, query);
    return { status: 200, body: { items: items.map((event) => eventView(event, origin)), nextCursor } };
  },

  async stream_events({ ctx, caller, query, headers, authorization, hungUp }) {
    const origin = { publicUrl: ctx.settings.publicUrl, orgUuid: caller.orgUuid };
    const lastEventId = headers['last-event-id'];
    const parts = await openEventStream(ctx, caller, {
      ...query,
      after: lastEventId === undefined ? null : Number(lastEventId),
      tokenEndsAt: tokenEnd(authorization),
      hungUp: hungUp(),
    });
    return { status: 200, body: Readable.from(eventStreamText(parts, origin)) };
  },
};

/** The token has been verified: only its end is of interest here. */
function tokenEnd(authorization: string): Date {
  const { exp = 0 } = decodeJwt(authorization.replace(/^bearer\s+/i, ''));
  return new Date(exp * 1000);
}
