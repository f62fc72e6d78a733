import { createServer, type Server } from 'node:http';
import { StartRefusal } from '../domain/start-refusal.ts';
import type { ExecutionService } from '../executor/protocol/execution-service.ts';

/** An executor that has heard nothing from the service for so long is as good as dead to it (`presenceSeconds`). */
const silenceMs = 60_000;

export interface ExecutorHealth extends AsyncDisposable {
  /** The same call, its answers taken as signs of life of the service. */
  watch(claim: ExecutionService['claim']): ExecutionService['claim'];
}

/** Answers `GET /livez` on a port of its own, for whoever restarts processes: an executor listens to nobody else. */
export async function serveHealth(port: number, now: () => number): Promise<ExecutorHealth> {
  let heardAt = now();
  const server = createServer((request, response) => {
    const isKnown = request.method === 'GET' && request.url === '/livez';
    const status = !isKnown ? 404 : now() - heardAt <= silenceMs ? 200 : 503;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ secondsSinceService: Math.round((now() - heardAt) / 1000) }));
  });
  await listening(server, port);
  return {
    watch: (claim) => async (room, signal) => {
      const claimed = await claim(room, signal);
      heardAt = now();
      return claimed;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new StartRefusal(
          `The health of the executor cannot be served on port ${port}: ${cause.message}. Set PLUMBLINE_EXECUTOR_HEALTH_PORT to a free port.`,
          { cause },
        ),
      ),
    );
    server.listen(port, resolve);
  });
}
