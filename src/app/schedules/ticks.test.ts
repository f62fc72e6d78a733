import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../domain/app-error.ts';
import { latestTick, tickAfter, ticksAfter } from './ticks.ts';

const berlin = 'Europe/Berlin';
const ticks = (cron: string, timeZone: string, from: string, count: number) =>
  ticksAfter({ cron, timeZone }, new Date(from), count).map((tick) => tick.toISOString());

describe('ticks follow the clock on the wall', () => {
  test('six in the morning is an hour earlier in UTC once summer time has begun', () => {
    assert.deepEqual(ticks('0 6 * * *', berlin, '2026-03-27T12:00:00Z', 3), [
      '2026-03-28T05:00:00.000Z',
      '2026-03-29T04:00:00.000Z',
      '2026-03-30T04:00:00.000Z',
    ]);
  });

  test('a time that the clocks skip comes once, with the hour that follows', () => {
    // On 29 March 2026 Berlin has no 02:30: the clocks go from 02:00 to 03:00, which is 01:00 in UTC.
    assert.deepEqual(ticks('30 2 * * *', berlin, '2026-03-28T12:00:00Z', 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  test('a time that the clocks show twice comes once', () => {
    // On 25 October 2026 Berlin has 02:30 twice.
    assert.deepEqual(ticks('30 2 * * *', berlin, '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('every quarter of an hour goes on through both changes, without a pause and without a double', () => {
    for (const from of ['2026-03-29T00:00:00Z', '2026-10-25T00:00:00Z']) {
      const found = ticksAfter({ cron: '*/15 * * * *', timeZone: berlin }, new Date(from), 20);
      const gaps = found.slice(1).map((tick, index) => tick.getTime() - (found[index]?.getTime() ?? 0));
      assert.deepEqual(new Set(gaps), new Set([15 * 60_000]), from);
    }
  });

  test('zones of half hours, and of the other half of the year', () => {
    assert.deepEqual(ticks('0 0 * * *', 'Asia/Kolkata', '2026-01-01T00:00:00Z', 1), [
      '2026-01-01T18:30:00.000Z',
    ]);
    assert.deepEqual(ticks('0 9 * * 1', 'America/Santiago', '2026-04-04T00:00:00Z', 1), [
      '2026-04-06T13:00:00.000Z',
    ]);
  });
});

describe('of ticks that were missed', () => {
  const hourly = { cron: '0 * * * *', timeZone: 'UTC' };
  const at = (text: string) => new Date(`2026-05-01T${text}:00.000Z`);

  test('the last is made up for, and the others are counted', () => {
    const due = latestTick(hourly, { first: at('01:00'), from: at('00:00'), now: at('04:30') });
    assert.deepEqual(due, { at: at('04:00'), passedOver: 3 });
  });

  test('those before the time that may be made up for are not looked at', () => {
    const due = latestTick(hourly, { first: at('01:00'), from: at('03:30'), now: at('04:30') });
    assert.deepEqual(due, { at: at('04:00'), passedOver: 0 });
  });

  test('none within that time: the first, which is too late', () => {
    const due = latestTick(hourly, { first: at('01:00'), from: at('04:10'), now: at('04:30') });
    assert.deepEqual(due, { at: at('01:00'), passedOver: 0 });
  });

  test('the last is never after now, and the next after it always is', () => {
    const minutes = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(minutes, minutes, fc.integer({ min: 1, max: 10_080 }), (start, length, window) => {
        const rhythm = { cron: '*/7 2-9 * * *', timeZone: berlin };
        const origin = new Date('2026-03-20T00:00:00Z').getTime();
        const first = tickAfter(rhythm, new Date(origin + start * 60_000));
        const now = new Date(first.getTime() + length * 60_000);
        const from = new Date(now.getTime() - window * 60_000);
        const due = latestTick(rhythm, { first, from, now });
        assert.ok(due.at >= first && due.at <= now);
        if (due.at >= from) assert.ok(tickAfter(rhythm, due.at) > now);
      }),
      { numRuns: 30 },
    );
  });
});

describe('what cannot be read is refused with its place', () => {
  const refusals: readonly (readonly [string, string, string])[] = [
    ['every day', 'UTC', '/cron'],
    ['0 6 * * * *', 'UTC', '/cron'],
    ['61 6 * * *', 'UTC', '/cron'],
    ['0 0 30 2 *', 'UTC', '/cron'],
    ['0 6 * * *', 'Mars/Olympus', '/timeZone'],
  ];
  for (const [cron, timeZone, pointer] of refusals) {
    test(`${cron} in ${timeZone}`, () => {
      assert.throws(
        () => tickAfter({ cron, timeZone }, new Date()),
        (error) => error instanceof AppError && error.params.errors?.[0]?.pointer === pointer,
      );
    });
  }
});
