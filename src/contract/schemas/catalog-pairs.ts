import Type from 'typebox';
import { choiceIds, functionCodes, surfaces } from '../../domain/comparison/binding.ts';
import { resolutionStatuses } from '../../domain/comparison/resolution.ts';
import { Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { V1CreateValidationTest } from './validation-tests.ts';

export const V1DatasetPair = V1(
  'V1DatasetPair',
  'Two datasets of which the target must be true to the source.',
  {
    datasetPairUuid: Uuid,
    name: Text(1024),
    sourceDatasetUuid: Uuid,
    targetDatasetUuid: Uuid,
    createdAt: Timestamp,
    etag: Etag,
  },
);

export const V1DatasetPairPage = page('V1DatasetPairPage', 'One page of dataset pairs.', V1DatasetPair);

export const V1CreateDatasetPair = V1('V1CreateDatasetPair', 'Which datasets to pair.', {
  name: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Made of the names of the datasets if left out.',
      }),
    ),
  ),
  sourceDatasetUuid: Uuid,
  targetDatasetUuid: Uuid,
});

const Score = Type.Number({ minimum: 0, maximum: 1, description: '1 is the surest.' });

export const V1DatasetPairSuggestion = V1(
  'V1DatasetPairSuggestion',
  'Two datasets that seem to belong together.',
  {
    sourceDatasetUuid: Uuid,
    sourceName: Text(255),
    targetDatasetUuid: Uuid,
    targetName: Text(255),
    score: Score,
    reason: Text(4096),
  },
);

export const V1DatasetPairSuggestionPage = page(
  'V1DatasetPairSuggestionPage',
  'One page of suggestions, the surest first.',
  V1DatasetPairSuggestion,
);

export const V1TestSuggestion = V1('V1TestSuggestion', 'A test that would be worth having.', {
  surface: Type.Enum([...surfaces], {
    description: '`joinKey`: the fields by which rows are matched, not a test of their own.',
  }),
  functionCode: nullable(Type.Enum([...functionCodes])),
  sourceField: Text(1024),
  targetField: Text(1024),
  status: Type.Enum([...resolutionStatuses]),
  choiceIds: Type.Array(Type.Enum([...choiceIds]), {
    maxItems: 3,
    description: 'What to select one of, where the fields do not compare by themselves.',
  }),
  reason: Text(4096),
  test: Type.Union([V1CreateValidationTest, Type.Null()], {
    description:
      'What create_validation_test and create_validation_tests take as it is, where the status is `resolved`; where it is `selectionRequired`, with the `selection` added to its field. Null for a join key.',
  }),
});

export const V1TestSuggestionPage = page(
  'V1TestSuggestionPage',
  'One page of suggestions: keys first, then field by field.',
  V1TestSuggestion,
);
