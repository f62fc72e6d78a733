import type { Clock } from '../../domain/clock.ts';
import type { IdentityLog } from './identity-settings.ts';
import { readSigningKeys, type SigningKey, type SigningKeys } from './signing-keys.ts';

/** A key that the issuer withdraws is refused after this time at the latest, while the issuer answers. */
const freshMs = 10 * 60_000;
/**
 * A token with an unknown `kid` costs its sender nothing, so it may cause at most one fetch in this time. Issuers
 * publish a key long before they sign with it; at worst a new key is refused for this long.
 */
const cooldownMs = 30_000;
/** While there are no keys at all nobody gets in, so the issuer is asked again sooner. */
const cooldownWithoutKeysMs = 5_000;
/** How long the last good keys count while the issuer does not answer: a day's outage locks nobody out. */
const lastKnownGoodMs = 24 * 60 * 60_000;

/** The keys at one moment. `generation` changes when, and only when, the keys do. */
export interface KeySnapshot {
  readonly generation: number;
  readonly keys: SigningKeys;
}

/**
 * The issuer's keys, cached. A rotation is noticed when the cache ages or a token names a new key; when the issuer
 * does not answer the last good keys go on; however many callers wait, one fetch is under way.
 */
export class IssuerKeys {
  readonly #load: () => Promise<unknown>;
  readonly #clock: Clock;
  readonly #log: IdentityLog | undefined;
  #snapshot: KeySnapshot | undefined;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #failing = false;
  #refreshing: Promise<void> | undefined;

  constructor(load: () => Promise<unknown>, deps: { readonly clock: Clock; readonly log?: IdentityLog }) {
    this.#load = load;
    this.#clock = deps.clock;
    this.#log = deps.log;
  }

  /** The keys, refreshed if they are due; undefined if there are none to rely on. */
  async current(): Promise<KeySnapshot | undefined> {
    if (this.#age(this.#loadedAt) >= freshMs && this.#mayAttempt()) {
      const refresh = this.#refresh();
      // An issuer that failed last time is asked in the background: the last good keys need not wait for its time limit.
      if (!(this.#failing && this.#reliable() !== undefined)) await refresh;
    } else if (this.#reliable() === undefined) {
      await this.#refreshing;
    }
    return this.#reliable();
  }

  /** The keys after one more look at the issuer, unless it was asked only just now: for a key that is not among them. */
  async afterAnotherLook(): Promise<KeySnapshot | undefined> {
    if (this.#mayAttempt()) await this.#refresh();
    else await this.#refreshing;
    return this.#reliable();
  }

  /** Whether the issuer failed to answer when it was last asked. */
  get failing(): boolean {
    return this.#failing;
  }

  /** When to come back, for a caller who could not be served. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#cooldown() - this.#age(this.#attemptedAt)) / 1000));
  }

  #reliable(): KeySnapshot | undefined {
    return this.#age(this.#loadedAt) < lastKnownGoodMs ? this.#snapshot : undefined;
  }

  #mayAttempt(): boolean {
    return this.#refreshing === undefined && this.#age(this.#attemptedAt) >= this.#cooldown();
  }

  #cooldown(): number {
    return this.#reliable() === undefined ? cooldownWithoutKeysMs : cooldownMs;
  }

  #age(moment: number): number {
    return this.#clock.now().getTime() - moment;
  }

  #refresh(): Promise<void> {
    this.#attemptedAt = this.#clock.now().getTime();
    this.#refreshing = this.#reload().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #reload(): Promise<void> {
    try {
      const keys = readSigningKeys(await this.#load());
      if (keys.size === 0) throw new Error('The key set holds no RSA key for RS256 signatures');
      this.#accept(keys);
    } catch (error) {
      this.#failing = true;
      this.#log?.warn(
        { err: error, lastKnownGood: this.#reliable() !== undefined },
        'The signing keys of the issuer could not be read',
      );
    }
  }

  #accept(keys: SigningKeys): void {
    if (this.#failing) this.#log?.info({}, 'The signing keys of the issuer can be read again');
    this.#failing = false;
    this.#loadedAt = this.#clock.now().getTime();
    if (this.#snapshot !== undefined && sameKeys(this.#snapshot.keys, keys)) return;
    this.#snapshot = { generation: (this.#snapshot?.generation ?? 0) + 1, keys };
  }
}

function sameKeys(one: SigningKeys, other: SigningKeys): boolean {
  const identities = (keys: Iterable<SigningKey>) => Array.from(keys, ({ identity }) => identity).sort();
  return JSON.stringify(identities(one.values())) === JSON.stringify(identities(other.values()));
}
