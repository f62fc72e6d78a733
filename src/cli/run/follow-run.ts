import { setTimeout as sleep } from 'node:timers/promises';
import { isFinished } from '../../domain/runs/run.ts';
import type { PatientClient } from './patient-client.ts';
import type { Run } from './start-run.ts';

/** A Run of a moment is told at once; a long one is asked for as often as the service wants (Retry-After). */
const firstPauseMs = 200;
const growth = 1.5;
const longestPauseMs = 5_000;

/** The service may be restarted or moved while a Run is under way; the Run itself goes on. */
const patienceMs = 5 * 60_000;

/** Asks until the Run has ended. Rejects when the signal is aborted. */
export async function followRun(
  service: PatientClient,
  started: Run,
  signal: AbortSignal,
  show: (run: Run) => void,
): Promise<Run> {
  let run = started;
  show(run);
  for (
    let pause = firstPauseMs;
    !isFinished(run.overallStatus);
    pause = Math.min(pause * growth, longestPauseMs)
  ) {
    await sleep(pause, undefined, { signal });
    const answer = await service.call(
      'get_run',
      { params: { runUuid: run.runUuid } },
      { patienceMs, signal },
    );
    run = answer.body;
    show(run);
  }
  return run;
}
