import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Condition, conditionsOf, filterOf } from './conditions.ts';

function line(part: Partial<Condition>): Condition {
  return { id: '1', field: 'status', op: 'eq', value: 'open', ...part };
}

test('lines become a filter', () => {
  assert.equal(filterOf([]), null);
  assert.deepEqual(filterOf([line({})]), { field: 'status', op: 'eq', value: 'open' });
  assert.deepEqual(
    filterOf([
      line({ op: 'in', value: 'open, paid' }),
      line({ op: 'between', value: '1,5' }),
      line({ op: 'isNull' }),
    ]),
    {
      all: [
        { field: 'status', op: 'in', value: ['open', 'paid'] },
        { field: 'status', op: 'between', value: ['1', '5'] },
        { field: 'status', op: 'isNull' },
      ],
    },
  );
});

test('a filter becomes lines again, unless it says more than lines can', () => {
  const filter = filterOf([line({ op: 'in', value: 'open, paid' }), line({ op: 'isNotNull' })]);
  assert.deepEqual(
    conditionsOf(filter)?.map(({ field, op, value }) => [field, op, value]),
    [
      ['status', 'in', 'open, paid'],
      ['status', 'isNotNull', ''],
    ],
  );
  assert.deepEqual(conditionsOf(null), []);
  assert.equal(conditionsOf({ any: [{ field: 'a', op: 'isNull' }] }), null);
  assert.equal(conditionsOf({ not: { field: 'a', op: 'isNull' } }), null);
});
