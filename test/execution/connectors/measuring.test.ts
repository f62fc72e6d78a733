import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DatasetSchema, DescribedField } from '../../../src/connectors/connector.ts';
import type { ComparisonType } from '../../../src/domain/comparison/comparison-type.ts';
import { fieldPath } from '../../../src/domain/comparison/field-path.ts';
import type { Filter } from '../../../src/domain/comparison/filter.ts';
import { exactOptions } from '../../../src/domain/comparison/pair-specification.ts';
import type { MeasureResult } from '../../../src/engine/compile/measurement.ts';
import type { Column, Measure, Measurement } from '../../../src/engine/plan/plan.ts';
import { ownComparison } from '../../../src/engine/pushdown/own-comparison.ts';
import { isProblem, type TestedDatabase, testedSystems } from './tested-database.ts';

const nines = '9'.repeat(36);

for (const system of testedSystems) {
  describe(`${system.name}: measures of a table`, { skip: system.skip }, () => {
    let database: TestedDatabase;
    let schema: DatasetSchema;
    const isMysql = system.name === 'MySQL';
    /** MySQL's timestamp is an instant. */
    const zone = isMysql ? 'Z' : '';

    before(async () => {
      database = await system.open();
      // Texts in a collation that ignores case and trailing spaces, where there is one.
      await database.run(`CREATE TABLE measured (
        id int, n bigint, d decimal(38,2), f double precision,
        s varchar(20)${isMysql ? ' COLLATE utf8mb4_general_ci' : ''}, day date,
        at timestamp${isMysql ? '(6) NULL' : ''}, t time${isMysql ? '(6)' : ''}, u ${isMysql ? 'varbinary(16)' : 'uuid'})`);
      const uuid = isMysql ? `x'00ff'` : `'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'`;
      await database.run(`INSERT INTO measured VALUES
        (1, 9223372036854775807, ${nines}.99, 0.1, 'a', '2024-01-31', '2024-01-31 07:05:00.123456', '07:05:00.5', ${uuid}),
        (2, 9223372036854775807, ${nines}.98, 0.2, 'A', '0999-12-31', '2024-01-31 07:05:00.123457', '23:59:59', ${uuid}),
        (3, -1, -0.10, 0.3, 'a ', '9999-12-31', '1999-12-31 23:59:59', '00:00:00', ${uuid}),
        (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`);
      schema = await database.connector.describe({ schema: database.schema, table: 'measured' });
    });

    after(() => database?.drop());

    const measure = (
      columns: readonly Column[],
      measures: readonly Measure[],
      filter: Filter | null = null,
    ) => {
      const scan = { side: 'source' as const, scope: [], filter, filterFields: {}, maps: [] };
      const measurement: Measurement = { scan, columns, measures };
      const table = { schema: database.schema, table: 'measured' };
      return database.connector.measure(table, { fields: schema.fields, measurement });
    };
    const of = async (name: string, kind: Measure['kind'], type?: ComparisonType): Promise<MeasureResult> => {
      const [value] = await measure([columnOf(schema, name, type)], [{ kind, column: 0 }]);
      assert.ok(value);
      return value;
    };

    test('counts, also of distinct values, whatever the collation', async () => {
      const columns = ['n', 's', 'u'].map((name) => columnOf(schema, name));
      const values = await measure(columns, [
        { kind: 'rows', column: null },
        { kind: 'count', column: 0 },
        { kind: 'distinct', column: 0 },
        { kind: 'distinct', column: 1 },
        { kind: 'distinct', column: 2 },
        { kind: 'unconvertible', column: 0 },
      ]);
      assert.deepEqual(values.map(numberOf), [4, 3, 2, 3, 1, 0]);
    });

    test('the least and the greatest, in canonical text', async () => {
      const extremes = async (name: string) => [textOf(await of(name, 'min')), textOf(await of(name, 'max'))];
      assert.deepEqual(await extremes('n'), ['-1', '9223372036854775807']);
      assert.deepEqual(await extremes('d'), ['-0.1', `${nines}.99`]);
      assert.deepEqual(await extremes('f'), ['0.1', '0.3']);
      assert.deepEqual(await extremes('s'), ['A', 'a ']);
      assert.deepEqual(await extremes('day'), ['0999-12-31', '9999-12-31']);
      assert.deepEqual(await extremes('at'), [
        `1999-12-31T23:59:59${zone}`,
        `2024-01-31T07:05:00.123457${zone}`,
      ]);
      assert.deepEqual(await extremes('t'), ['00:00:00', '23:59:59']);
    });

    test('sums never overflow and never round', async () => {
      const exact = async (name: string) => {
        return partsOf(await of(name, 'sum')).exact;
      };
      assert.equal(await exact('n'), String(2n * 9223372036854775807n - 1n));
      assert.equal(await exact('d'), `1${'9'.repeat(35)}9.87`);
    });

    test('a sum of doubles comes with its magnitude and with what is not finite', async () => {
      const parts = partsOf(await of('f', 'sum'));
      assert.ok(Math.abs(Number(parts.sum) - 0.6) < 1e-15);
      assert.ok(Math.abs(Number(parts.magnitude) - 0.6) < 1e-15);
      assert.deepEqual(
        [parts.exact, parts.notANumber, parts.infinite, parts.negativeInfinite],
        [null, '0', '0', '0'],
      );
    });

    test('times are cut, never rounded', async () => {
      const type = schema.fields.find(({ name }) => name === 'at')?.logicalType;
      assert.ok(type?.kind === 'timestamp');
      const seconds = ownComparison({ ...type, precision: 0 });
      assert.equal(textOf(await of('at', 'max', seconds)), `2024-01-31T07:05:00${zone}`);
      const milliseconds = ownComparison({ ...type, precision: 3 });
      assert.equal(textOf(await of('at', 'max', milliseconds)), `2024-01-31T07:05:00.123${zone}`);
      assert.equal(numberOf(await of('at', 'distinct', milliseconds)), 2);
    });

    test('a filter holds for every measure', async () => {
      const filter: Filter = { field: 'id', op: 'ge', value: '3' };
      const values = await measure(
        [columnOf(schema, 'n')],
        [
          { kind: 'rows', column: null },
          { kind: 'count', column: 0 },
          { kind: 'max', column: 0 },
        ],
        filter,
      );
      assert.deepEqual([...values.slice(0, 2).map(numberOf), textOf(values[2])], [2, 1, '-1']);
    });

    test('what the server cannot do exactly is refused, not done inexactly', async () => {
      const folded = {
        ...columnOf(schema, 's'),
        options: { ...exactOptions, text: { ...exactOptions.text, caseInsensitive: true } },
      };
      await assert.rejects(
        measure([folded], [{ kind: 'distinct', column: 0 }]),
        isProblem('comparison_unsupported'),
      );
      const zoned: ComparisonType = {
        kind: 'timestamp',
        precision: 6,
        clock: 'wall',
        zone: 'Europe/Berlin',
        sourceZone: null,
        targetZone: null,
      };
      await assert.rejects(of('at', 'max', zoned), isProblem('comparison_unsupported'));
      await assert.rejects(of('day', 'max', { kind: 'text' }), isProblem('comparison_unsupported'));
    });

    test('a profile looks at every field in one query', async () => {
      const table = { schema: database.schema, table: 'measured' };
      const profile = await database.connector.profile(table, { fields: schema.fields, filter: null });
      assert.equal(profile.rows, 4);
      const byName = new Map(profile.fields.map((field) => [field.name, field]));
      assert.deepEqual(byName.get('id'), {
        name: 'id',
        nulls: 0,
        distinct: { count: 4, exact: true },
        min: '1',
        max: '4',
      });
      assert.deepEqual(byName.get('s'), {
        name: 's',
        nulls: 1,
        distinct: { count: 3, exact: true },
        min: 'A',
        max: 'a ',
      });
      assert.deepEqual(byName.get('u'), {
        name: 'u',
        nulls: 1,
        distinct: { count: 1, exact: true },
        min: null,
        max: null,
      });
      assert.deepEqual(
        [...byName.keys()],
        schema.fields.map(({ name }) => name),
      );
    });
  });
}

function columnOf(schema: DatasetSchema, name: string, type?: ComparisonType): Column {
  const field = schema.fields.find((each): each is DescribedField => each.name === name);
  assert.ok(field);
  const { logicalType, nativeType } = field;
  return {
    side: 'source',
    field: { path: fieldPath(name), logicalType, nativeType, binding: { transform: 'none', format: '' } },
    comparisonType: type ?? ownComparison(logicalType),
    options: exactOptions,
    fitsLong: false,
  };
}

function numberOf(result: MeasureResult): number {
  if (result.kind === 'distinct') return result.values;
  assert.ok('count' in result);
  return result.count;
}

function textOf(result: MeasureResult | undefined): string | null {
  assert.ok(result?.kind === 'min' || result?.kind === 'max');
  return result.text;
}

function partsOf(result: MeasureResult) {
  assert.ok(result.kind === 'sum');
  return result.parts;
}
