import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogicalKind } from '../logical-type.ts';
import { type PairRule, pairRule, pairRules } from './pair-rules.ts';

/**
 * The matrix as the design has it, written out by hand: `=` by itself, `N` asPeerNumeric or asText, `D` asPeerDateTime
 * or asText, `T` asText alone, `.` incompatible.
 */
const expected = `
  boolean   = N N N T . . . . . . . . . .
  long      N = = = N D . D . . . . . . .
  decimal   N = = = N D . D . . . . . . .
  double    N = = = N D . D . . . . . . .
  string    T N N N = D D D = T = . . . .
  date      . D D D D = . = . . . . . . .
  time      . . . . D . = . . . . . . . .
  timestamp . D D D D = . = . . . . . . .
  uuid      . . . . = . . . = . . . . . .
  binary    . . . . T . . . . = . . . . .
  json      . . . . = . . . . . = . . . .
  struct    . . . . . . . . . . . = . . .
  list      . . . . . . . . . . . . = . .
  map       . . . . . . . . . . . . . = .
  unknown   . . . . . . . . . . . . . . .
`;

const letters: Record<string, PairRule['kind'] | string> = {
  '=': 'by itself',
  '.': 'incompatible',
  N: 'asPeerNumeric asText',
  D: 'asPeerDateTime asText',
  T: 'asText',
};

test('the matrix is the one of the design', () => {
  const rows = expected
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const kinds = rows.map(([kind]) => kind as LogicalKind);
  assert.equal(kinds.length, 15);
  for (const [kind = '', ...cells] of rows) {
    const actual = kinds.map((other) => {
      const rule = pairRule(kind as LogicalKind, other);
      return rule.kind === 'by choice' ? rule.choices.join(' ') : rule.kind;
    });
    assert.deepEqual(
      actual,
      cells.map((cell) => letters[cell]),
      kind,
    );
  }
});

test('a pair stands in one row only', () => {
  const pairs = pairRules.flatMap(({ one, other }) => {
    // A row whose two lists are the same holds each pair in both directions.
    const both = one.flatMap((a) => other.map((b) => [a, b].sort().join(' ')));
    return [...new Set(both)];
  });
  assert.deepEqual(pairs, [...new Set(pairs)]);
});
