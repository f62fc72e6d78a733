import { AppError } from '../../domain/app-error.ts';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import {
  type ComparedField,
  exactOptions,
  type FieldOptions,
  type PairSpecification,
  type TestSpecification,
  testSpecification,
} from '../../domain/comparison/pair-specification.ts';
import type { Resolution } from '../../domain/comparison/resolution.ts';
import type { Tolerance } from '../../domain/comparison/tolerance.ts';
import type { ColumnOptions } from './column-options.ts';
import type { ComparisonRequest } from './comparison-request.ts';
import { mapsOf, relationScope } from './observe-dataset.ts';
import type { ObservedDataset } from './open-dataset.ts';
import type { SideFilter } from './request-filters.ts';
import { type Column, type Pair, resolvePair } from './resolve-pairs.ts';

/** A pair of columns with all that is known about it before anything is read. */
export interface PlannedColumn {
  readonly pair: Pair;
  readonly isKey: boolean;
  /** As a value; for a key column as a key. */
  readonly resolution: Resolution;
  readonly tolerance: Tolerance | null;
  /** The compared field; null where the columns cannot be compared. */
  readonly fieldId: string | null;
  /** The test that compares its values row by row; null where there is none. */
  readonly valueTest: string | null;
  readonly functionTests: readonly string[];
}

/** What the engine is asked, and how its answers are told apart again. */
export interface PlannedComparison {
  readonly specification: PairSpecification;
  readonly columns: readonly PlannedColumn[];
  /** Test by test, the column that it is about; null for rows as a whole. */
  readonly pairOfTest: ReadonlyMap<string, Pair | null>;
}

export interface ComparisonBasis {
  readonly datasets: BySide<ObservedDataset>;
  readonly pairs: readonly Pair[];
  /** Empty: rows are compared as a multiset. */
  readonly keys: readonly Pair[];
  readonly options: ColumnOptions;
  readonly filters: BySide<SideFilter>;
}

const rowFunctions: readonly FunctionCode[] = ['VALUE', 'OUTER_VALUE'];
/** Those whose answer can be nearly right. */
const measuringFunctions: readonly FunctionCode[] = ['MIN', 'MAX', 'AVG', 'SUM'];

/** Every column that can be compared becomes tests; those that cannot keep their resolution, which says why. */
export function planComparison(request: ComparisonRequest, basis: ComparisonBasis): PlannedComparison {
  const functions: readonly FunctionCode[] =
    request.functions.length > 0 ? request.functions : ['OUTER_VALUE'];
  const rowFunction = functions.findLast((code) => rowFunctions.includes(code)) ?? null;
  const aggregates = functions.filter((code) => !rowFunctions.includes(code));
  const builder = new SpecificationBuilder(request, basis);

  const keyIds = basis.keys.map((pair) => builder.keyField(pair));
  const columns = basis.pairs.map((pair): PlannedColumn => {
    const isKey = basis.keys.includes(pair);
    const resolution = builder.resolve(pair, isKey ? 'joinKey' : 'valueField', rowFunction);
    const functionTests = aggregates.flatMap((code) => builder.functionTest(pair, code));
    const { comparisonType } = resolution;
    if (comparisonType === null) {
      return { pair, isKey, resolution, tolerance: null, fieldId: null, valueTest: null, functionTests };
    }
    const tolerance = isKey ? null : basis.options.toleranceFor(pair, comparisonType);
    const fieldId = isKey
      ? builder.keyField(pair)
      : builder.field(pair, resolution, basis.options.optionsFor(pair, comparisonType));
    return { pair, isKey, resolution, tolerance, fieldId, valueTest: null, functionTests };
  });
  if (functions.includes('COUNT')) builder.countRows();
  return builder.finish(rowFunction === null ? columns : withRowTests(builder, columns, keyIds, rowFunction));
}

/** One test a column where rows have keys; else one test of whole rows. */
function withRowTests(
  builder: SpecificationBuilder,
  columns: readonly PlannedColumn[],
  keyIds: readonly string[],
  functionCode: FunctionCode,
): readonly PlannedColumn[] {
  const compared = columns.filter(({ isKey, fieldId }) => !isKey && fieldId !== null);
  if (keyIds.length > 0 && compared.length > 0) {
    return columns.map((column) =>
      compared.includes(column)
        ? { ...column, valueTest: builder.valueTest(column, keyIds, functionCode) }
        : column,
    );
  }
  refuseToleranceWithoutKey(compared);
  const fieldIds = compared.flatMap(({ fieldId }) => fieldId ?? []);
  const whole = keyIds.length > 0 ? keyIds : fieldIds;
  if (whole.length === 0) return columns;
  const id = builder.wholeRowTest(whole, keyIds, functionCode);
  return columns.map((column) => (compared.includes(column) ? { ...column, valueTest: id } : column));
}

/** Rows that are only nearly equal cannot be told from others without a key. */
function refuseToleranceWithoutKey(columns: readonly PlannedColumn[]): void {
  const column = columns.find(({ tolerance }) => tolerance !== null);
  if (column === undefined) return;
  throw new AppError('validation_failed', {
    detail: `A tolerance (for ${JSON.stringify(column.pair.source.name)}) needs rows that are matched by a key, and these are compared as a whole. Name the columns that identify a row.`,
  });
}

