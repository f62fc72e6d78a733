import { Counter, Histogram, type Registry } from 'prom-client';
import type { RunEvent } from '../app/runs/run-event.ts';

/** From a few small tables to a night's work. */
const durationBuckets = [1, 5, 15, 60, 300, 900, 3_600, 4 * 3_600, 12 * 3_600];

/** Counts what happens to Runs, as this replica has seen it. */
export function createRunMetrics(registry: Registry): (event: RunEvent) => void {
  const registers = [registry];
  const submitted = new Counter({
    name: 'plumbline_runs_submitted_total',
    help: 'Runs that were accepted.',
    labelNames: ['scope'],
    registers,
  });
  const duration = new Histogram({
    name: 'plumbline_run_duration_seconds',
    help: 'Time from the submission of a Run to its end.',
    labelNames: ['scope', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const results = new Counter({
    name: 'plumbline_run_results_total',
    help: 'Tests of Runs that have ended, by what came of them.',
    labelNames: ['status'],
    registers,
  });
  return (event) => {
    const { scope } = event;
    if (event.kind === 'submitted') {
      submitted.inc({ scope });
      return;
    }
    const { status, seconds, counts } = event;
    duration.observe({ scope, status }, seconds);
    results.inc({ status: 'pass' }, counts.pass);
    results.inc({ status: 'fail' }, counts.fail);
    results.inc({ status: 'error' }, counts.error);
    results.inc({ status: 'no_results' }, counts.noResults);
  };
}
