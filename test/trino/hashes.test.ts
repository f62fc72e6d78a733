import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nullMasks, partHash } from '../../src/engine/dialects/trino/hashes.ts';
import { openTrino } from '../support/trino.ts';

/** More columns than a number has bits, and than a call takes arguments. */
const names = Array.from({ length: 130 }, (_, index) => `c${index}`);

test('rows that differ only in which of their values are NULL have other hashes', async () => {
  using session = await openTrino();
  // The bytes of -1 are all alike, so that without the masks these rows would be the same but for their lengths.
  const places = [
    [],
    [0],
    [1],
    [30],
    [31],
    [62],
    [63],
    [126],
    [129],
    [0, 129],
    names.map((_, index) => index),
  ];
  const rows = places.map((nulls) => names.map((_, index) => (nulls.includes(index) ? 'NULL' : '-1')));
  const inputs = [nullMasks(names), ...names.map((name) => `to_big_endian_64(${name})`)];
  const hashes = await session.query(
    `SELECT to_hex(${partHash(inputs)}) FROM (VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}) AS t(${names.join(', ')})`,
  );
  assert.equal(new Set(hashes.flat()).size, places.length);
});
