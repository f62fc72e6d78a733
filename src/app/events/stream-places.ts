import { AppError } from '../../domain/app-error.ts';

/** When a place may be free again: a stream ends after 15 minutes, but most end much sooner. */
const retryAfterSeconds = 30;

/** How many streams an Organization has open at this replica: each holds a connection and a timer. */
export class StreamPlaces {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place; to be called when it is free again. */
  take(orgUuid: string): () => void {
    const taken = this.#taken.get(orgUuid) ?? 0;
    if (taken >= this.#most) {
      throw new AppError('event_streams_exhausted', {
        detail: `The Organization has ${taken} event streams open already. Close some, or read the list of events.`,
        retryAfterSeconds,
      });
    }
    this.#taken.set(orgUuid, taken + 1);
    return () => {
      const left = (this.#taken.get(orgUuid) ?? 1) - 1;
      if (left === 0) this.#taken.delete(orgUuid);
      else this.#taken.set(orgUuid, left);
    };
  }
}
