import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RunEvent } from '../app/runs/run-event.ts';
import { createRunMetrics } from './run-metrics.ts';

export interface PoolFigures {
  readonly size: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface WorkFigure {
  readonly kind: string;
  readonly state: string;
  readonly count: number;
  readonly oldestAgeSeconds: number;
}

/** Where the figures come from that are read when somebody asks. */
export interface MetricSources {
  readonly pool: () => PoolFigures;
  readonly work: () => Promise<readonly WorkFigure[]>;
  readonly lastExecutorCall: () => Promise<Date | null>;
}

export interface Metrics {
  readonly contentType: string;
  render(): Promise<string>;
  observeRequest(operationId: string, status: number, seconds: number): void;
  observeRun(event: RunEvent): void;
}

/** From a member list read out of memory to the longest that a request may take. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'plumbline_http_request_duration_seconds',
    help: 'Time from the last byte of a request to the last byte of its answer.',
    labelNames: ['operation', 'status'],
    buckets: durationBuckets,
    registers,
  });
  new Gauge({
    name: 'plumbline_database_connections',
    help: 'Connections of the database pool.',
    labelNames: ['state'],
    registers,
    collect() {
      const { size, idle, waiting } = sources.pool();
      this.set({ state: 'open' }, size);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const oldest = new Gauge({
    name: 'plumbline_work_oldest_seconds',
    help: 'Age of the oldest work item, by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
  });
  new Gauge({
    name: 'plumbline_work_items',
    help: 'Background work that is not done, by kind and state; dead is what was given up.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      oldest.reset();
      // A database that is away must not take the other figures with it.
      const figures = await sources.work().catch(() => []);
      for (const { kind, state, count, oldestAgeSeconds } of figures) {
        this.set({ kind, state }, count);
        oldest.set({ kind, state }, oldestAgeSeconds);
      }
    },
  });
  new Gauge({
    name: 'plumbline_executor_last_call_timestamp_seconds',
    help: 'When any executor last called, as seconds since 1970; absent where none has within a day.',
    registers,
    async collect() {
      this.remove();
      const at = await sources.lastExecutorCall().catch(() => null);
      if (at !== null) this.set(at.getTime() / 1000);
    },
  });
  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observeRequest: (operation, status, seconds) =>
      requests.observe({ operation, status: String(status) }, seconds),
    observeRun: createRunMetrics(registry),
  };
}
