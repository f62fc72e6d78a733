/** A service that restarts is back within a moment. */
const firstMs = 250;
/** Long enough to leave a service alone that is down for an hour, short enough to be there soon after it is back. */
const longestMs = 15_000;

/**
 * How long to wait after a call has failed for the 1st, 2nd, … time in a row: twice as long each time, and by chance
 * between half and all of that, so that many executors do not come back at once. `chance` is in [0, 1).
 */
export function retryDelayMs(failures: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return Math.round(full / 2 + (full / 2) * chance);
}
