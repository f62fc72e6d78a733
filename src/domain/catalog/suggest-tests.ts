import type { ChoiceId, FunctionCode, Surface } from '../comparison/binding.ts';
import type { BySide } from '../comparison/by-side.ts';
import { collectionDepth, printFieldPath } from '../comparison/field-path.ts';
import { familyOf, isNumeric } from '../comparison/logical-type-traits.ts';
import type { Resolution, ResolutionStatus } from '../comparison/resolution.ts';
import { resolveComparison } from '../comparison/resolve-comparison.ts';
import { type LeafField, matchedFields } from './matched-fields.ts';
import type { PreparedField } from './prepared-field.ts';

export interface TestedDataset {
  readonly fields: readonly PreparedField[];
  readonly rowCount: number;
  readonly zone: string | null;
}

export interface TestSuggestion {
  /** `joinKey`: fields to match rows by. */
  readonly surface: Surface;
  readonly functionCode: FunctionCode | null;
  readonly sourceField: string;
  readonly targetField: string;
  readonly status: ResolutionStatus;
  /** What to select one of, where the fields do not compare by themselves. */
  readonly choiceIds: readonly ChoiceId[];
  readonly reason: string;
  /** What to create; a field that needs a choice is still without it. Null for a join key. */
  readonly test: SuggestedTest | null;
}

export interface SuggestedTest {
  readonly functionCode: FunctionCode;
  /** None: rows are counted. */
  readonly fields: readonly SuggestedFields[];
  readonly keys: readonly SuggestedFields[];
}

export interface SuggestedFields {
  readonly sourceField: string;
  readonly targetField: string;
}

/** More fields than a person would read suggestions for. */
const mostFields = 1_000;
/** Few enough different values that listing them says what they are: states, currencies, countries. */
const fewValues = 50;
/** Estimates of distinct values are off by a few per cent. */
const nearlyAll = 0.97;

/** Tests worth having: the keys first, then field by field in the order of the source. */
export function suggestTests(sides: BySide<TestedDataset>): readonly TestSuggestion[] {
  const matched = matchedFields({ source: sides.source.fields, target: sides.target.fields }).slice(
    0,
    mostFields,
  );
  const keys = matched.filter((fields) => isKey(fields, sides));
  const key = keys[0];
  const counted = key ?? matched[0];
  return [
    ...keys.map((fields) => keySuggestion(fields, sides)),
    ...(counted ? suggested(counted, sides, 'COUNT', countReason(sides)).map(ofRows) : []),
    ...matched
      .filter((fields) => fields !== key)
      .flatMap((fields) =>
        valueTests(fields, sides, key).flatMap(([code, reason]) =>
          suggested(fields, sides, code, reason, code === 'VALUE' ? key : undefined),
        ),
      ),
  ];
}

function isKey(fields: BySide<LeafField>, sides: BySide<TestedDataset>): boolean {
  if (!isUnique(fields.source, sides.source) || !isUnique(fields.target, sides.target)) return false;
  return resolve(fields, sides, 'joinKey', null).status === 'resolved';
}

function isUnique({ path, field: { profile } }: LeafField, { rowCount }: TestedDataset): boolean {
  if (profile === null || profile.distinctCount === null || rowCount === 0) return false;
  const { value, exact } = profile.distinctCount;
  const enough = exact ? rowCount : rowCount * nearlyAll;
  return collectionDepth(path) === 0 && profile.nullCount === 0 && value >= enough;
}

/** Of no field: a count of one would leave out the rows in which it is NULL. */
function ofRows(suggestion: TestSuggestion): TestSuggestion {
  return { ...suggestion, test: suggestion.test && { ...suggestion.test, fields: [] } };
}

function keySuggestion(fields: BySide<LeafField>, sides: BySide<TestedDataset>): TestSuggestion {
  const reason = `No value is missing and none repeats on either side, so \`${nameOf(fields.source)}\` can match rows.`;
  return suggestion(fields, resolve(fields, sides, 'joinKey', null), reason);
}

