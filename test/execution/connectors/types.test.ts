import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DatasetSchema, DescribedField, StagedDataset } from '../../../src/connectors/connector.ts';
import { fieldPath } from '../../../src/domain/comparison/field-path.ts';
import { printLogicalType } from '../../../src/domain/comparison/logical-type-text.ts';
import { isOrdered } from '../../../src/domain/comparison/logical-type-traits.ts';
import { exactOptions } from '../../../src/domain/comparison/pair-specification.ts';
import { compileMeasurement, type MeasureResult } from '../../../src/engine/compile/measurement.ts';
import { duckDbDialect } from '../../../src/engine/dialects/duckdb/duckdb-dialect.ts';
import type { Column, Measure, Measurement } from '../../../src/engine/plan/plan.ts';
import { ownComparison } from '../../../src/engine/pushdown/own-comparison.ts';
import { type Engine, openEngine, stage, stagedTexts } from './databases.ts';
import { everyType, fillMysql, fillPostgresql, isGenerated, rowsOf } from './every-type.ts';
import { typeCases as mysqlCases } from './mysql-types.ts';
import { typeCases as postgresqlCases } from './postgresql-types.ts';
import { type TestedDatabase, testedSystems } from './tested-database.ts';

for (const system of testedSystems) {
  describe(`every type of ${system.name}`, { skip: system.skip }, () => {
    const cases = system.name === 'MySQL' ? mysqlCases : postgresqlCases;
    let database: TestedDatabase;
    let engine: Engine;
    let schema: DatasetSchema;
    let dataset: StagedDataset;

    before(async () => {
      database = await system.open();
      await (system.name === 'MySQL' ? fillMysql : fillPostgresql)(database.url);
      engine = await openEngine();
      const table = { schema: database.schema, table: everyType };
      schema = await database.connector.describe(table);
      dataset = await stage(database.connector, engine, table, schema);
    });

    after(async () => {
      await dataset?.[Symbol.asyncDispose]();
      await engine?.close();
      await database?.drop();
    });

    for (const [index, each] of cases.entries()) {
      const { type, logical, values, note, unreadable = 0 } = each;
      test(`${type} is ${logical}, and its values are in staging what they were`, async () => {
        const name = `v${index}`;
        const field = schema.fields.find((candidate) => candidate.name === name);
        assert.ok(field);
        assert.equal(printLogicalType(field.logicalType), logical);
        assert.deepEqual(
          schema.notes.flatMap((candidate) => (candidate.field === name ? [candidate.code] : [])),
          note === undefined ? [] : [note],
        );
        const column = dataset.columns.find((candidate) => candidate.name === name);
        if (logical === 'unknown') {
          assert.equal(column, undefined);
          return;
        }
        const rows = rowsOf(cases);
        const staged = isGenerated(each)
          ? Array.from({ length: rows }, (_, row) => String(row * 2))
          : [...values.map(([, text]) => text), ...Array.from({ length: rows - values.length }, () => null)];
        assert.deepEqual(await stagedTexts(engine, dataset, name), staged);
        assert.equal(column?.readAs?.unreadable ?? 0, unreadable);
      });
    }

    test('what the server measures is what the engine measures in staging', async () => {
      const fields = schema.fields.filter(
        ({ logicalType }) => ownComparison(logicalType).kind !== 'presence',
      );
      const scan = { side: 'source' as const, scope: [], filter: null, filterFields: {}, maps: [] };
      const measures = fields.flatMap(measuresOf);
      const pushed = await database.connector.measure(
        { schema: database.schema, table: everyType },
        { fields: schema.fields, measurement: { scan, columns: fields.map(columnOf), measures } },
      );
      const staged = await measureStaged({ scan, columns: fields.map(stagedColumnOf), measures });
      for (const [index, { kind, column }] of measures.entries()) {
        const field = fields[column ?? -1];
        const [server, own] = [pushed[index], staged[index]];
        assert.ok(server && own);
        assert.deepEqual(
          comparable(server),
          comparable(own),
          `${kind} of ${field?.name}, ${field?.nativeType}`,
        );
      }
    });

    function stagedColumnOf(field: DescribedField): Column {
      const column = dataset.columns.find(({ name }) => name === field.name);
      assert.ok(column);
      const own = columnOf(field);
      const { logicalType, nativeType, readAs } = column;
      const binding = readAs?.binding ?? own.field.binding;
      return { ...own, field: { path: fieldPath(column.column), logicalType, nativeType, binding } };
    }

    async function measureStaged(measurement: Measurement): Promise<readonly MeasureResult[]> {
      const compiled = compileMeasurement(duckDbDialect, duckDbDialect.hashes, dataset.relation, measurement);
      const rows = [];
      for (const statement of compiled.statements) rows.push(await engine.session.query(statement));
      return compiled.results(rows);
    }
  });
}

function measuresOf({ logicalType }: DescribedField, column: number): readonly Measure[] {
  const kinds: Measure['kind'][] = ['count', 'unconvertible', 'distinct'];
  if (isOrdered(logicalType)) kinds.push('min', 'max');
  return kinds.map((kind) => ({ kind, column }));
}

/** What the engine knows besides of distinct values, a server does not tell. */
function comparable(result: MeasureResult) {
  return result.kind === 'distinct' ? { kind: result.kind, values: result.values } : result;
}

function columnOf({ name, logicalType, nativeType }: DescribedField): Column {
  return {
    side: 'source',
    field: { path: fieldPath(name), logicalType, nativeType, binding: { transform: 'none', format: '' } },
    comparisonType: ownComparison(logicalType),
    options: exactOptions,
    fitsLong: false,
  };
}
