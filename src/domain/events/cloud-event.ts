import type { EventType } from './event-data.ts';

/** An event as it was written. */
export interface EventRecord {
  /** Grows by one with every event of the Organization, in the order in which they were committed. */
  readonly sequence: number;
  readonly eventUuid: string;
  readonly type: EventType;
  readonly subject: string;
  readonly occurredAt: Date;
  readonly data: object;
}

/** CloudEvents 1.0 in the JSON format, with the extension `sequence`. https://github.com/cloudevents/spec */
export interface CloudEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: EventType;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Of equal length, so that texts sort as the numbers do. */
  readonly sequence: string;
  readonly data: object;
}

/** Enough digits for 2^53, beyond which storage does not count. */
const sequenceDigits = 16;

export function cloudEventOf(
  event: EventRecord,
  { publicUrl, orgUuid }: { readonly publicUrl: string; readonly orgUuid: string },
): CloudEvent {
  return Object.freeze({
    specversion: '1.0',
    id: event.eventUuid,
    source: `${publicUrl}/organizations/${orgUuid}`,
    type: event.type,
    subject: event.subject,
    time: event.occurredAt.toISOString(),
    datacontenttype: 'application/json',
    sequence: sequenceText(event.sequence),
    data: event.data,
  });
}

export function sequenceText(sequence: number): string {
  return String(sequence).padStart(sequenceDigits, '0');
}
