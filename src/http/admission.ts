import { AppError } from '../domain/app-error.ts';
import { type PaceTimer, RefusalPace, steadyTimer } from './refusal-pace.ts';

/** Of one directory: as many a second as it may have answered by default. */
const refusalEveryMs = 10;
/** Of all callers whom nobody knows yet: what a twentieth of a processor refuses. */
const overloadEveryMs = 2;

/**
 * How many requests are being answered at once. Beyond a bound, more would be answered no sooner: they would only wait,
 * and take memory. They are refused instead, before anything is done for them, and not faster than a pace.
 */
export class Admission {
  readonly #most: number;
  readonly #ofDirectory = new Map<string, number>();
  readonly #overload: RefusalPace;
  readonly #refusals: RefusalPace;
  #underWay = 0;

  constructor(most: number, timer: PaceTimer = steadyTimer) {
    this.#most = most;
    this.#overload = new RefusalPace(overloadEveryMs, timer);
    this.#refusals = new RefusalPace(refusalEveryMs, timer);
  }

  /** A place for a request, for as long as it is being answered. */
  async enter(): Promise<Disposable> {
    if (this.#underWay >= this.#most) {
      await this.#overload.turn('');
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
  async enterAs(directoryId: string): Promise<Disposable> {
    const underWay = this.#ofDirectory.get(directoryId) ?? 0;
    if (underWay >= Math.ceil(this.#most / 2)) {
      return await this.refuse(
        directoryId,
        new AppError('rate_limited', {
          detail: 'This Organization has too many requests under way at once. Wait for their answers.',
          retryAfterSeconds: 1,
        }),
      );
    }
    this.#ofDirectory.set(directoryId, underWay + 1);
    return { [Symbol.dispose]: () => this.#leave(directoryId) };
  }

  /** A refusal that the callers of this directory get in their turn. */
  async refuse(directoryId: string, refusal: AppError): Promise<never> {
    await this.#refusals.turn(directoryId);
    throw refusal;
  }

  #leave(directoryId: string): void {
    const left = (this.#ofDirectory.get(directoryId) ?? 1) - 1;
    if (left > 0) this.#ofDirectory.set(directoryId, left);
    else this.#ofDirectory.delete(directoryId);
  }
}
