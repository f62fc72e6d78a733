import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { choiceIds, functionCodes, surfaces, transforms } from './binding.ts';
import { holdsKind } from './comparison-type.ts';
import { printLogicalType } from './logical-type-text.ts';
import type { Resolution, ResolutionInput, Selection, StoredBinding } from './resolution.ts';
import { functionFits } from './resolve/function-rules.ts';
import { resolveComparison } from './resolve-comparison.ts';
import { arbitraryLogicalType, representativeTypes } from './testing/logical-types.ts';
import { inputSide, resolutionInput } from './testing/resolution-inputs.ts';
import { swapInput, swapResolution } from './testing/swap-sides.ts';

const formats = ['', 'yyyy-MM-dd HH:mm:ss', 'yyyyMMdd', 'epoch_ms', 'hex', 'yyyy-QQ'];
const selections: readonly (Selection | null)[] = [
  null,
  ...choiceIds.flatMap((choiceId) => formats.map((format) => ({ choiceId, format }))),
];

/** The message of a broken law: which question broke it. */
function about(input: ResolutionInput): string {
  const { source, target, ...rest } = input;
  return `${printLogicalType(source.logicalType)} × ${printLogicalType(target.logicalType)} ${JSON.stringify(rest)}`;
}

function mustEqual(actual: unknown, expected: unknown, input: ResolutionInput): void {
  // The comparison first: building the message of hundreds of thousands of assertions would take most of the time.
  if (!isDeepStrictEqual(actual, expected)) assert.deepEqual(actual, expected, about(input));
}

function must(condition: boolean, law: string, input: ResolutionInput): void {
  if (!condition) assert.fail(`${law}: ${about(input)}`);
}

/** What holds for every answer by itself. */
function holdsTogether(input: ResolutionInput, answer: Resolution): void {
  const errors = answer.diagnostics.filter(({ severity }) => severity === 'error');
  if (answer.status === 'resolved') {
    must(errors.length === 0, 'a resolved answer has no errors', input);
    must(answer.comparisonType !== null, 'a resolved answer has a comparison type', input);
  } else {
    must(errors.length > 0, 'an unresolved answer says why', input);
    must(answer.comparisonType === null, 'an unresolved answer has no comparison type', input);
    must(answer.source.binding.transform === 'none', 'an unresolved answer binds nothing', input);
    must(answer.target.binding.transform === 'none', 'an unresolved answer binds nothing', input);
  }
  const { functionCode } = answer;
  must(
    functionCode === null ||
      answer.allowedFunctions.includes(functionCode) === (answer.status !== 'incompatible'),
    'a function is allowed unless it is incompatible',
    input,
  );
  if (answer.comparisonType !== null) {
    const { comparisonType } = answer;
    must(
      functionCode === null || functionFits(functionCode, comparisonType.kind),
      'the function fits',
      input,
    );
    must(input.surface === 'valueField' || !holdsKind(comparisonType, 'double'), 'no key is a double', input);
  }
}

/** Source before or at target in the list: the swap law stands for the other half. */
function* halfMatrix() {
  for (const [index, source] of representativeTypes.entries()) {
    for (const target of representativeTypes.slice(index)) {
      for (const surface of surfaces) yield { source, target, surface };
    }
  }
}

test('law: an answer holds together, swapping the sides swaps it, and every function agrees on what is allowed', () => {
  for (const { source, target, surface } of halfMatrix()) {
    for (const selection of selections) {
      const { allowedFunctions } = resolveComparison(resolutionInput(source, target, { surface, selection }));
      for (const functionCode of [null, ...functionCodes]) {
        const input = resolutionInput(source, target, { surface, functionCode, selection });
        const answer = resolveComparison(input);
        holdsTogether(input, answer);
        mustEqual(answer.allowedFunctions, allowedFunctions, input);
        mustEqual(resolveComparison(swapInput(input)), swapResolution(answer), input);
      }
    }
  }
});

test('law: an answer is plain data, and the same question has the same answer', () => {
  for (const { source, target, surface } of halfMatrix()) {
    for (const selection of selections) {
      const input = resolutionInput(source, target, { surface, selection });
      const answer = resolveComparison(input);
      mustEqual(resolveComparison(structuredClone(input)), answer, input);
      mustEqual(JSON.parse(JSON.stringify(answer)), answer, input);
    }
  }
});

