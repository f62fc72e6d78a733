import type { Clock, Ids } from './clock.ts';

/** The counter within a millisecond has 12 bits (RFC 9562, 6.2, method 1). */
const counterLimit = 0x1000;

/**
 * UUIDs of version 7 that grow with every call of one process, also within a millisecond: keyset paging by id is then
 * paging in order of creation.
 */
export function createIds(clock: Clock, randomBytes: (count: number) => Uint8Array): Ids {
  let millisecond = 0;
  let counter = 0;
  return {
    uuid() {
      const now = clock.now().getTime();
      if (now > millisecond) {
        millisecond = now;
        // Half of the room is left for the ids that follow in the same millisecond.
        counter = randomBits(randomBytes, 0x7ff);
      } else {
        counter += 1;
        if (counter === counterLimit) {
          millisecond += 1;
          counter = 0;
        }
      }
      return format(millisecond, counter, randomBytes(8));
    },
  };
}

function randomBits(randomBytes: (count: number) => Uint8Array, mask: number): number {
  const [high = 0, low = 0] = randomBytes(2);
  return ((high << 8) | low) & mask;
}

function format(millisecond: number, counter: number, random: Uint8Array): string {
  const time = millisecond.toString(16).padStart(12, '0');
  const middle = (0x7000 | counter).toString(16);
  const tail = Buffer.from(random);
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
  const hex = tail.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}
