import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Threshold } from './threshold.ts';
import { exactText } from './tolerance.ts';
import { optionFaults, thresholdFaults, toleranceFaults } from './tolerance-rules.ts';

function pointers(faults: readonly { readonly pointer: string }[]) {
  return faults.map(({ pointer }) => pointer);
}

test('a tolerance is a decimal that is not negative, for numbers', () => {
  for (const amount of ['0', '0.01', '1e-9', '5']) {
    assert.deepEqual(toleranceFaults({ kind: 'absolute', amount }, 'exactNumeric'), [], amount);
  }
  for (const ratio of ['0', '0.01', '1e-9', '0.999', '1', '1.00', '10e-1']) {
    assert.deepEqual(toleranceFaults({ kind: 'relative', ratio }, 'double'), [], ratio);
  }
  for (const ratio of ['1.0001', '5', '10', '1e1']) {
    assert.deepEqual(pointers(toleranceFaults({ kind: 'relative', ratio }, 'double')), ['/ratio'], ratio);
  }
  for (const amount of ['', '-0.01', 'x', '1,5', 'NaN']) {
    assert.deepEqual(pointers(toleranceFaults({ kind: 'absolute', amount }, 'double')), ['/amount'], amount);
    assert.deepEqual(
      pointers(toleranceFaults({ kind: 'relative', ratio: amount }, 'double')),
      ['/ratio'],
      amount,
    );
  }
  assert.deepEqual(pointers(toleranceFaults({ kind: 'absolute', amount: '1' }, 'text')), ['/kind']);
});

test('a duration is for dates and times', () => {
  assert.deepEqual(toleranceFaults({ kind: 'duration', nanoseconds: '1000000000' }, 'timestamp'), []);
  assert.deepEqual(pointers(toleranceFaults({ kind: 'duration', nanoseconds: '1.5' }, 'time')), [
    '/nanoseconds',
  ]);
  assert.deepEqual(pointers(toleranceFaults({ kind: 'duration', nanoseconds: '1' }, 'double')), ['/kind']);
});

test('a threshold is a count of rows, a ratio, or both', () => {
  const cases: readonly (readonly [Threshold, readonly string[]])[] = [
    [{ maxRows: null, maxRatio: null }, []],
    [{ maxRows: '12', maxRatio: '0.001' }, []],
    [{ maxRows: '0', maxRatio: '1' }, []],
    [{ maxRows: '-1', maxRatio: '1.1' }, ['/maxRows', '/maxRatio']],
    [{ maxRows: '1.5', maxRatio: '' }, ['/maxRows', '/maxRatio']],
  ];
  for (const [threshold, expected] of cases) assert.deepEqual(pointers(thresholdFaults(threshold)), expected);
});

test('an option that would do nothing is a mistake', () => {
  const folded = { ...exactText, caseInsensitive: true, trimWhitespace: true };
  const ordered = { text: exactText, listOrder: 'ordered' } as const;
  assert.deepEqual(optionFaults(ordered, { kind: 'date' }), []);
  assert.deepEqual(
    optionFaults({ ...ordered, text: folded }, { kind: 'list', element: { kind: 'text' } }),
    [],
  );
  assert.deepEqual(pointers(optionFaults({ text: folded, listOrder: 'bag' }, { kind: 'date' })), [
    '/text/caseInsensitive',
    '/text/trimWhitespace',
    '/listOrder',
  ]);
});
