import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable } from '../schema.ts';
import { EventStream, EventSubject, EventTypeName, V1EventPage } from '../schemas/events.ts';

const reading = {
  tag: 'Events',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
} as const;

const filters = {
  type: Type.Optional(nullable({ ...EventTypeName, description: 'Only events of this type.' })),
  subject: Type.Optional(nullable({ ...EventSubject, description: 'Only events about this resource.' })),
};

const maxSequence = Number.MAX_SAFE_INTEGER;

export const listEvents = operation({
  operationId: 'list_events',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'List events',
  description:
    'What happened in the Organization, as CloudEvents. Each is written in the same transaction as the change that it tells of. To follow along, read with `direction=asc` and `since` the `sequence` of the last event that was read; or open the stream.',
  ...reading,
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    ...filters,
    since: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: maxSequence,
          format: 'int64',
          description: 'Only events with a greater `sequence`.',
        }),
      ),
    ),
    direction: Type.Optional(
      Type.Enum(['asc', 'desc'], { default: 'desc', description: 'Newest first, or oldest first.' }),
    ),
  }),
  responses: { 200: { description: 'One page of events.', schema: V1EventPage } },
  problems: ['cursor_invalid'],
});

export const streamEvents = operation({
  operationId: 'stream_events',
  method: 'GET',
  path: '/api/v1/events/stream',
  summary: 'Follow events',
  description:
    'Events as they happen, as server-sent events. The `id` of a message is the sequence of its event: sent back as `Last-Event-ID`, the stream goes on right behind it, and without it begins with what happens next. A message of the type `gap` tells that events before it are no longer kept. The stream ends with the token and after 15 minutes at the latest; open it again with the last id.',
  ...reading,
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({
        maxLength: 16,
        pattern: '^[0-9]{1,16}$',
        description: 'The `id` of the last message that was received.',
      }),
    ),
  }),
  query: Type.Object(filters),
  responses: {
    200: { description: 'The stream.', schema: EventStream, contentType: 'text/event-stream' },
  },
  problems: ['event_streams_exhausted'],
});
