import { count, counted } from '../../domain/reports/numbers.ts';
import { isFinished } from '../../domain/runs/run.ts';
import { printable } from '../printable.ts';
import { progressBar, TransientLine } from '../transient-line.ts';
import type { Run } from './start-run.ts';

/** Shows how far a Run is: a line that moves on a terminal, a line for each tenth in a log. */
export interface RunDisplay {
  show(run: Run): void;
  clear(): void;
}

export function createRunDisplay(stream: NodeJS.WriteStream, now: () => number): RunDisplay {
  return stream.isTTY ? terminalDisplay(stream, now) : logDisplay(stream);
}

function terminalDisplay(stream: NodeJS.WriteStream, now: () => number): RunDisplay {
  const line = new TransientLine(stream, now);
  const began = now();
  let last: Run | null = null;
  const draw = () => {
    if (last === null) return;
    const { done, total } = last.progress;
    const bar = progressBar(total === 0 ? null : done / total);
    line.draw(`${bar}  ${standing(last)}  ${clockTime(now() - began)}`, true);
  };
  // The service is asked less often than a person looks; a clock that stands still seems dead.
  const ticking = setInterval(draw, 1000).unref();
  return {
    show(run) {
      last = run;
      draw();
    },
    clear() {
      clearInterval(ticking);
      line.clear();
    },
  };
}

/** `0:07`, `12:05`. */
function clockTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function logDisplay(stream: NodeJS.WriteStream): RunDisplay {
  let told = '';
  return {
    show(run) {
      const { done, total } = run.progress;
      const step = `${run.overallStatus} ${Math.floor((done / Math.max(1, total)) * 10)}`;
      if (step === told || isFinished(run.overallStatus)) return;
      told = step;
      stream.write(`plumbline run: ${standing(run)}\n`);
    },
    clear: () => {},
  };
}

function standing({ overallStatus, progress, counts }: Run): string {
  if (overallStatus === 'pending') return 'waiting for an executor';
  const trouble = [
    counts.fail === 0 ? '' : `${count(counts.fail)} failed`,
    counts.error === 0 ? '' : `${count(counts.error)} not decided`,
  ].filter((part) => part !== '');
  const done = `${count(progress.done)} of ${counted(progress.total, 'test')}`;
  return trouble.length === 0 ? done : `${done}, ${trouble.join(', ')}`;
}

/** What was started, and where to look at it. */
export function announce({ runUuid, name, testCount }: Run, url: string): string {
  return `plumbline run: ${printable(name)}, ${counted(testCount, 'test')}: ${runAddress(url, runUuid)}\n`;
}

/** Where a person looks at a Run. */
export function runAddress(url: string, runUuid: string): string {
  return `${url.replace(/\/$/, '')}/runs/${runUuid}`;
}
