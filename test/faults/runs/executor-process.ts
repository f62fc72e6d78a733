/** An executor, ended at the call that FAILPOINT names. */
import { readSettings } from '../../../src/cli/configuration/read-settings.ts';
import { startExecutor } from '../../../src/composition/executor.ts';
import type { ExecutionService } from '../../../src/executor/protocol/execution-service.ts';
import { armedFailpoint, type Reach, withoutFailpoint } from './failpoint.ts';

const reach = armedFailpoint(process.env);

/** As the service gives them; see service-process.ts. */
const leaseSeconds = 3;

function mortal(service: ExecutionService, end: Reach): ExecutionService {
  return {
    ...service,
    async claim(room, signal) {
      const claimed = await service.claim(room, signal);
      if (claimed.leases.length > 0) end('claim answered');
      return { ...claimed, leases: claimed.leases.map((lease) => ({ ...lease, leaseSeconds })) };
    },
    async heartbeat(lease, progress, signal) {
      return { ...(await service.heartbeat(lease, progress, signal)), leaseSeconds };
    },
    async complete(lease, outcome, signal) {
      end('task ended');
      const sent = service.complete(lease, outcome, signal);
      setImmediate(() => end('complete sent'));
      await sent;
      end('complete answered');
    },
  };
}

const executor = await startExecutor(readSettings(withoutFailpoint(process.env)), {
  service: (service) => mortal(service, reach),
});
process.stdout.write(`executing for ${executor.url}\n`);
process.on('SIGTERM', () => executor.drain());
await executor.ended;
process.exit(0);