class SpecificationBuilder {
  readonly #request: ComparisonRequest;
  readonly #basis: ComparisonBasis;
  readonly #fields: ComparedField[] = [];
  readonly #fieldIds = new Map<string, string>();
  readonly #tests: TestSpecification[] = [];
  readonly #pairOfTest = new Map<string, Pair | null>();

  constructor(request: ComparisonRequest, basis: ComparisonBasis) {
    this.#request = request;
    this.#basis = basis;
  }

  resolve(pair: Pair, surface: 'valueField' | 'joinKey', functionCode: FunctionCode | null): Resolution {
    return resolvePair(
      pair,
      this.#basis.datasets,
      surface,
      functionCode,
      this.#basis.options.selectionFor(pair),
    );
  }

  keyField(pair: Pair): string {
    const resolution = this.resolve(pair, 'joinKey', null);
    if (resolution.comparisonType === null) throw keyNeedsChoice(pair, resolution);
    return this.field(pair, resolution, this.#basis.options.optionsFor(pair, resolution.comparisonType));
  }

  /** The same columns in the same type are one field, whatever number of tests they are in. */
  field(pair: Pair, resolution: Resolution, options: FieldOptions = exactOptions): string {
    if (resolution.comparisonType === null) throw new TypeError('Only what is resolved can be compared.');
    const field = {
      source: bound(pair.source, resolution.source.binding),
      target: bound(pair.target, resolution.target.binding),
      comparisonType: resolution.comparisonType,
      options,
    };
    const text = JSON.stringify(field);
    const known = this.#fieldIds.get(text);
    if (known !== undefined) return known;
    const id = `field${this.#fields.length + 1}`;
    this.#fieldIds.set(text, id);
    this.#fields.push({ id, ...field });
    return id;
  }

  valueTest(column: PlannedColumn, keys: readonly string[], functionCode: FunctionCode): string {
    const fields = column.fieldId === null ? [] : [column.fieldId];
    return this.#add(functionCode, fields, column.pair, { keys, tolerance: column.tolerance });
  }

  wholeRowTest(fields: readonly string[], keys: readonly string[], functionCode: FunctionCode): string {
    return this.#add(functionCode, fields, null, { keys });
  }

  countRows(): string {
    return this.#add('COUNT', [], null, {});
  }

  /** Nothing where the function does not apply to such columns: there is no sum of texts. */
  functionTest(pair: Pair, functionCode: FunctionCode): readonly string[] {
    const resolution = this.resolve(pair, 'valueField', functionCode);
    const { comparisonType } = resolution;
    if (comparisonType === null || !resolution.allowedFunctions.includes(functionCode)) return [];
    const { toleranceFor, optionsFor } = this.#basis.options;
    // COUNT looks at no value, so that there is nothing to overlook in it.
    const options = functionCode === 'COUNT' ? exactOptions : optionsFor(pair, comparisonType);
    const tolerance = measuringFunctions.includes(functionCode) ? toleranceFor(pair, comparisonType) : null;
    return [this.#add(functionCode, [this.field(pair, resolution, options)], pair, { tolerance })];
  }

  finish(columns: readonly PlannedColumn[]): PlannedComparison {
    const { datasets, filters } = this.#basis;
    return Object.freeze<PlannedComparison>({
      specification: {
        datasets: {
          source: {
            name: datasets.source.name,
            filterFields: filters.source.fields,
            maps: mapsOf(datasets.source),
          },
          target: {
            name: datasets.target.name,
            filterFields: filters.target.fields,
            maps: mapsOf(datasets.target),
          },
        },
        fields: this.#fields,
        tests: this.#tests,
      },
      columns,
      pairOfTest: this.#pairOfTest,
    });
  }

  #add(
    functionCode: FunctionCode,
    fields: readonly string[],
    pair: Pair | null,
    more: Partial<TestSpecification>,
  ): string {
    const id = `test${this.#tests.length + 1}`;
    const { filters, datasets } = this.#basis;
    const { duplicateKeys, verification, evidenceRows } = this.#request;
    this.#tests.push(
      testSpecification({
        id,
        functionCode,
        fields,
        scope: { source: relationScope(datasets.source), target: relationScope(datasets.target) },
        filter: { source: filters.source.filter, target: filters.target.filter },
        duplicateKeys,
        verification,
        evidenceRows,
        ...more,
      }),
    );
    this.#pairOfTest.set(id, pair);
    return id;
  }
}

function bound(column: Column, binding: Resolution['source']['binding']) {
  return {
    path: column.path,
    logicalType: column.logicalType,
    nativeType: column.nativeType,
    binding,
  };
}

/** `errors` names each choice by its id, so that a caller can say how to make it. */
function keyNeedsChoice(pair: Pair, resolution: Resolution): AppError {
  const { name } = pair.source;
  const reasons = resolution.diagnostics.map(({ detail }) => detail).join(' ');
  return new AppError('validation_failed', {
    detail: `Rows cannot be matched by ${JSON.stringify(name)}: ${reasons}`,
    errors: resolution.choices.map(({ choiceId, label }) => ({
      detail: label,
      code: choiceId,
      parameter: name,
    })),
  });
}
