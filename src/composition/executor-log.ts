import type { Logger } from 'pino';
import type { ClaimLoopOptions } from '../executor/loop/claim-loop.ts';
import { CallRefused } from '../executor/protocol/execution-service.ts';

/** One line a minute is enough to see that a service is still away. */
const repeatMs = 60_000;

/** Tells the log what an executor does. Never a task itself: it carries passwords and names of data. */
export function observeExecutor(
  log: Logger,
): Pick<ClaimLoopOptions, 'onClaimed' | 'onEnded' | 'onMissed' | 'onReached'> {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    onClaimed({ workUuid, fencingNumber, attempt, task }) {
      log.debug({ workUuid, fencingNumber, attempt, kind: task.kind }, 'task claimed');
    },
    onEnded({ defect, ...end }) {
      if (defect === null) log.info(end, 'task ended');
      else log.error({ ...end, defect: placeOf(defect) }, 'task failed by a defect');
    },
    onMissed(error) {
      if (performance.now() - toldAt < repeatMs) return;
      toldAt = performance.now();
      const code = error instanceof CallRefused ? error.code : undefined;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ code, reason }, 'the service does not take calls; trying again');
    },
    onReached() {
      toldAt = Number.NEGATIVE_INFINITY;
      log.info('the service takes calls again');
    },
  };
}

/** Where a defect was thrown. Its message may quote a statement or a value of a row, and is left out. */
function placeOf(error: unknown): { name: string; frames: readonly string[] } {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { name: error.name, frames: frames.map((frame) => frame.trim()) };
}
