import { Cron } from 'croner';
import { AppError } from '../../domain/app-error.ts';

/** When a schedule is due: a cron expression of five parts, read in a time zone. */
export interface Rhythm {
  readonly cron: string;
  readonly timeZone: string;
}

/** The first tick after a moment. Refuses what cannot be read, and what never comes. */
export function tickAfter(rhythm: Rhythm, at: Date): Date {
  const tick = cronOf(rhythm).nextRun(at);
  if (tick !== null) return tick;
  throw invalid('/cron', 'The expression describes a time that never comes. Give one that does.');
}

/** The first so many ticks after a moment. */
export function ticksAfter(rhythm: Rhythm, at: Date, count: number): readonly Date[] {
  return cronOf(rhythm).nextRuns(count, at);
}

/** The tick to decide about, and how many others before it are passed over. */
export interface DueTick {
  readonly at: Date;
  readonly passedOver: number;
}

/**
 * Of the ticks from `first` until now the last one: what was missed is made up for once. Only those since `from` are
 * counted; where there are none, `first` is the one, too late though it be.
 */
export function latestTick(
  rhythm: Rhythm,
  { first, from, now }: { readonly first: Date; readonly from: Date; readonly now: Date },
): DueTick {
  const cron = cronOf(rhythm);
  // One millisecond before, because a tick at the moment itself is not after it.
  let tick = first >= from ? first : cron.nextRun(new Date(from.getTime() - 1));
  if (tick === null || tick > now) return { at: first, passedOver: 0 };
  for (let passedOver = 0; ; passedOver += 1) {
    const next = cron.nextRun(tick);
    if (next === null || next > now) return { at: tick, passedOver };
    tick = next;
  }
}

function cronOf({ cron, timeZone }: Rhythm): Cron {
  assertTimeZone(timeZone);
  try {
    return new Cron(cron, { mode: '5-part', timezone: timeZone, paused: true });
  } catch (cause) {
    throw invalid(
      '/cron',
      'Must have five parts, each within its range: minute (0-59), hour (0-23), day of the month (1-31), month (1-12), day of the week (0-7). `0 6 * * 1-5` is six in the morning from Monday to Friday.',
      cause,
    );
  }
}

function assertTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    throw invalid('/timeZone', 'Must be a name of the IANA database, such as Europe/Berlin or UTC.', cause);
  }
}

function invalid(pointer: string, detail: string, cause?: unknown): AppError {
  return new AppError(
    'validation_failed',
    { detail: 'The schedule cannot be read.', errors: [{ pointer, code: 'schedule_invalid', detail }] },
    { cause },
  );
}
