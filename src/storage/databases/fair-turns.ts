/** Somebody who waits for a turn. */
interface Waiter {
  readonly call: () => void;
}

interface Party {
  underWay: number;
  /** Turns that it has had and given back. */
  ended: number;
  readonly waiting: Set<Waiter>;
}

export interface FairTurnsOptions {
  /** Turns that there are at once. */
  readonly most: number;
  /** Of them one party has this many at most, so that another finds some that end soon. */
  readonly mostOfOne: number;
  /** Whoever has waited this long leaves, and gets what `late` says. */
  readonly limitMs: number;
  readonly late: (why: LateReason) => Error;
}

/**
 * - `ownBacklog`: the party has all the turns that it may have, they come to an end, and its own come before this one;
 * - `noTurn`: others have the turns, or none that the party has comes to an end.
 */
export type LateReason = 'ownBacklog' | 'noTurn';

/**
 * A bounded number of turns, shared by parties as if each had a queue of its own: the next turn goes to the one with the
 * fewest under way, and among equals to the one whose last turn is longest ago. In one queue for all, whoever asks for
 * everything stands before everybody else.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions;
  /** In the order of their last turn. */
  readonly #parties = new Map<string, Party>();
  #underWay = 0;
  #waiting = 0;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when it is the party's turn, which lasts until it is given back. */
  async take(name: string): Promise<Disposable> {
    const party = this.#partyOf(name);
    if (this.#underWay < this.#options.most && party.underWay < this.#options.mostOfOne) {
      this.#begin(name, party);
    } else {
      await this.#wait(name, party);
    }
    return { [Symbol.dispose]: () => this.#end(name, party) };
  }

  #partyOf(name: string): Party {
    const known = this.#parties.get(name);
    if (known !== undefined) return known;
    const party: Party = { underWay: 0, ended: 0, waiting: new Set() };
    this.#parties.set(name, party);
    return party;
  }

  #wait(name: string, party: Party): Promise<void> {
    const endedBefore = party.ended;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        party.waiting.delete(waiter);
        this.#waiting -= 1;
      };
      const waiter: Waiter = {
        call: () => {
          leave();
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        this.#forget(name, party);
        const isOwn = party.underWay >= this.#options.mostOfOne && party.ended > endedBefore;
        reject(this.#options.late(isOwn ? 'ownBacklog' : 'noTurn'));
      }, this.#options.limitMs);
      party.waiting.add(waiter);
      this.#waiting += 1;
    });
  }

  #begin(name: string, party: Party): void {
    party.underWay += 1;
    this.#underWay += 1;
    this.#putLast(name, party);
  }

  #end(name: string, party: Party): void {
    party.underWay -= 1;
    party.ended += 1;
    this.#underWay -= 1;
    // Whoever came while it lasted has had none since.
    this.#putLast(name, party);
    this.#forget(name, party);
    const next = this.#next();
    if (next === undefined) return;
    const [waiter] = next.party.waiting;
    this.#begin(next.name, next.party);
    waiter?.call();
  }

  #putLast(name: string, party: Party): void {
    this.#parties.delete(name);
    this.#parties.set(name, party);
  }

  #next(): { readonly name: string; readonly party: Party } | undefined {
    let chosen: { name: string; party: Party } | undefined;
    for (const [name, party] of this.#parties) {
      if (party.waiting.size === 0 || party.underWay >= this.#options.mostOfOne) continue;
      if (chosen === undefined || party.underWay < chosen.party.underWay) chosen = { name, party };
    }
    return chosen;
  }

  #forget(name: string, party: Party): void {
    if (party.underWay === 0 && party.waiting.size === 0) this.#parties.delete(name);
  }
}
