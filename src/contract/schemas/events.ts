import type { Readable } from 'node:stream';
import Type from 'typebox';
import { eventTypeNames } from '../../domain/events/event-types.ts';
import { page, Text, Timestamp, Uuid, V1 } from '../schema.ts';

export const EventTypeName = Type.Enum(eventTypeNames, {
  description: 'The type of an event; docs/reference/events.md has them all.',
});

export const EventSubject = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[a-z][a-z0-9/-]*$',
  description: 'The resource that it is about: its path below `/api/v1/`.',
  examples: ['runs/01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d11'],
});

export const V1Event = V1(
  'V1Event',
  'Something that happened, as a CloudEvent 1.0 in the JSON format. Metadata only: never a value of a row.',
  {
    specversion: Type.Literal('1.0'),
    id: { ...Uuid, description: 'The same wherever and however often the event is delivered.' },
    source: Text(2048, 'The Organization.'),
    type: EventTypeName,
    subject: EventSubject,
    time: Timestamp,
    datacontenttype: Type.Literal('application/json'),
    sequence: Type.String({
      pattern: '^[0-9]{16}$',
      maxLength: 16,
      description:
        'Grows by one with every event of the Organization, in the order in which they were committed. Texts sort as the numbers do.',
      examples: ['0000000000000042'],
    }),
    data: Type.Unsafe<object>(
      Type.Object({}, { additionalProperties: true, description: 'What its type says that it tells.' }),
    ),
  },
);

export const V1EventPage = page('V1EventPage', 'One page of events.', V1Event);

export const EventStream = Type.Unsafe<Readable>(
  Type.String({ description: 'Events as they happen, each a `V1Event` in the `data` of a message.' }),
);
