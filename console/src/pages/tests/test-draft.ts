import type { OperationInput } from '../../../../src/contract/client.ts';
import type { Body } from '../../api/queries.ts';
import { type FunctionCode, functions } from '../../language/functions.ts';
import { type Condition, conditionsOf, filterOf } from './conditions.ts';

type NewTest = OperationInput<'create_validation_test'>['body'];
type ChangedTest = OperationInput<'update_validation_test'>['body'];
export type Selection = NonNullable<OperationInput<'resolve_comparison'>['body']['selection']>;

export interface FieldPair {
  readonly sourceField: string;
  readonly targetField: string;
  readonly selection?: Selection | null;
}

/** A test while it is being written. */
export interface TestDraft {
  readonly name: string;
  readonly functionCode: FunctionCode;
  /** None: COUNT of rows. */
  readonly fields: readonly FieldPair[];
  readonly keys: readonly FieldPair[];
  readonly tolerance: {
    readonly kind: 'none' | 'absolute' | 'relative' | 'seconds';
    readonly amount: string;
  };
  readonly filter: { readonly source: readonly Condition[]; readonly target: readonly Condition[] };
  readonly maxRows: string;
  readonly allowDuplicates: boolean;
  readonly exact: boolean;
  readonly text: {
    readonly caseInsensitive: boolean;
    readonly trimWhitespace: boolean;
    readonly normalizeUnicode: boolean;
  };
  readonly evidenceRows: number;
}

export const newDraft: TestDraft = {
  name: '',
  functionCode: 'VALUE',
  fields: [],
  keys: [],
  tolerance: { kind: 'none', amount: '' },
  filter: { source: [], target: [] },
  maxRows: '',
  allowDuplicates: false,
  exact: false,
  text: { caseInsensitive: false, trimWhitespace: false, normalizeUnicode: false },
  evidenceRows: 1000,
};

const nanosecondsPerSecond = 1_000_000_000;

export function draftOf(test: Body<'get_validation_test'>): TestDraft {
  const { tolerance } = test;
  return {
    name: test.name,
    functionCode: test.functionCode,
    fields: test.fields.map(({ sourceField, targetField }) => ({ sourceField, targetField })),
    keys: test.keys.map(({ sourceField, targetField }) => ({ sourceField, targetField })),
    tolerance:
      tolerance === null
        ? newDraft.tolerance
        : tolerance.kind === 'absolute'
          ? { kind: 'absolute', amount: tolerance.amount }
          : tolerance.kind === 'relative'
            ? { kind: 'relative', amount: tolerance.ratio }
            : { kind: 'seconds', amount: String(Number(tolerance.nanoseconds) / nanosecondsPerSecond) },
    filter: {
      source: conditionsOf(test.filter.source) ?? [],
      target: conditionsOf(test.filter.target) ?? [],
    },
    maxRows: test.threshold.maxRows ?? '',
    allowDuplicates: test.duplicateKeys === 'allow',
    exact: test.verification === 'exact',
    text: test.options.text,
    evidenceRows: test.evidenceRows,
  };
}

function rulesOf(draft: TestDraft) {
  return {
    tolerance: toleranceOf(draft.tolerance),
    filter: { source: filterOf(draft.filter.source), target: filterOf(draft.filter.target) },
    threshold: draft.maxRows.trim() === '' ? {} : { maxRows: draft.maxRows.trim() },
    duplicateKeys: draft.allowDuplicates ? ('allow' as const) : ('fail' as const),
    verification: draft.exact ? ('exact' as const) : ('hashed' as const),
    options: { text: draft.text },
    evidenceRows: draft.evidenceRows,
  };
}

function toleranceOf({ kind, amount }: TestDraft['tolerance']): NonNullable<NewTest['tolerance']> {
  const text = amount.trim();
  if (kind === 'none' || text === '') return { kind: 'none' };
  if (kind === 'absolute') return { kind, amount: text };
  if (kind === 'relative') return { kind, ratio: text };
  return { kind: 'duration', nanoseconds: String(Math.round(Number(text) * nanosecondsPerSecond)) };
}

export function newTestOf(datasetPairUuid: string, draft: TestDraft): NewTest {
  const { name, functionCode, fields, keys } = draft;
  return {
    datasetPairUuid,
    functionCode,
    fields,
    ...(functions[functionCode].kind === 'rows' && { keys }),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...rulesOf(draft),
  };
}

/** What changed; fields are only sent where they were touched, because sending them resolves them anew. */
export function changeOf(before: TestDraft, after: TestDraft): ChangedTest {
  const { name, fields, keys } = after;
  return {
    ...rulesOf(after),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(fields !== before.fields && { fields }),
    ...(keys !== before.keys && { keys }),
  };
}
