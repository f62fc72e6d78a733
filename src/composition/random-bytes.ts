import { randomFillSync } from 'node:crypto';

/** Enough for some hundred ids; a call to the system for each took longer than all else that making one does. */
const pool = new Uint8Array(4096);
let used = pool.length;

/** Random bytes, each handed out once. */
export function randomBytes(count: number): Uint8Array {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.slice(used - count, used);
}
