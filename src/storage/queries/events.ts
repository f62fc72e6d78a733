import { sql } from 'kysely';
import type { EventRecord } from '../../domain/events/cloud-event.ts';
import type { EventType } from '../../domain/events/event-data.ts';
import { eventChannel } from '../databases/notice-listener.ts';
import type { TenantTx } from '../tenant-tx.ts';

export type NewEventRecord = Omit<EventRecord, 'sequence'>;

export interface AppendedEvent extends EventRecord {
  readonly orgUuid: string;
}

const columns = [
  'sequence',
  'event_uuid as eventUuid',
  'type',
  'subject',
  'occurred_at as occurredAt',
  'data',
] as const;

/**
 * Writes an event under the next number of the Organization, and tells the listeners of every replica once it is
 * committed. From here on nobody else writes one until the transaction ends, so this comes last in it
 * (`TenantTx.beforeCommit`), and is one statement.
 */
export async function appendEvent(tx: TenantTx, event: NewEventRecord): Promise<AppendedEvent> {
  const written = await tx
    .with('head', (db) =>
      db
        .insertInto('plumbline.event_heads')
        .values({ last_sequence: 1 })
        .onConflict((conflict) =>
          conflict.column('org_uuid').doUpdateSet({ last_sequence: sql`event_heads.last_sequence + 1` }),
        )
        .returning(['org_uuid as orgUuid', 'last_sequence as sequence']),
    )
    .with('written', (db) =>
      db
        .insertInto('plumbline.events')
        .columns(['sequence', 'event_uuid', 'type', 'subject', 'occurred_at', 'data'])
        .expression((eb) =>
          eb
            .selectFrom('head')
            .select([
              'sequence',
              sql<string>`${event.eventUuid}::uuid`.as('event_uuid'),
              sql<EventType>`${event.type}::text`.as('type'),
              sql<string>`${event.subject}::text`.as('subject'),
              sql<Date>`${event.occurredAt}::timestamptz`.as('occurred_at'),
              sql<string>`${JSON.stringify(event.data)}::jsonb`.as('data'),
            ]),
        ),
    )
    .selectFrom('head')
    .select(['orgUuid', 'sequence', sql`pg_notify(${eventChannel}, "orgUuid"::text)`.as('notified')])
    .executeTakeFirstOrThrow();
  return { ...event, orgUuid: written.orgUuid, sequence: written.sequence };
}

export interface EventsPage {
  readonly limit: number;
  readonly direction: 'asc' | 'desc';
  /** The last number of the page before. */
  readonly after: number | null;
  /** Only events with a greater number. */
  readonly since?: number;
  readonly type?: EventType;
  readonly subject?: string;
}

export async function listEvents(tx: TenantTx, page: EventsPage): Promise<EventRecord[]> {
  let query = tx.selectFrom('plumbline.events').select(columns);
  if (page.type !== undefined) query = query.where('type', '=', page.type);
  if (page.subject !== undefined) query = query.where('subject', '=', page.subject);
  if (page.since !== undefined) query = query.where('sequence', '>', page.since);
  if (page.after !== null) query = query.where('sequence', page.direction === 'asc' ? '>' : '<', page.after);
  return await query.orderBy('sequence', page.direction).limit(page.limit).execute();
}

export async function getEvent(tx: TenantTx, sequence: number): Promise<EventRecord | undefined> {
  return await tx
    .selectFrom('plumbline.events')
    .select(columns)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
}

/** The number of the last event, and of the first that is kept still; both 0 where there is none. */
export async function eventBounds(tx: TenantTx): Promise<{ readonly first: number; readonly last: number }> {
  const head = await tx
    .selectFrom('plumbline.event_heads')
    .select('last_sequence as last')
    .executeTakeFirst();
  const kept = await tx
    .selectFrom('plumbline.events')
    .select('sequence')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  const last = head?.last ?? 0;
  // Where everything is gone, the next one is the first.
  return { first: kept?.sequence ?? (last === 0 ? 0 : last + 1), last };
}
