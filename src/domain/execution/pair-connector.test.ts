import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairConnector, reachableConnectors } from './pair-connector.ts';

test('a pair of one kind needs that kind, and one of two needs both, whichever is the source', () => {
  assert.equal(pairConnector({ source: 'files', target: 'files' }), 'files');
  assert.equal(pairConnector({ source: 'postgresql', target: 'files' }), 'files+postgresql');
  assert.equal(pairConnector({ source: 'files', target: 'postgresql' }), 'files+postgresql');
});

test('an executor reaches what it has, and every two of it, but nothing that it has one half of', () => {
  assert.deepEqual(reachableConnectors(['postgresql', 'files']), ['postgresql', 'files', 'files+postgresql']);
  assert.deepEqual(reachableConnectors([]), []);
});
