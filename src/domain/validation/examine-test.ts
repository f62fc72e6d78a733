import type { Surface } from '../comparison/binding.ts';
import { type BySide, eachSide, fromEachSide } from '../comparison/by-side.ts';
import type { ComparisonType } from '../comparison/comparison-type.ts';
import { collectionDepth } from '../comparison/field-path.ts';
import type { Filter } from '../comparison/filter.ts';
import { exactOptions, type FieldOptions } from '../comparison/pair-specification.ts';
import type { Resolution, ResolutionInputSide } from '../comparison/resolution.ts';
import { resolveComparison } from '../comparison/resolve-comparison.ts';
import { fieldNumberFault, testToleranceFaults } from '../comparison/test-rules.ts';
import { exactText } from '../comparison/tolerance.ts';
import { type OptionFault, optionFaults, thresholdFaults } from '../comparison/tolerance-rules.ts';
import { type ValidatedFilter, validateFilter } from '../comparison/validate-filter.ts';
import type { AskedTest } from './asked-test.ts';
import { judgeResolution } from './judge-resolution.ts';
import { type LocatedFields, type LocatedScope, locateFields } from './locate-fields.ts';
import { fieldNodesOf, type SpecifiedDataset } from './specified-dataset.ts';
import type { TestFault, TestFaultCode } from './validation-test.ts';

/** A test held against its datasets: everything is there and compares. */
export interface ExaminedTest {
  readonly fields: readonly ExaminedFields[];
  readonly keys: readonly ExaminedFields[];
  readonly scope: BySide<LocatedScope>;
  readonly filter: BySide<Filter | null>;
}

export interface ExaminedFields extends Pick<LocatedFields, 'sides'> {
  readonly resolution: Resolution;
  readonly comparisonType: ComparisonType;
  /** As much of the test's options as these fields can have. */
  readonly options: FieldOptions;
}

export type Examination =
  | { readonly ok: true; readonly test: ExaminedTest }
  | { readonly ok: false; readonly faults: readonly TestFault[] };

/**
 * The one place where a test meets its datasets: when it is created or changed, when it is read (does it still fit?)
 * and when it is run.
 */
export function examineTest(datasets: BySide<SpecifiedDataset>, asked: AskedTest): Examination {
  const number = fieldNumberFault(asked);
  if (number !== null) {
    return faulty([atBoth(number.pointer === '/keys' ? 'keys_wrong' : 'fields_wrong', '', number)]);
  }
  const located = locateFields(datasets, asked);
  if ('faults' in located) return faulty(located.faults);
  const { scope } = located.value;
  const unequal = scopeFaults(scope);
  if (unequal.length > 0) return faulty(unequal);

  const examine = (fields: LocatedFields, surface: Surface) =>
    examineFields(datasets, asked, scope, fields, surface);
  const fields = located.value.fields.map((each) => examine(each, 'valueField'));
  const keys = located.value.keys.map((each) => examine(each, 'joinKey'));
  const filters = eachSide(datasets, (dataset, _peer, side): ValidatedFilter | null =>
    asked.filter[side] === null
      ? null
      : validateFilter(asked.filter[side], fieldNodesOf(dataset), scope[side].scope),
  );
  const compared = [...fields, ...keys].flatMap(({ examined }) => examined ?? []);
  const unresolved = [...fields, ...keys].flatMap((each) => each.faults);
  const faults = [
    ...unresolved,
    ...filterFaults(filters),
    ...thresholdFaults(asked.threshold).map((fault) => atBoth('threshold_invalid', '/threshold', fault)),
    // What the others may be depends on the types of all fields.
    ...(unresolved.length > 0 ? [] : typedRuleFaults(asked, compared)),
  ];
  if (faults.length > 0) return faulty(faults);
  return {
    ok: true,
    test: {
      fields: fields.flatMap(({ examined }) => examined ?? []),
      keys: keys.flatMap(({ examined }) => examined ?? []),
      scope,
      filter: eachSide(filters, (filter) => (filter?.ok ? filter.value : null)),
    },
  };
}

