import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FunctionCode, functionCodes } from '../../domain/comparison/binding.ts';
import type { LogicalType } from '../../domain/comparison/logical-type.ts';
import { printLogicalType } from '../../domain/comparison/logical-type-text.ts';
import { exactOptions } from '../../domain/comparison/pair-specification.ts';
import type { Choice, Selection } from '../../domain/comparison/resolution.ts';
import { isOneOf, rowFunctions } from '../../domain/comparison/test-rules.ts';
import { representativeTypes } from '../../domain/comparison/testing/logical-types.ts';
import { resolve } from '../../domain/comparison/testing/resolution-inputs.ts';
import type { AskedTest } from '../../domain/validation/asked-test.ts';
import { defineTest } from '../../domain/validation/define-test.ts';
import { fitOfTest } from '../../domain/validation/fit-of-test.ts';
import { specifyPair } from '../../domain/validation/specify-pair.ts';
import { planPair } from './plan-pair.ts';

function datasetOf(type: LogicalType) {
  const field = { nullable: true, children: null, profile: null };
  const fields = [
    { name: 'id', logicalType: 'long', nativeType: 'BIGINT', ...field },
    { name: 'f', logicalType: printLogicalType(type), nativeType: '', ...field },
  ];
  return { name: 'd', zone: null, fields };
}

function askedTest(functionCode: FunctionCode, selection: Selection | null, isKey: boolean): AskedTest {
  const named = (name: string) => ({ sourceField: name, targetField: name, selection: null, stored: null });
  const tested = { ...named('f'), selection };
  const isRow = isOneOf(rowFunctions, functionCode);
  return {
    functionCode,
    fields: [isKey ? named('id') : tested],
    keys: isRow ? [isKey ? tested : named('id')] : [],
    scope: { source: null, target: null },
    filter: { source: null, target: null },
    tolerance: null,
    threshold: { maxRows: null, maxRatio: null },
    duplicateKeys: 'fail',
    verification: 'hashed',
    options: exactOptions,
    evidenceRows: 10,
  };
}

/** No choice, and each that these types have, with the first format that is proposed for it. */
function selectionsOf(choices: readonly Choice[]): readonly (Selection | null)[] {
  return [null, ...choices.map(({ choiceId, formatExamples: [format = ''] }) => ({ choiceId, format }))];
}

test('whatever the service saves still fits, and the engine has a plan for it: every function, type and choice', () => {
  let saved = 0;
  for (const source of representativeTypes) {
    for (const target of representativeTypes) {
      const datasets = { source: datasetOf(source), target: datasetOf(target) };
      const { choices } = resolve(printLogicalType(source), printLogicalType(target));
      for (const functionCode of functionCodes) {
        for (const isKey of isOneOf(rowFunctions, functionCode) ? [false, true] : [false]) {
          for (const selection of selectionsOf(choices)) {
            const defined = defineTest(datasets, askedTest(functionCode, selection, isKey));
            if (!defined.ok) continue;
            const about = `${functionCode} ${printLogicalType(source)} ${printLogicalType(target)} ${JSON.stringify(selection)}`;
            const { definition } = defined;
            assert.deepEqual(fitOfTest(datasets, definition), { state: 'fits', reasons: [] }, about);
            const { specification, refused } = specifyPair(datasets, [{ id: 't', definition }]);
            assert.deepEqual(refused, [], about);
            assert.deepEqual(planPair(specification).refused, [], about);
            saved += 1;
          }
        }
      }
    }
  }
  assert.ok(saved > 1_000, `${saved} tests could be saved`);
});
