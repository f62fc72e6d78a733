import type { StreamPart } from '../../app/events/stream-events.ts';
import { type CloudEvent, cloudEventOf, type EventRecord } from '../../domain/events/cloud-event.ts';

/** Whose events they are, and where: what `source` is made of. */
export interface EventOrigin {
  readonly publicUrl: string;
  readonly orgUuid: string;
}

export function eventView(event: EventRecord, origin: EventOrigin): CloudEvent {
  return cloudEventOf(event, origin);
}

/** How long a browser waits before it opens a stream again that has ended. */
const reconnectMs = 2_000;

/** As server-sent events are written: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export async function* eventStreamText(
  parts: AsyncIterable<StreamPart>,
  origin: EventOrigin,
): AsyncGenerator<string> {
  yield `retry: ${reconnectMs}\n\n`;
  for await (const part of parts) yield messageOf(part, origin);
}

function messageOf(part: StreamPart, origin: EventOrigin): string {
  switch (part.kind) {
    case 'event':
      return `id: ${part.event.sequence}\ndata: ${JSON.stringify(cloudEventOf(part.event, origin))}\n\n`;
    case 'gap':
      return 'event: gap\ndata: {}\n\n';
    case 'beat':
      return ':\n\n';
  }
}
