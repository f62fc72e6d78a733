import type { OperationId } from '../../../src/contract/operations.ts';
import { currentToken, queryClient } from './service.ts';

/** What an event makes stale, by the beginning of its type. */
const stale: Readonly<Record<string, readonly OperationId[]>> = {
  'plumbline.run.': [
    'list_runs',
    'get_run',
    'list_results',
    'get_result',
    'compare_run',
    'list_schedules',
    'get_schedule',
    'list_schedule_ticks',
  ],
  'plumbline.dataset.': ['list_datasets', 'get_dataset', 'get_dataset_preparation'],
  'plumbline.environment.': ['get_execution_environment'],
  'plumbline.executor.': ['get_execution_environment', 'list_executors'],
  'plumbline.entitlement.': ['get_entitlement', 'get_organization'],
  'plumbline.member.': ['list_organization_members', 'get_access'],
  'plumbline.invitation.': ['list_organization_invitations'],
  'plumbline.schedule.': ['list_schedules', 'get_schedule', 'list_schedule_ticks'],
  'plumbline.webhook.': ['list_webhooks', 'get_webhook', 'list_webhook_deliveries'],
};

const shortestWaitMs = 1_000;
const longestWaitMs = 30_000;

let isOpen = false;

/** Whether events come as they happen; where they do not, views ask now and then. */
export function isFollowing(): boolean {
  return isOpen;
}

/**
 * Renews what an event has made stale, for as long as the page is in view: a browser has few connections to a service,
 * and tabs in the background need none. Returns how to stop.
 */
export function followEvents(): () => void {
  let lastEventId: string | undefined;
  let current: AbortController | undefined;
  const follow = async (signal: AbortSignal) => {
    for (let waitMs = shortestWaitMs; !signal.aborted; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      try {
        for await (const { id, type } of messages(lastEventId, signal)) {
          waitMs = shortestWaitMs;
          lastEventId = id ?? lastEventId;
          renew(type);
        }
      } catch {
        // Whatever it was, the views go on by asking, and the stream is tried again.
      }
      isOpen = false;
      await pause(waitMs, signal);
    }
  };
  const onVisibility = () => {
    current?.abort();
    if (document.visibilityState === 'hidden') return;
    current = new AbortController();
    void follow(current.signal);
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    current?.abort();
  };
}

interface Message {
  readonly id: string | undefined;
  /** Of the event; `gap` where some are missing. */
  readonly type: string;
}

/** The messages of one connection. `EventSource` cannot send a token. */
async function* messages(lastEventId: string | undefined, signal: AbortSignal): AsyncGenerator<Message> {
  const response = await fetch('/api/v1/events/stream', {
    signal,
    headers: {
      authorization: `Bearer ${await currentToken()}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  if (!response.ok || response.body === null) throw new TypeError(`The stream answered ${response.status}.`);
  isOpen = true;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (text + value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const message = readMessage(part);
      if (message !== undefined) yield message;
    }
  }
}

/** Undefined for what only keeps the connection alive. */
function readMessage(text: string): Message | undefined {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(text)?.[1];
  const data = field('data');
  if (data === undefined) return undefined;
  const { type } = JSON.parse(data) as { type?: string };
  return { id: field('id'), type: type ?? field('event') ?? '' };
}

function renew(type: string): void {
  if (type === 'gap') {
    void queryClient.invalidateQueries();
    return;
  }
  const operationIds = Object.entries(stale).find(([beginning]) => type.startsWith(beginning))?.[1] ?? [];
  for (const operationId of operationIds) void queryClient.invalidateQueries({ queryKey: [operationId] });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
