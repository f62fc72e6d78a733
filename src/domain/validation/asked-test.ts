import type { FunctionCode } from '../comparison/binding.ts';
import type { BySide } from '../comparison/by-side.ts';
import type { ObservationScope } from '../comparison/observation-scope.ts';
import { defaultEvidenceRows, exactOptions } from '../comparison/pair-specification.ts';
import type { Selection, StoredBinding } from '../comparison/resolution.ts';
import { noMismatch } from '../comparison/threshold.ts';
import type { TestDefinition } from './validation-test.ts';

/** A test as a person asks for it, or as it was saved: not yet held against the datasets. */
export interface AskedTest extends Omit<TestDefinition, 'fields' | 'keys' | 'scope' | 'filter'> {
  readonly fields: readonly AskedFields[];
  readonly keys: readonly AskedFields[];
  /** Null: the innermost collection of that side that holds a field or key, else the row. */
  readonly scope: BySide<ObservationScope | null>;
  /** Not yet read as filters; null for all rows. */
  readonly filter: BySide<unknown>;
}

export interface AskedFields {
  readonly sourceField: string;
  readonly targetField: string;
  readonly selection: Selection | null;
  /** The bindings that they were saved with; null where they are asked for anew. */
  readonly stored: StoredBinding | null;
}

/** A test of which nothing is said but its function: everything else is at its default. */
export function plainTest(functionCode: FunctionCode): AskedTest {
  return {
    functionCode,
    fields: [],
    keys: [],
    scope: { source: null, target: null },
    filter: { source: null, target: null },
    tolerance: null,
    threshold: noMismatch,
    duplicateKeys: 'fail',
    verification: 'hashed',
    options: exactOptions,
    evidenceRows: defaultEvidenceRows,
  };
}

/** What was saved, asked for again. */
export function asSaved(definition: TestDefinition): AskedTest {
  const saved = ({ sourceField, targetField, binding }: TestDefinition['fields'][number]): AskedFields => ({
    sourceField,
    targetField,
    selection: null,
    stored: binding,
  });
  return { ...definition, fields: definition.fields.map(saved), keys: definition.keys.map(saved) };
}