function countReason({ source, target }: BySide<TestedDataset>): string {
  return source.rowCount === target.rowCount
    ? `Both sides had ${source.rowCount} rows when they were prepared.`
    : `The source had ${source.rowCount} rows and the target ${target.rowCount} when they were prepared.`;
}

type Reasoned = readonly [code: FunctionCode, reason: string];

function valueTests(
  fields: BySide<LeafField>,
  sides: BySide<TestedDataset>,
  key: BySide<LeafField> | undefined,
): readonly Reasoned[] {
  const isInRow = collectionDepth(fields.source.path) === 0;
  if (key !== undefined && isInRow) {
    const matchedBy = `Rows can be matched by \`${nameOf(key.source)}\`, so every value can be compared.`;
    return [['VALUE', matchedBy], ...nullTests(fields)];
  }
  const why = isInRow ? 'No key is known' : 'It is inside a collection';
  const { logicalType } = fields.source;
  if (isNumeric(logicalType) && isNumeric(fields.target.logicalType)) {
    return [['SUM', `${why}; equal sums make equal values likely.`], ...nullTests(fields)];
  }
  if (familyOf(logicalType) === 'temporal') {
    const reason = `${why}; the earliest and the latest value show missing periods.`;
    return [['MIN', reason], ['MAX', reason], ...nullTests(fields)];
  }
  const distinct = fields.source.field.profile?.distinctCount?.value;
  if (distinct !== undefined && distinct <= fewValues && sides.source.rowCount > fewValues) {
    return [
      ['SET_A_EQUALS_B', `${why}, and there are only ${distinct} different values.`],
      ...nullTests(fields),
    ];
  }
  return [['COUNT_DISTINCT', `${why}; the number of different values must agree.`], ...nullTests(fields)];
}

/** Values that are missing on one side only are a common loss, and the cheapest to find. */
function nullTests({ source, target }: BySide<LeafField>): readonly Reasoned[] {
  const [inSource, inTarget] = [source.field.profile?.nullCount, target.field.profile?.nullCount];
  if (inSource === undefined || inTarget === undefined || inSource === inTarget) return [];
  return [['COUNT', `${inSource} values are NULL in the source and ${inTarget} in the target.`]];
}

function suggested(
  fields: BySide<LeafField>,
  sides: BySide<TestedDataset>,
  functionCode: FunctionCode,
  reason: string,
  key?: BySide<LeafField>,
): readonly TestSuggestion[] {
  const resolution = resolve(fields, sides, 'valueField', functionCode);
  if (resolution.status === 'incompatible') return [];
  const test = { functionCode, fields: [namesOf(fields)], keys: key === undefined ? [] : [namesOf(key)] };
  return [{ ...suggestion(fields, resolution, reason), test }];
}

function suggestion(fields: BySide<LeafField>, resolution: Resolution, reason: string): TestSuggestion {
  const { surface, functionCode, status, choices } = resolution;
  return {
    surface,
    functionCode,
    ...namesOf(fields),
    status,
    choiceIds: status === 'selectionRequired' ? choices.map(({ choiceId }) => choiceId) : [],
    reason,
    test: null,
  };
}

function resolve(
  fields: BySide<LeafField>,
  sides: BySide<TestedDataset>,
  surface: Surface,
  functionCode: FunctionCode | null,
): Resolution {
  const side = ({ path, logicalType, field }: LeafField, { zone }: TestedDataset) => ({
    field: path,
    scope: null,
    logicalType,
    nativeType: field.nativeType,
    nullable: field.nullable,
    declaredZone: zone,
  });
  return resolveComparison({
    surface,
    functionCode,
    selection: null,
    storedBinding: null,
    source: side(fields.source, sides.source),
    target: side(fields.target, sides.target),
  });
}

function namesOf({ source, target }: BySide<LeafField>): SuggestedFields {
  return { sourceField: nameOf(source), targetField: nameOf(target) };
}

function nameOf({ path }: LeafField): string {
  return printFieldPath(path);
}
