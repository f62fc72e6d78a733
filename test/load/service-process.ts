/**
 * The service over PostgreSQL with fifty Organizations, each with a pair and tests, in a process of its own: what it takes
 * is not mixed with what asks it. Tells its parent where it is, and how it does whenever it is asked.
 */
import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { newSource } from '../support/catalog.ts';
import { newTestedPair } from '../support/runs.ts';
import { executorToken, startTestService, stranger } from '../support/service.ts';
import type { LoadedTenant, ServiceFigures, ServiceReady } from './loaded-service.ts';

const tenantCount = 50;
/** Fewer than the clients of the overload, more than those of the steady mix. */
const requestsAtOnce = 100;

// As in production: what one application may send.
const service = await startTestService(
  { after },
  { rate: { capacity: 300, refillPerSecond: 100 }, requestsAtOnce },
);
const tenants: LoadedTenant[] = [];
for (let index = 0; index < tenantCount; index += 1) {
  const token = service.issuer.delegated(stranger(randomUUID(), `tenant-${index}`));
  const activation = {
    method: 'POST',
    url: '/api/v1/organization:activate',
    token,
    body: { name: `T${index}` },
  };
  const { statusCode, body } = await service.send(activation);
  if (statusCode !== 201) throw new Error(body);
  const { sourceUuid } = await newSource(service, token);
  const pair = await newTestedPair(service, { token, sourceUuid, tests: 3 });
  tenants.push({
    token,
    datasetPairUuid: pair.datasetPairUuid,
    sourceDatasetUuid: pair.source.datasetUuid,
    targetDatasetUuid: pair.target.datasetUuid,
  });
}

process.on('message', (asked) => {
  if (asked !== 'figures') return;
  // Logged lines are kept for tests that read them; here they would pass for growth of the service.
  service.logLines.length = 0;
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  const figures: ServiceFigures = {
    heapBytes: heapUsed,
    connections: service.ctx.storage.poolFigures().size,
  };
  process.send?.(figures);
});
process.on('disconnect', () => process.exit(0));
const ready: ServiceReady = { port: service.port, executorToken: executorToken(service), tenants };
process.send?.(ready);