function examineFields(
  datasets: BySide<SpecifiedDataset>,
  { functionCode, options }: AskedTest,
  scope: BySide<LocatedScope>,
  { sides, asked, pointer }: LocatedFields,
  surface: Surface,
): { readonly examined: ExaminedFields | null; readonly faults: readonly TestFault[] } {
  const input = eachSide(
    sides,
    ({ path, field }, _peer, side): ResolutionInputSide => ({
      field: path,
      scope: scope[side].scope,
      logicalType: field.logicalType,
      nativeType: field.nativeType,
      nullable: field.nullable,
      declaredZone: datasets[side].zone,
    }),
  );
  const resolution = resolveComparison({
    surface,
    // A key is there to match rows, whatever function is applied to them.
    functionCode: surface === 'joinKey' ? null : functionCode,
    selection: asked.selection,
    storedBinding: asked.stored,
    ...input,
  });
  const { comparisonType } = resolution;
  const fault = judgeResolution(resolution, pointer);
  if (fault !== null || comparisonType === null) return { examined: null, faults: fault ? [fault] : [] };
  const taken = optionsTaken(options, comparisonType);
  return { examined: { sides, resolution, comparisonType, options: taken }, faults: [] };
}

/** A test of a number that is matched by a text: the text options are for the key alone. */
function optionsTaken(options: FieldOptions, type: ComparisonType): FieldOptions {
  const text = { ...options, listOrder: exactOptions.listOrder };
  const list = { ...options, text: exactText };
  return {
    text: optionFaults(text, type).length === 0 ? options.text : exactText,
    listOrder: optionFaults(list, type).length === 0 ? options.listOrder : exactOptions.listOrder,
  };
}

/** Both sides must count the same kind of thing; also where there is no field to tell by. */
function scopeFaults({ source, target }: BySide<LocatedScope>): readonly TestFault[] {
  if (collectionDepth(source.path) === collectionDepth(target.path)) return [];
  const detail =
    'One side observes rows or outer items and the other items further inside, so they do not count the same things. Observe both equally deep.';
  return [{ code: 'scope_invalid', side: 'both', pointer: '/scope', detail }];
}

function filterFaults(filters: BySide<ValidatedFilter | null>): readonly TestFault[] {
  return fromEachSide(filters, (filter, _peer, side) => {
    if (filter === null || filter.ok) return [];
    return filter.faults.map(({ pointer, detail }): TestFault => {
      return { code: 'filter_invalid', side, pointer: `/filter/${side}${pointer}`, detail };
    });
  });
}

function typedRuleFaults(asked: AskedTest, compared: readonly ExaminedFields[]): readonly TestFault[] {
  const { tolerance, options } = asked;
  const tolerated =
    tolerance === null ? [] : testToleranceFaults(tolerance, asked, compared[0]?.comparisonType.kind);
  return [
    ...tolerated.map((fault) => atBoth('tolerance_invalid', '/tolerance', fault)),
    ...idleOptions(options, compared).map((fault) => atBoth('options_invalid', '/options', fault)),
  ];
}

/** An option that no field and no key can have would do nothing, which is a mistake. */
function idleOptions(options: FieldOptions, compared: readonly ExaminedFields[]): readonly OptionFault[] {
  if (compared.length === 0) return optionFaults(options, { kind: 'presence' });
  const [first, ...others] = compared.map(({ comparisonType }) => optionFaults(options, comparisonType));
  return (first ?? []).filter(({ pointer }) =>
    others.every((faults) => faults.some((fault) => fault.pointer === pointer)),
  );
}

function atBoth(code: TestFaultCode, pointer: string, fault: OptionFault): TestFault {
  return { code, side: 'both', pointer: `${pointer}${fault.pointer}`, detail: fault.detail };
}

function faulty(faults: readonly TestFault[]): Examination {
  return { ok: false, faults };
}
