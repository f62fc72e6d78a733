import type { Static } from 'typebox';
import type { TestChange } from '../../app/validation-tests/change-test.ts';
import type { NewTest } from '../../app/validation-tests/create-tests.ts';
import type { ObservationScope, V1Selection } from '../../contract/schemas/comparison.ts';
import type {
  V1CreateValidationTest,
  V1UpdateValidationTest,
} from '../../contract/schemas/validation-tests.ts';
import type { ObservationScope as Scope } from '../../domain/comparison/observation-scope.ts';
import { exactOptions, type FieldOptions } from '../../domain/comparison/pair-specification.ts';
import { exactText } from '../../domain/comparison/tolerance.ts';
import { type AskedFields, type AskedTest, plainTest } from '../../domain/validation/asked-test.ts';

type CreateBody = Static<typeof V1CreateValidationTest>;
type UpdateBody = Static<typeof V1UpdateValidationTest>;

/** The test that a body asks for, with everything that it leaves out at its default. */
export function newTest(body: CreateBody): NewTest {
  const { datasetPairUuid, name, functionCode, status } = body;
  return {
    datasetPairUuid,
    name: name ?? null,
    status: status ?? 'active',
    asked: { ...plainTest(functionCode), ...given(body) },
  };
}

export function testChange(body: UpdateBody): TestChange {
  return { name: body.name ?? null, asked: given(body) };
}

/** What a body says of a test; absent and null are the same, and say nothing. */
function given(body: UpdateBody): Partial<AskedTest> {
  const { fields, keys, scope, filter, tolerance, threshold, options } = body;
  const { duplicateKeys, verification, evidenceRows } = body;
  return {
    ...(fields && { fields: fields.map(askedFields) }),
    ...(keys && { keys: keys.map(askedFields) }),
    ...(scope && { scope: { source: askedScope(scope.source), target: askedScope(scope.target) } }),
    ...(filter && { filter: { source: filter.source ?? null, target: filter.target ?? null } }),
    ...(tolerance && { tolerance: tolerance.kind === 'none' ? null : tolerance }),
    ...(threshold && {
      threshold: { maxRows: threshold.maxRows ?? null, maxRatio: threshold.maxRatio ?? null },
    }),
    ...(duplicateKeys && { duplicateKeys }),
    ...(verification && { verification }),
    ...(options && { options: askedOptions(options) }),
    ...(typeof evidenceRows === 'number' && { evidenceRows }),
  };
}

function askedFields(each: NonNullable<UpdateBody['fields']>[number]): AskedFields {
  const { sourceField, targetField, selection } = each;
  return { sourceField, targetField, selection: selection ? askedSelection(selection) : null, stored: null };
}

function askedSelection({ choiceId, format = '' }: Static<typeof V1Selection>) {
  return { choiceId, format };
}

function askedScope(scope: Static<typeof ObservationScope> | null | undefined): Scope | null {
  if (!scope) return null;
  return scope.kind === 'collection'
    ? { kind: 'collection', collectionPath: scope.collectionPath }
    : { kind: 'root' };
}

function askedOptions({ text, listOrder }: NonNullable<UpdateBody['options']>): FieldOptions {
  return {
    text: {
      caseInsensitive: text?.caseInsensitive ?? exactText.caseInsensitive,
      trimWhitespace: text?.trimWhitespace ?? exactText.trimWhitespace,
      normalizeUnicode: text?.normalizeUnicode ?? exactText.normalizeUnicode,
    },
    listOrder: listOrder ?? exactOptions.listOrder,
  };
}
