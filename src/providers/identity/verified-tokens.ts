import { hash } from 'node:crypto';
import type { Principal } from '../../domain/principal.ts';

interface Entry {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/** At some 700 bytes an entry this is 7 MB: room for every token in use at one time on a busy replica. */
const defaultCapacity = 10_000;

/**
 * Tokens that have been verified, so that an RS256 signature is checked once and not with every request. Bounded,
 * the least recently used goes first; the whole of it counts only for the generation of keys that it was filled
 * under. It keeps hashes: what lies here cannot be used to sign in.
 */
export class VerifiedTokens {
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry>();
  #generation = 0;

  constructor(capacity: number = defaultCapacity) {
    this.#capacity = capacity;
  }

  get(token: string, generation: number, now: Date): Principal | undefined {
    this.#turnTo(generation);
    const key = keyOf(token);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.expiresAtMs <= now.getTime()) return undefined;
    this.#entries.set(key, entry);
    return entry.principal;
  }

  add(token: string, generation: number, entry: Entry): void {
    this.#turnTo(generation);
    this.#entries.set(keyOf(token), entry);
    if (this.#entries.size <= this.#capacity) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  get size(): number {
    return this.#entries.size;
  }

  #turnTo(generation: number): void {
    if (generation === this.#generation) return;
    this.#entries.clear();
    this.#generation = generation;
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64');
}
