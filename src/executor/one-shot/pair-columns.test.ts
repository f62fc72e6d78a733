import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestNames } from './nearest-names.ts';
import { type NamedColumn, pairColumns, pairNamed } from './pair-columns.ts';

function named(...names: readonly string[]): readonly NamedColumn[] {
  return names.map((name) => ({ name }));
}

function pairs(
  source: readonly string[],
  target: readonly string[],
  mappings: readonly { source: string; target: string }[] = [],
  ignored: readonly string[] = [],
) {
  const pairing = pairColumns({ source: named(...source), target: named(...target) }, mappings, ignored);
  return {
    pairs: pairing.pairs.map((pair) => `${pair.source.name}-${pair.target.name}`),
    onlyInSource: pairing.onlyInSource.map(({ name }) => name),
    onlyInTarget: pairing.onlyInTarget.map(({ name }) => name),
  };
}

test('the same name comes first, then the only one that differs in case alone', () => {
  assert.deepEqual(pairs(['id', 'Name', 'x'], ['NAME', 'id', 'y']), {
    pairs: ['id-id', 'Name-NAME'],
    onlyInSource: ['x'],
    onlyInTarget: ['y'],
  });
  assert.deepEqual(pairs(['id', 'ID'], ['ID', 'id']).pairs, ['id-id', 'ID-ID']);
  assert.deepEqual(pairs(['id', 'ID'], ['Id']), {
    pairs: [],
    onlyInSource: ['id', 'ID'],
    onlyInTarget: ['Id'],
  });
  assert.deepEqual(pairs(['id', 'ID'], ['id', 'Id']).pairs, ['id-id', 'ID-Id']);
});

test('a mapping comes before names', () => {
  assert.deepEqual(pairs(['a', 'b'], ['a', 'b'], [{ source: 'a', target: 'b' }]), {
    pairs: ['a-b'],
    onlyInSource: ['b'],
    onlyInTarget: ['a'],
  });
});

test('ignored columns are nowhere', () => {
  assert.deepEqual(pairs(['a', 'b'], ['a', 'c'], [], ['b', 'c']), {
    pairs: ['a-a'],
    onlyInSource: [],
    onlyInTarget: [],
  });
});

test('a name that is nowhere is refused, with the nearest', () => {
  const unknown = { code: 'field_unknown' };
  assert.throws(() => pairs(['amount'], ['amount'], [], ['amuont']), {
    ...unknown,
    message: /Did you mean "amount"/,
  });
  assert.throws(() => pairs(['a'], ['a'], [{ source: 'z', target: 'a' }]), {
    ...unknown,
    message: /source has no column "z".*There are "a"/,
  });
  assert.throws(
    () =>
      pairs(
        ['a', 'b'],
        ['a'],
        [
          { source: 'a', target: 'a' },
          { source: 'b', target: 'a' },
        ],
      ),
    { code: 'validation_failed' },
  );
});

test('a pair is known by either name', () => {
  const { pairs: found } = pairColumns(
    { source: named('a', 'B'), target: named('x', 'b') },
    [{ source: 'a', target: 'x' }],
    [],
  );
  assert.equal(pairNamed(found, 'a', 'The key').target.name, 'x');
  assert.equal(pairNamed(found, 'x', 'The key').source.name, 'a');
  assert.equal(pairNamed(found, 'b', 'The key').source.name, 'B');
  assert.throws(() => pairNamed(found, 'c', 'The key'), {
    code: 'field_unknown',
    message: /^The key names the column "c"/,
  });
});

test('the nearest names are those that a slip of the finger makes', () => {
  assert.deepEqual(nearestNames('custmer', ['customer', 'amount']), ['customer']);
  assert.deepEqual(nearestNames('ID', ['id']), ['id']);
  assert.deepEqual(nearestNames('zzz', ['id', 'name']), []);
});
