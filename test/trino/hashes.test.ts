import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedInput, partHash, textInput } from '../../src/engine/dialects/trino/hashes.ts';
import { openTrino } from '../support/trino.ts';

/** More columns than a call takes arguments. */
const names = Array.from({ length: 130 }, (_, index) => `c${index}`);

const places = [
  [],
  ...[0, 1, 30, 31, 62, 63, 126, 129].map((place) => [place]),
  [0, 1],
  [0, 129],
  [128, 129],
  names.map((_, index) => index),
];

for (const { type, value, inputs } of [
  // Bytes that are all alike, so that moving a NULL moves nothing else.
  { type: 'BIGINT', value: '-1', inputs: (name: string) => fixedInput(`to_big_endian_64(${name})`) },
  { type: 'DOUBLE', value: 'nan()', inputs: (name: string) => fixedInput(`to_ieee754_64(${name})`) },
  { type: 'VARCHAR', value: "''", inputs: textInput },
]) {
  test(`rows of ${type} that differ only in which of their values are NULL have other hashes`, async () => {
    using session = await openTrino();
    const rows = places.map((nulls) =>
      names.map((_, index) => `CAST(${nulls.includes(index) ? 'NULL' : value} AS ${type})`),
    );
    const hash = partHash(names.flatMap((name) => inputs(name).own));
    const hashes = await session.query(
      `SELECT to_hex(${hash}) FROM (VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}) AS t(${names.join(', ')})`,
    );
    assert.ok(!hashes.flat().includes(null));
    assert.equal(new Set(hashes.flat()).size, places.length);
  });
}
