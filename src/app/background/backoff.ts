/** The first retry comes soon: most failures outside are over in a moment. */
const firstMs = 2_000;
/** An hour: a mail server that was down over night is tried again before anybody is back at work. */
const longestMs = 3_600_000;

/**
 * How long to wait after an attempt (1, 2, …) has failed: twice as long each time, and by chance between half and all
 * of that, so that what failed together is not tried again together. `chance` is in [0, 1).
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * chance);
}
