import { AppError } from '../domain/app-error.ts';

/**
 * How many requests are being answered at once. Beyond a bound, more would be answered no sooner: they would only wait,
 * and take memory. They are refused at once instead, before anything is done for them.
 */
export class Admission {
  readonly #most: number;
  readonly #ofDirectory = new Map<string, number>();
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** A place for a request, for as long as it is being answered. */
  enter(): Disposable {
    if (this.#underWay >= this.#most) {
      throw new AppError('service_overloaded', {
        detail:
          'The service is answering as many requests as it can. Nothing was changed; wait 1 s and retry.',
        retryAfterSeconds: 1,
      });
    }
    this.#underWay += 1;
    return {
      [Symbol.dispose]: () => {
        this.#underWay -= 1;
      },
    };
  }

  /** Half of all places is for the callers of one directory at most, so that one who asks for everything leaves some. */
  enterAs(directoryId: string): Disposable {
    const underWay = this.#ofDirectory.get(directoryId) ?? 0;
    if (underWay >= Math.ceil(this.#most / 2)) {
      throw new AppError('rate_limited', {
        detail: 'This Organization has too many requests under way at once. Wait for their answers.',
        retryAfterSeconds: 1,
      });
    }
    this.#ofDirectory.set(directoryId, underWay + 1);
    return { [Symbol.dispose]: () => this.#leave(directoryId) };
  }

  #leave(directoryId: string): void {
    const left = (this.#ofDirectory.get(directoryId) ?? 1) - 1;
    if (left > 0) this.#ofDirectory.set(directoryId, left);
    else this.#ofDirectory.delete(directoryId);
  }
}
