import type { EventRecord } from '../../domain/events/cloud-event.ts';
import type { EventType } from '../../domain/events/event-data.ts';
import { listEvents } from '../../storage/queries/events.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';

/** Null: whatever it is. */
export interface EventFilters {
  readonly type: EventType | null;
  readonly subject: string | null;
}

export interface EventsRequest extends PageRequest, EventFilters {
  readonly since: number | null;
  readonly direction: 'asc' | 'desc';
}

export async function readEvents(
  ctx: AppContext,
  { orgUuid }: Caller,
  request: EventsRequest,
): Promise<Page<EventRecord>> {
  const { type, subject, since, direction } = request;
  return readPage(
    ctx,
    { list: 'events', orgUuid, type, subject, since, direction },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, (tx) =>
        listEvents(tx, {
          limit,
          direction,
          after: after && Number(after[0]),
          ...(since !== null && { since }),
          ...present({ type, subject }),
        }),
      ),
    ({ sequence }) => [sequence],
  );
}

/** The filters that are set. */
export function present({ type, subject }: EventFilters): { type?: EventType; subject?: string } {
  return { ...(type !== null && { type }), ...(subject !== null && { subject }) };
}
