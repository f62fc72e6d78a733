import type { BySide } from '../comparison/by-side.ts';
import { eachSide } from '../comparison/by-side.ts';
import type { AskedTest } from './asked-test.ts';
import { type ExaminedFields, examineTest } from './examine-test.ts';
import type { SpecifiedDataset } from './specified-dataset.ts';
import type { TestDefinition, TestedFields, TestFault } from './validation-test.ts';

export type DefinedTest =
  | { readonly ok: true; readonly definition: TestDefinition }
  | { readonly ok: false; readonly faults: readonly TestFault[] };

/** The test as it is to be saved: bindings resolved, scopes settled, filters read; or everything that is wrong. */
export function defineTest(datasets: BySide<SpecifiedDataset>, asked: AskedTest): DefinedTest {
  const examined = examineTest(datasets, asked);
  if (!examined.ok) return examined;
  const { fields, keys, scope, filter } = examined.test;
  return {
    ok: true,
    definition: {
      functionCode: asked.functionCode,
      fields: fields.map(testedFields),
      keys: keys.map(testedFields),
      scope: eachSide(scope, (side) => side.scope),
      filter,
      tolerance: asked.tolerance,
      threshold: asked.threshold,
      duplicateKeys: asked.duplicateKeys,
      verification: asked.verification,
      options: asked.options,
      evidenceRows: asked.evidenceRows,
    },
  };
}

function testedFields({ resolution: { source, target } }: ExaminedFields): TestedFields {
  return {
    sourceField: source.field,
    targetField: target.field,
    binding: { source: source.binding, target: target.binding },
  };
}