/** Selecting any choice with any format that it offers resolves, and what it then binds is current once stored. */
function choicesHold(input: ResolutionInput): number {
  const { choices } = resolveComparison(input);
  const offered = choices.flatMap(({ choiceId, formatRequired, formatExamples }): Selection[] =>
    formatRequired ? formatExamples.map((format) => ({ choiceId, format })) : [{ choiceId, format: '' }],
  );
  for (const selection of offered) {
    const chosen = resolveComparison({ ...input, selection });
    must(chosen.status === 'resolved', `${JSON.stringify(selection)} is offered, so it resolves`, input);
    must(chosen.selectedChoiceId === selection.choiceId, 'the selected choice is named', input);
    const shown = chosen.choices.find(({ choiceId }) => choiceId === selection.choiceId);
    mustEqual([shown?.source, shown?.target], [chosen.source.binding, chosen.target.binding], input);
    storedHolds({ ...input, selection }, chosen);
  }
  return offered.length;
}

/** What an answer binds, stored and with unchanged types, is current and needs no selection any more. */
function storedHolds(input: ResolutionInput, answer: Resolution): void {
  const storedBinding = { source: answer.source.binding, target: answer.target.binding };
  const again = resolveComparison({ ...input, selection: null, storedBinding });
  mustEqual(again.storedBinding, { state: 'current', reason: null }, input);
  mustEqual(again.comparisonType, answer.comparisonType, input);
  mustEqual(again.selectedChoiceId, answer.selectedChoiceId, input);
}

test('law: a returned choice resolves when it is selected, and the bindings of what resolves are current', () => {
  let offered = 0;
  let natural = 0;
  for (const { source, target, surface } of halfMatrix()) {
    for (const functionCode of [null, ...functionCodes]) {
      const input = resolutionInput(source, target, { surface, functionCode });
      offered += choicesHold(input);
      const answer = resolveComparison(input);
      if (answer.status !== 'resolved') continue;
      natural += 1;
      storedHolds(input, answer);
    }
  }
  assert.ok(
    offered > 500 && natural > 500,
    `${offered} choices and ${natural} pairs are enough to mean something`,
  );
});

test('law: a stored binding is current exactly when it is what resolves, and otherwise says why not', () => {
  const seen = new Set<string>();
  for (const { source, target, surface } of halfMatrix()) {
    for (const storedBinding of storedBindings()) {
      const input = resolutionInput(source, target, { surface, storedBinding });
      const answer = resolveComparison(input);
      const verdict = answer.storedBinding;
      const isResolved =
        answer.status === 'resolved' &&
        isDeepStrictEqual({ source: answer.source.binding, target: answer.target.binding }, storedBinding);
      must((verdict?.state === 'current') === isResolved, 'current exactly when it resolves', input);
      must((verdict?.reason === null) === (verdict?.state === 'current'), 'a reason unless current', input);
      must(
        answer.status !== 'incompatible' || verdict?.state === 'invalid',
        'incompatible is invalid',
        input,
      );
      mustEqual(resolveComparison(swapInput(input)), swapResolution(answer), input);
      seen.add(verdict?.state ?? 'none');
    }
  }
  assert.deepEqual([...seen].sort(), ['current', 'invalid', 'outdated']);
});

function* storedBindings(): Generator<StoredBinding> {
  for (const source of transforms) {
    for (const target of transforms) {
      yield { source: { transform: source, format: '' }, target: { transform: target, format: '' } };
    }
  }
  for (const transform of transforms) {
    for (const format of ['yyyy-MM-dd', 'epoch_s', 'hex', 'QQ']) {
      yield { source: { transform, format }, target: { transform: 'none', format: '' } };
      yield { source: { transform: 'none', format: '' }, target: { transform, format } };
    }
  }
}

test('law: random types, zones, selections and stored bindings', () => {
  const binding = fc.record({
    transform: fc.constantFrom(...transforms),
    format: fc.constantFrom(...formats),
  });
  const zone = fc.constantFrom(null, 'UTC', 'Europe/Berlin', 'America/New_York');
  const question = fc.record({
    types: fc.tuple(arbitraryLogicalType, arbitraryLogicalType),
    same: fc.boolean(),
    zones: fc.tuple(zone, zone),
    surface: fc.constantFrom(...surfaces),
    functionCode: fc.constantFrom(null, ...functionCodes),
    selection: fc.constantFrom(...selections),
    storedBinding: fc.option(fc.record({ source: binding, target: binding })),
  });
  fc.assert(
    fc.property(question, ({ types: [one, other], zones, same, ...rest }) => {
      const input: ResolutionInput = {
        ...rest,
        source: inputSide(one, { declaredZone: zones[0] }),
        target: inputSide(same ? one : other, { declaredZone: zones[1] }),
      };
      const answer = resolveComparison(input);
      holdsTogether(input, answer);
      mustEqual(resolveComparison(swapInput(input)), swapResolution(answer), input);
      choicesHold({ ...input, selection: null, storedBinding: null });
    }),
    { numRuns: 5000 },
  );
});
