import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonReason, guessReason } from './reasons.ts';

test('a reason is guessed for what a person would recognise', () => {
  const reason = (source: string | null, target: string | null) => guessReason({ source, target });
  assert.equal(reason('1204.10', '1204.15'), '+0.05');
  assert.equal(reason('0.3', '0.2'), '−0.1');
  assert.equal(reason('90071992547409931', '90071992547409932'), '+1');
  assert.equal(reason('-5', '5'), '+10');
  assert.equal(reason('1.10', '1.1'), 'written otherwise');
  assert.equal(reason('88.00', null), 'lost');
  assert.equal(reason(null, 'x'), 'was NULL');
  assert.equal(reason('x', ''), 'emptied');
  assert.equal(reason('2026-03-01 09:30:00', '2026-03-01 10:30:00'), '1 hour later');
  assert.equal(reason('2026-03-01 09:30:00', '2026-03-01 00:00:00'), 'time of day lost');
  assert.equal(reason('2026-03-01 09:30:00', '2026-03-01'), 'time of day lost');
  assert.equal(reason('paid', 'paid '), 'white space at the ends');
  assert.equal(reason('Paid', 'paid'), 'upper and lower case');
  assert.equal(reason('a long text', 'a long'), 'cut after 6 characters');
  assert.equal(reason('apple', 'pear'), null);
});

test('one reason is told for all when it explains most of them', () => {
  const hour = { source: '2026-03-01 09:30:00', target: '2026-03-01 10:30:00' };
  const other = { source: 'apple', target: 'pear' };
  assert.deepEqual(commonReason([hour, hour, hour, other]), { reason: '1 hour later', count: 3 });
  assert.equal(commonReason([hour, other, other, other]), null);
  assert.equal(commonReason([hour, hour]), null, 'two are no pattern');
});
