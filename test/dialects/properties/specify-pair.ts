import { type FunctionCode, functionCodes } from '../../../src/domain/comparison/binding.ts';
import { eachSide } from '../../../src/domain/comparison/by-side.ts';
import type { ComparisonType } from '../../../src/domain/comparison/comparison-type.ts';
import { fieldPath } from '../../../src/domain/comparison/field-path.ts';
import {
  type ComparedField,
  type FieldOptions,
  type PairSpecification,
  type TestSpecification,
  testSpecification,
} from '../../../src/domain/comparison/pair-specification.ts';
import type { Resolution } from '../../../src/domain/comparison/resolution.ts';
import { exactText, type Tolerance } from '../../../src/domain/comparison/tolerance.ts';
import { chosenFilter } from './chosen-filter.ts';
import type { GeneratedColumn, GeneratedOptions, GeneratedPair } from './generated-pair.ts';
import { resolvePairing } from './resolve-pairing.ts';

type Ask = Partial<TestSpecification> & Pick<TestSpecification, 'functionCode' | 'fields'>;

/** Every test that the columns of a pair allow: all functions, with and without keys and tolerances. */
export function specifyPair(pair: GeneratedPair): PairSpecification {
  const fields: ComparedField[] = [];
  const asked: Ask[] = [{ functionCode: 'COUNT', fields: [] }];
  const define = (id: string, column: GeneratedColumn, resolution: Resolution, options: FieldOptions) => {
    const field = comparedField(id, column, resolution, options);
    fields.push(field);
    return field.id;
  };
  const plain: FieldOptions = { text: exactText, listOrder: 'ordered' };

  const keys = pair.keys.map((column) =>
    define(column.name, column, resolvePairing(column.pairing, 'joinKey', null), plain),
  );
  const compared = pair.values.map((column) => {
    const resolution = resolvePairing(column.pairing, 'valueField', 'VALUE');
    const options = optionsFor(resolution.comparisonType, pair.options);
    return { id: define(column.name, column, resolution, options), type: resolution.comparisonType };
  });

  for (const [index, column] of pair.values.entries()) {
    for (const functionCode of functionCodes) {
      const resolution = resolvePairing(column.pairing, 'valueField', functionCode);
      if (resolution.status !== 'resolved') continue;
      if (functionCode === 'VALUE' || functionCode === 'OUTER_VALUE') continue;
      asked.push({
        functionCode,
        fields: [define(`${column.name} ${functionCode}`, column, resolution, plain)],
      });
    }
    const { id, type } = compared[index] ?? { id: '', type: null };
    for (const functionCode of ['VALUE', 'OUTER_VALUE'] as const) {
      asked.push({ functionCode, fields: [id], keys: [] });
      if (keys.length === 0) continue;
      asked.push({ functionCode, fields: [id], keys });
      for (const tolerance of tolerancesOf(type)) asked.push({ functionCode, fields: [id], keys, tolerance });
    }
    for (const tolerance of tolerancesOf(type)) asked.push(...toleratingAggregates(id, type, tolerance));
  }
  const all = compared.map(({ id }) => id);
  asked.push({ functionCode: 'VALUE', fields: [...keys, ...all], keys: [] });
  if (keys.length > 0) asked.push({ functionCode: 'OUTER_VALUE', fields: all, keys });

  const filters = eachSide(pair.options.filter, (choice, _peer, side) =>
    chosenFilter(choice, pair.relations[side]),
  );
  const filter = { source: filters.source.filter, target: filters.target.filter };
  return {
    datasets: eachSide(filters, ({ fields: filterFields }, _peer, side) => ({
      name: side,
      filterFields,
      maps: [],
    })),
    fields,
    tests: asked.map((ask, index) => withOptions({ filter, ...ask }, `test ${index + 1}`, pair.options)),
  };
}

function withOptions(ask: Ask, id: string, options: GeneratedOptions): TestSpecification {
  const excusable = ask.functionCode === 'VALUE' || ask.functionCode === 'OUTER_VALUE';
  return testSpecification({
    id,
    duplicateKeys: options.duplicateKeys,
    verification: options.verification,
    evidenceRows: 3,
    ...(excusable ? { threshold: { maxRows: options.maxRows, maxRatio: options.maxRatio } } : {}),
    ...ask,
  });
}

function comparedField(
  id: string,
  { name, pairing }: GeneratedColumn,
  { comparisonType, source, target }: Resolution,
  options: FieldOptions,
): ComparedField {
  if (comparisonType === null) throw new TypeError(`The pairing ${pairing.name} does not resolve.`);
  const path = fieldPath(name);
  return {
    id,
    source: { path, logicalType: source.logicalType, nativeType: source.nativeType, binding: source.binding },
    target: { path, logicalType: target.logicalType, nativeType: target.nativeType, binding: target.binding },
    comparisonType,
    options,
  };
}

/** Only what an option is about takes it: letter case of numbers is a contradiction. */
function optionsFor(type: ComparisonType | null, options: GeneratedOptions): FieldOptions {
  return {
    text: type?.kind === 'text' ? options.text : exactText,
    listOrder: type?.kind === 'list' && options.bags ? 'bag' : 'ordered',
  };
}

function tolerancesOf(type: ComparisonType | null): readonly Tolerance[] {
  switch (type?.kind) {
    case 'exactNumeric':
    case 'double':
      return [
        { kind: 'absolute', amount: '0.01' },
        { kind: 'relative', ratio: '0.1' },
      ];
    case 'date':
    case 'time':
    case 'timestamp':
      return [{ kind: 'duration', nanoseconds: '1000000000' }];
    default:
      return [];
  }
}

function toleratingAggregates(
  field: string,
  type: ComparisonType | null,
  tolerance: Tolerance,
): readonly Ask[] {
  const isNumber = type?.kind === 'exactNumeric' || type?.kind === 'double';
  const functions: readonly FunctionCode[] = isNumber ? ['MIN', 'MAX', 'SUM', 'AVG'] : ['MIN', 'MAX'];
  return functions.map((functionCode) => ({ functionCode, fields: [field], tolerance }));
}
