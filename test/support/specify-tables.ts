import type { PlatformTable } from '../../src/connectors/platform/platform-server.ts';
import { type BySide, eachSide } from '../../src/domain/comparison/by-side.ts';
import { fieldPath } from '../../src/domain/comparison/field-path.ts';
import {
  type ComparedField,
  exactOptions,
  type PairSpecification,
  testSpecification,
} from '../../src/domain/comparison/pair-specification.ts';
import { resolveComparison } from '../../src/domain/comparison/resolve-comparison.ts';

/** One OUTER_VALUE test for each column of two tables that have the same ones. */
export function specifyTables(tables: BySide<PlatformTable>, keys: readonly string[]): PairSpecification {
  const names = tables.source.schema.fields.map(({ name }) => name);
  return {
    datasets: { source: { name: 'source', filterFields: {} }, target: { name: 'target', filterFields: {} } },
    fields: names.map((name) => comparedField(tables, name, keys.includes(name))),
    tests: names
      .filter((name) => !keys.includes(name))
      .map((name) => testSpecification({ id: name, functionCode: 'OUTER_VALUE', fields: [name], keys })),
  };
}

function comparedField(tables: BySide<PlatformTable>, name: string, isKey: boolean): ComparedField {
  const sides = eachSide(tables, ({ schema }) => {
    const found = schema.fields.find((field) => field.name === name);
    if (found === undefined) throw new TypeError('Both tables have the same columns.');
    return found;
  });
  const resolution = resolveComparison({
    surface: isKey ? 'joinKey' : 'valueField',
    functionCode: isKey ? null : 'OUTER_VALUE',
    selection: null,
    storedBinding: null,
    ...eachSide(sides, ({ logicalType, nativeType, nullable }) => ({
      field: fieldPath(name),
      scope: null,
      logicalType,
      nativeType,
      nullable,
      declaredZone: null,
    })),
  });
  if (resolution.comparisonType === null) throw new TypeError(`${name} does not compare with itself.`);
  const bound = eachSide(sides, ({ logicalType, nativeType }, _peer, side) => ({
    path: fieldPath(name),
    logicalType,
    nativeType,
    binding: resolution[side].binding,
  }));
  return { id: name, ...bound, comparisonType: resolution.comparisonType, options: exactOptions };
}
