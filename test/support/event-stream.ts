import { get, type IncomingMessage } from 'node:http';
import type { Static } from 'typebox';
import type { V1Event } from '../../src/contract/schemas/events.ts';

export interface StreamMessage {
  readonly id: string | null;
  /** `message`, or what the service calls it. */
  readonly type: string;
  readonly event: Static<typeof V1Event>;
}

/** A reader of the event stream, over a real socket. */
export interface EventStreamReader {
  readonly statusCode: number;
  readonly contentType: string | undefined;
  /** The next message; rejects when the stream ends before there is one. */
  next(): Promise<StreamMessage>;
  /** Reads on without looking, until the service has ended the stream. */
  ended(): Promise<void>;
  close(): void;
}

export async function openStream(
  port: number,
  token: string,
  { query = '', lastEventId }: { query?: string; lastEventId?: string } = {},
): Promise<EventStreamReader> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port,
        path: `/api/v1/events/stream${query}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        },
      },
      resolve,
    ).on('error', reject);
  });
  const messages = readMessages(answer);
  const closed = new Promise<void>((resolve) => answer.once('close', resolve));
  return {
    statusCode: answer.statusCode ?? 0,
    contentType: answer.headers['content-type'],
    async next() {
      const { value, done } = await messages.next();
      if (done) throw new Error('The stream has ended.');
      return value;
    },
    ended() {
      answer.resume();
      return closed;
    },
    close: () => answer.destroy(),
  };
}

async function* readMessages(answer: IncomingMessage): AsyncGenerator<StreamMessage, undefined> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(text.slice(0, end).split('\n').map(readField));
      text = text.slice(end + 2);
      const data = fields.get('data');
      if (data === undefined) continue;
      yield { id: fields.get('id') ?? null, type: fields.get('event') ?? 'message', event: JSON.parse(data) };
    }
  }
  return undefined;
}

function readField(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
}
