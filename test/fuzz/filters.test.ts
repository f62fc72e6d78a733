import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { fieldPath } from '../../src/domain/comparison/field-path.ts';
import type { FieldNode } from '../../src/domain/comparison/field-tree.ts';
import { filterOps } from '../../src/domain/comparison/filter.ts';
import { rootScope } from '../../src/domain/comparison/observation-scope.ts';
import type { DatasetDescriptor, DatasetField } from '../../src/domain/comparison/pair-specification.ts';
import { validateFilter } from '../../src/domain/comparison/validate-filter.ts';
import { compileFilter } from '../../src/engine/compile/filter.ts';
import { duckDbDialect } from '../../src/engine/dialects/duckdb/duckdb-dialect.ts';
import { identifier } from '../../src/engine/dialects/duckdb/lexical.ts';
import { openSession } from '../dialects/duckdb/open-session.ts';
import { observe } from '../dialects/properties/oracle/observe.ts';
import { passes } from '../dialects/properties/oracle/passes.ts';
import { logicalTypeOf } from '../dialects/properties/resolve-pairing.ts';
import { duckDbQuery, duckDbType } from '../support/duckdb-relations.ts';
import {
  boolean,
  date,
  decimal,
  double,
  int64,
  naive,
  table,
  text,
  time,
  type Value,
  zoned,
} from '../support/relations.ts';
import { fuzz } from './fuzz.ts';
import { editJson, jsonEdits } from './mutations.ts';

/** Values that are near each other, and the ends of their types. */
const values = {
  b: [true, false, null],
  n: ['0', '-1', '9007199254740993', '-9223372036854775808', '9223372036854775807', null],
  d: ['0.00', '-0.01', '12345678.90', '99999999.99', null],
  f: ['0', '-0', '0.1', 'NaN', 'Infinity', '-Infinity', '1.7976931348623157e308', '5e-324', null],
  s: ['', ' ', "o'clock", '%', '_', 'Zoë', 'zoë', '😀', 'a\\b', null],
  day: ['2024-02-29', '0001-01-01', '9999-12-31', null],
  at: ['00:00:00', '23:59:59.999999', null],
  wall: ['2024-02-29 12:00:00.000001', '0001-01-01 00:00:00', null],
  instant: ['2024-02-29 12:00:00Z', '1969-12-31 23:59:59.999Z', null],
} as const satisfies Readonly<Record<string, readonly Value[]>>;

const mostValues = Math.max(...Object.values(values).map(({ length }) => length));
const relation = table(
  {
    id: int64,
    b: boolean,
    n: int64,
    d: decimal(10, 2),
    f: double,
    s: text,
    day: date,
    at: time,
    wall: naive(6),
    instant: zoned(6),
  },
  ...Array.from({ length: 2 * mostValues }, (_, row): readonly Value[] => [
    String(row),
    ...Object.values(values).map((some: readonly Value[]) => some[row % some.length] ?? null),
  ]),
);

const fields: readonly FieldNode[] = relation.columns.map(({ name, type }) => ({
  name,
  logicalType: logicalTypeOf(type),
  nativeType: duckDbType(type),
  nullable: true,
}));
const filterFields: Readonly<Record<string, DatasetField>> = Object.fromEntries(
  fields.map(({ name, logicalType, nativeType }) => [
    name,
    { path: fieldPath(name), logicalType, nativeType },
  ]),
);
const dataset: DatasetDescriptor = { name: 't', filterFields };

const { session } = await openSession({ after }, { threads: 1 });
await session.query({ sql: `CREATE TEMP TABLE t AS ${duckDbQuery(relation)}` });

const names = Object.keys(values) as (keyof typeof values)[];
const condition: fc.Arbitrary<unknown> = fc.constantFrom(...names).chain((field) => {
  const known = fc.constantFrom<unknown>(...values[field].filter((each) => each !== null).map(asFilters));
  const value = fc.oneof(
    { weight: 9, arbitrary: known },
    fc.constantFrom<unknown>('', 'a', 1, 1.5, '5e-324'),
  );
  return fc.constantFrom(...filterOps).chain((op): fc.Arbitrary<unknown> => {
    if (op === 'isNull' || op === 'isNotNull') return fc.constant({ field, op });
    const count = op === 'between' ? 2 : 3;
    const many = fc.array(value, { minLength: op === 'between' ? 2 : 1, maxLength: count });
    return fc.record({
      field: fc.constant(field),
      op: fc.constant(op),
      value: op === 'in' || op === 'between' ? many : value,
    });
  });
});

/** Filters write timestamps in ISO 8601 with a T. */
function asFilters(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T') : value;
}

const { filter: filters } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    condition,
    fc.record({ all: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));

let [refused, taken] = [0, 0];

fuzz('a filter is refused with its faults, or chooses the rows that the oracle chooses', {
  share: 0.15,
  cases: fc.tuple(filters, fc.option(jsonEdits(['all', 'any', 'not', 'field', 'op', 'value']))),
  async check([filter, edits]) {
    const asked = edits === null ? filter : editJson(filter, edits);
    const read = validateFilter(asked, fields, rootScope);
    if (!read.ok) {
      assert.ok(read.faults.length > 0);
      refused += 1;
      return;
    }
    taken += 1;
    const condition = compileFilter(duckDbDialect, read.value, (name) => {
      const field = filterFields[name];
      assert.ok(field, name);
      return { field, sql: identifier(name) };
    });
    const sql = `SELECT id::VARCHAR AS id FROM t WHERE ${condition} ORDER BY t.id`;
    const chosen = (await session.query({ sql })).map(({ id }) => id);
    const expected = observe(relation, []).filter((row) => passes(read.value, relation, row, dataset));
    assert.deepEqual(
      chosen,
      expected.map(({ row: [id] }) => id),
      sql,
    );
  },
});

test('there were many of both kinds', () => {
  assert.ok(Math.min(refused, taken) > (refused + taken) / 20, `${refused} refused, ${taken} taken`);
});
