/** The service, ended at the commit that FAILPOINT names. FAULT_CLOCK_SECONDS sets its clock wrong. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { readSettings } from '../../../src/cli/configuration/read-settings.ts';
import { serve } from '../../../src/composition/serve.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { armedFailpoint, pointOf, type Reach, withoutFailpoint } from './failpoint.ts';

const { FAULT_CLOCK_SECONDS: skew = '0', ...environment } = withoutFailpoint(process.env);
const reach = armedFailpoint(process.env);
const requests = new AsyncLocalStorage<string>();

subscribe('http.server.request.start', (message) => {
  const { method = '', url = '' } = (message as { request: IncomingMessage }).request;
  requests.enterWith(pointOf(method, url));
});

/** Long leases are for long tasks; here every task is short and every executor mortal. */
const leaseSeconds = 3;

function mortal(storage: Storage, end: Reach): Storage {
  const at = (moment: string) => end(`${requests.getStore() ?? 'background'} ${moment}`);
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
    async claimWork(input) {
      const claimed = await storage.claimWork({ ...input, leaseSeconds });
      if (claimed.length > 0) end('claim after commit');
      return claimed;
    },
  };
}

const skewMs = Number(skew) * 1000;
const service = await serve(readSettings(environment), {
  demo: true,
  executor: false,
  interference: {
    storage: (storage) => mortal(storage, reach),
    clock: { now: () => new Date(Date.now() + skewMs) },
  },
});
process.stdout.write(`serving ${service.publicUrl}\n`);
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
