import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFingerprints, type FingerprintCells } from './compare-fingerprints.ts';

const bucket = (
  name: string,
  rows: number,
  first: bigint,
  second: bigint,
  doubtful = '0',
): FingerprintCells => [name, String(rows), String(first), String(second), doubtful];

test('buckets with the same rows and sums are equal, and the others are looked at', () => {
  const found = compareFingerprints({
    source: [bucket('0a1', 3, 7n, 8n), bucket('fff', 2, 1n, 1n), bucket('001', 1, 5n, 5n)],
    target: [bucket('fff', 2, 1n, 2n), bucket('0a1', 3, 7n, 8n), bucket('002', 4, 5n, 5n)],
  });
  assert.deepEqual(found, {
    compared: 4,
    differing: ['001', '002', 'fff'],
    equalRows: 3,
    differingRows: { source: 3, target: 6 },
  });
});

test('sums of words with a sign and without are the same', () => {
  const word = 0xf000000000000001n;
  const signed = word - 2n ** 64n;
  const { differing } = compareFingerprints({
    source: [bucket('000', 2, word + 1n, 2n * word)],
    target: [bucket('000', 2, signed + 1n, 2n * signed)],
  });
  assert.deepEqual(differing, []);
});

test('the number of rows counts, and so does a doubt of either side', () => {
  const all = { source: [bucket('000', 1, 0n, 0n), bucket('001', 1, 0n, 0n), bucket('002', 1, 0n, 0n, '1')] };
  const target = [bucket('000', 2, 0n, 0n), bucket('001', 1, 0n, 0n, '1'), bucket('002', 1, 0n, 0n)];
  assert.deepEqual(compareFingerprints({ ...all, target }).differing, ['000', '001', '002']);
});

test('nothing against nothing is equal', () => {
  assert.deepEqual(compareFingerprints({ source: [], target: [] }), {
    compared: 0,
    differing: [],
    equalRows: 0,
    differingRows: { source: 0, target: 0 },
  });
});

test('what is no bucket is a defect, not an equal one', () => {
  const named = (name: string | null): FingerprintCells => [name, '1', '0', '0', '0'];
  assert.throws(() => compareFingerprints({ source: [named(null)], target: [] }), TypeError);
  assert.throws(() => compareFingerprints({ source: [named("0'1")], target: [] }), TypeError);
  assert.throws(() => compareFingerprints({ source: [['000', '1', null, '0', '0']], target: [] }), TypeError);
});
