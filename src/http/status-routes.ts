import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Resolves when the dependency answers. */
export type ReadinessCheck = () => Promise<void>;

/** A load balancer that waits longer has given up. */
const checkTimeoutMs = 4000;

/** `/livez`: the process answers. `/readyz`: it can do its work. `/metrics`: for Prometheus. Outside `/api/v1`. */
export function registerStatusRoutes(
  app: FastifyInstance,
  readiness: Readonly<Record<string, ReadinessCheck>>,
  metrics: Metrics,
): void {
  app.get('/livez', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_, reply) => {
    const checks = Object.fromEntries(
      await Promise.all(
        Object.entries(readiness).map(async ([name, check]) => [
          name,
          (await passes(check)) ? 'ok' : 'failed',
        ]),
      ),
    );
    const ready = Object.values(checks).every((state) => state === 'ok');
    if (!ready) reply.code(503).header('retry-after', 5);
    return { status: ready ? 'ok' : 'unavailable', checks };
  });

  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', metrics.contentType);
    return metrics.render();
  });
}

async function passes(check: ReadinessCheck): Promise<boolean> {
  const timeout = AbortSignal.timeout(checkTimeoutMs);
  const expired = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true });
  });
  try {
    await Promise.race([check(), expired]);
    return true;
  } catch {
    return false;
  }
}
