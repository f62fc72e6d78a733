import type { OperationInput } from '../../../../src/contract/client.ts';
import type { Suggestion } from './field-mapping.ts';

type NewTest = OperationInput<'create_validation_tests'>['body']['tests'][number];
type Choice = Suggestion['choiceIds'][number];

/** Ways to compare fields of different families, in words. */
export const choiceLabels: Readonly<Record<Choice, string>> = {
  asPeerNumeric: 'as numbers',
  asText: 'as text',
  asPeerDateTime: 'as dates and times',
};

/** Suggestions that are tests: not those of keys, nor of fields that cannot be compared. */
export function proposalsOf(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestions.filter(
    ({ test, functionCode, status }) => test !== null && functionCode !== null && status !== 'incompatible',
  );
}

/** The field that rows are matched by: the surest of those that would do by themselves; none if there is none. */
export function keysAmong(suggestions: readonly Suggestion[]) {
  return suggestions
    .filter(({ surface, status }) => surface === 'joinKey' && status === 'resolved')
    .slice(0, 1)
    .map(({ sourceField, targetField }) => ({ sourceField, targetField }));
}

/** The test that a suggestion proposes, with the choice that was made where one is needed. */
export function testOf({ test }: Suggestion, choiceId: Choice | undefined): NewTest {
  if (test === null) throw new TypeError('A suggestion of a key is no test.');
  if (choiceId === undefined) return test;
  return { ...test, fields: (test.fields ?? []).map((field) => ({ ...field, selection: { choiceId } })) };
}
