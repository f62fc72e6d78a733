import { isDeepStrictEqual } from 'node:util';
import type { TestSuggestion } from '../../domain/catalog/suggest-tests.ts';
import { exactOptions } from '../../domain/comparison/pair-specification.ts';
import { exactText } from '../../domain/comparison/tolerance.ts';
import type { DemoTableName } from '../../domain/demo/demo-tables.ts';
import { type AskedFields, type AskedTest, plainTest } from '../../domain/validation/asked-test.ts';

export interface DemoTest {
  /** Null: made of the function and the fields. */
  readonly name: string | null;
  readonly asked: AskedTest;
}

/** The tests of a table: those that were chosen for it, and what is suggested besides. */
export function demoTests(table: DemoTableName, suggestions: readonly TestSuggestion[]): readonly DemoTest[] {
  const chosen = chosenTests[table];
  const isNew = ({ asked }: DemoTest) => !chosen.some((test) => isDeepStrictEqual(test.asked, asked));
  return [...chosen, ...suggestions.flatMap(acceptedTests).filter(isNew)];
}

/** What a suggestion proposes; nothing where a person would first have to choose how the fields compare. */
function acceptedTests({ status, test }: TestSuggestion): readonly DemoTest[] {
  if (test === null || status !== 'resolved') return [];
  const { functionCode, fields, keys } = test;
  const asked = {
    ...plainTest(functionCode),
    fields: fields.map(askedFields),
    keys: keys.map(askedFields),
  };
  return [{ name: null, asked }];
}

/** What suggestions cannot know: which differences are harmless, and how a text is read as a date. */
const chosenTests: Readonly<Record<DemoTableName, readonly DemoTest[]>> = Object.freeze({
  flights: [
    // Among so many rows that distinct values are estimated, no key is certain enough to be suggested.
    ...['departed_at', 'delay', 'distance_km', 'origin', 'destination'].map((field) =>
      value('flight_id', field),
    ),
    value('flight_id', 'distance', { functionCode: 'OUTER_VALUE' }, 'every flight is there'),
    value(
      'flight_id',
      'distance_km',
      { tolerance: { kind: 'relative', ratio: '0.000001' } },
      'distance_km to six digits',
    ),
  ],
  movies: [
    {
      name: null,
      asked: {
        ...plainTest('VALUE'),
        keys: [same('movie_id')],
        fields: [{ ...same('released'), selection: { choiceId: 'asPeerDateTime', format: 'MMM dd yyyy' } }],
      },
    },
    value('movie_id', 'tags', { options: { ...exactOptions, listOrder: 'bag' } }, 'tags in any order'),
    value(
      'movie_id',
      'distributor',
      { options: textOptions({ caseInsensitive: true }) },
      'distributor in any case',
    ),
    value(
      'movie_id',
      'rating',
      { options: textOptions({ trimWhitespace: true }) },
      'rating without spaces around it',
    ),
  ],
  weather: [
    value('date', 'weather', { functionCode: 'OUTER_VALUE' }, 'every day is there, once'),
    ...['precipitation', 'temp_max', 'temp_min', 'wind', 'weather'].map((field) =>
      value('date', field, { duplicateKeys: 'allow' }),
    ),
  ],
});

function value(
  key: string,
  field: string,
  details: Partial<AskedTest> = {},
  name: string | null = null,
): DemoTest {
  return { name, asked: { ...plainTest('VALUE'), keys: [same(key)], fields: [same(field)], ...details } };
}

function textOptions(text: Partial<typeof exactText>): AskedTest['options'] {
  return { ...exactOptions, text: { ...exactText, ...text } };
}

function same(field: string): AskedFields {
  return askedFields({ sourceField: field, targetField: field });
}

function askedFields(fields: Pick<AskedFields, 'sourceField' | 'targetField'>): AskedFields {
  return { ...fields, selection: null, stored: null };
}
