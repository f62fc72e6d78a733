/** So many failures in a row are no accident. */
const tolerated = 5;
/** Long enough for a service to catch its breath, short enough that nobody has to restart us. */
const restMs = 30_000;

/**
 * Leaves a service alone that fails again and again: callers are told at once instead of waiting for each time limit,
 * and the service is not held down by those who wait for it. After the rest, one call tries whether it is back.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** `now` in milliseconds, of a clock that never turns back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Zero when a call may be made; it must then be followed by `succeeded` or `failed`. */
  restSeconds(): number {
    const left = this.#restsUntil - this.#now();
    if (left > 0) return left / 1000;
    // The one that tries again: the others wait for what it finds out.
    if (this.#failures >= tolerated) this.#restsUntil = this.#now() + restMs;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restsUntil = Number.NEGATIVE_INFINITY;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= tolerated) this.#restsUntil = this.#now() + restMs;
  }
}
