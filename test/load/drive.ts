import { Agent, request } from 'node:http';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly key?: string;
  readonly body?: unknown;
}

export interface LoadAnswer {
  /** 0 where no answer came. */
  readonly status: number;
  readonly retryAfter: number;
  readonly ms: number;
  readonly body: string;
}

/** Calls over connections that are kept, as clients do. */
export class LoadClient {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

  constructor(port: number) {
    this.#port = port;
  }

  send({ method, path, token, key, body }: LoadRequest): Promise<LoadAnswer> {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const started = performance.now();
    return new Promise((resolve) => {
      const fail = () => resolve({ status: 0, retryAfter: 0, ms: performance.now() - started, body: '' });
      const message = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          agent: this.#agent,
          method,
          path: `/api/v1/${path}`,
          headers: {
            authorization: `Bearer ${token}`,
            ...(key !== undefined && { 'idempotency-key': key }),
            ...(content !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(content),
            }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', fail);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              retryAfter: Number(answer.headers['retry-after'] ?? 0),
              ms: performance.now() - started,
              body: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      message.on('error', fail).end(content);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** What came back, counted by status, and how long each took. */
export class Answers {
  readonly #statuses = new Map<number, number>();
  readonly #times: number[] = [];

  add({ status, ms }: LoadAnswer): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    this.#times.push(ms);
  }

  addAll(others: Answers): void {
    for (const [status, count] of others.#statuses) {
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count);
    }
    for (const ms of others.#times) this.#times.push(ms);
  }

  get count(): number {
    return this.#times.length;
  }

  /** How often each status came, as text. */
  get statuses(): string {
    return [...this.#statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  }

  /** Of the statuses that pass. */
  countOf(passes: (status: number) => boolean): number {
    return [...this.#statuses].reduce((sum, [status, count]) => sum + (passes(status) ? count : 0), 0);
  }

  /** In milliseconds; `share` 0.99 for the slowest in a hundred. */
  quantile(share: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }
}
