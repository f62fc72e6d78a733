/**
 * The service, ended at the commit that FAILPOINT names. FAULT_CLOCK_SECONDS sets its clock wrong; since the instant in
 * FAULT_FAST_SINCE (milliseconds) the minutes of schedules pass in seconds.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { deliverEventKind } from '../../../src/app/webhooks/queue-deliveries.ts';
import { readSettings } from '../../../src/cli/configuration/read-settings.ts';
import { serve } from '../../../src/composition/serve.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { armedFailpoint, pointOf, type Reach, withoutFailpoint } from './failpoint.ts';

const {
  FAULT_CLOCK_SECONDS: skew = '0',
  FAULT_FAST_SINCE: fastSince,
  ...environment
} = withoutFailpoint(process.env);
const reach = armedFailpoint(process.env);
/** What is being done: a request, a delivery or a tick. */
const doings = new AsyncLocalStorage<string>();

subscribe('http.server.request.start', (message) => {
  const { method = '', url = '' } = (message as { request: IncomingMessage }).request;
  doings.enterWith(pointOf(method, url));
});

/** Long leases are for long tasks; here every task is short and every executor mortal. */
const leaseSeconds = 3;

function mortal(storage: Storage, end: Reach): Storage {
  const at = (moment: string) => end(`${doings.getStore() ?? 'background'} ${moment}`);
  return {
    ...storage,
    async withTenant(orgUuid, fn) {
      const result = await storage.withTenant(orgUuid, async (tx) => {
        const returned = await fn(tx);
        at('before commit');
        return returned;
      });
      at('after commit');
      return result;
    },
    claimWork(input) {
      // Here and now: what is set before the first await holds for the caller too, who goes on to do the work.
      if (input.kinds.includes(deliverEventKind)) doings.enterWith('delivery');
      return claim(storage, input, end);
    },
    dueSchedules(input) {
      doings.enterWith('tick');
      return storage.dueSchedules(input);
    },
  };
}

async function claim(storage: Storage, input: Parameters<Storage['claimWork']>[0], end: Reach) {
  const claimed = await storage.claimWork({ ...input, leaseSeconds });
  if (claimed.length > 0) end('claim after commit');
  return claimed;
}

/** A tick every two seconds, the pace at which the service looks for them. */
const pace = 30;

/**
 * How far the clock of schedules is ahead by now, for whoever decides about ticks and nobody else: what they start is
 * timed by the clock of the database as well, and keeps to the wall's.
 */
function leadMs(): number {
  if (fastSince === undefined) return 0;
  // The two lines before the caller's are this function and the clock.
  const caller = new Error('who asks').stack?.split('\n')[3] ?? '';
  return caller.includes('/src/app/schedules/') ? (Date.now() - Number(fastSince)) * (pace - 1) : 0;
}

const skewMs = Number(skew) * 1000;
const service = await serve(readSettings(environment), {
  demo: true,
  executor: false,
  interference: {
    storage: (storage) => mortal(storage, reach),
    clock: { now: () => new Date(Date.now() + skewMs + leadMs()) },
  },
});
process.stdout.write(`serving ${service.publicUrl}\n`);
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
