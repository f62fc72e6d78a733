import Type from 'typebox';
import { functionCodes } from '../../domain/comparison/binding.ts';
import { maxRunNameLength, runScopes, runStatuses } from '../../domain/runs/run.ts';
import { Count, Etag, list, nullable, page, Text, Timestamp, TotalCount, Uuid, V1 } from '../schema.ts';

export const RunStatus = Type.Enum([...runStatuses]);
export const RunScope = Type.Enum([...runScopes]);
const FunctionCode = Type.Enum([...functionCodes]);

export const V1ResultCounts = V1('V1ResultCounts', 'How many tests ended how.', {
  pass: Count,
  fail: Count,
  error: Count,
  noResults: { ...Count, description: 'Tests that ended without a result.' },
});

const V1Submitter = V1('V1Submitter', 'Who asked for the Run.', {
  kind: Type.Enum(['person', 'application', 'schedule']),
  memberUuid: nullable(Uuid),
  applicationId: Text(255, 'The application, or the one that the person came through.'),
  displayName: nullable(Text(255, 'Of the person, or of the schedule.')),
});

export const V1Run = V1('V1Run', 'Validation tests that are or were run together.', {
  runUuid: Uuid,
  name: Text(maxRunNameLength),
  scope: RunScope,
  scopeLabel: Text(800, 'What the scope covers, in words.'),
  overallStatus: RunStatus,
  testCount: Count,
  resultCount: { ...Count, description: 'Results that have been received.' },
  counts: V1ResultCounts,
  rows: V1(
    'V1RowTotals',
    'What its row-by-row tests came to so far, summed: a row that two tests looked at counts twice. Sums beyond 2^53 are text.',
    {
      matched: { ...TotalCount, description: 'Pairs of rows that a key brought together.' },
      mismatched: { ...TotalCount, description: 'Matched rows whose values differ.' },
      missing: { ...TotalCount, description: 'Rows that one side lacks.' },
    },
  ),
  functionCode: nullable({ ...FunctionCode, description: 'Of a Run of one test.' }),
  validationTestUuid: nullable({ ...Uuid, description: 'Of a Run of one test; it may be deleted since.' }),
  retryOfRunUuid: nullable({ ...Uuid, description: 'The Run that this one retries.' }),
  submittedBy: V1Submitter,
  submittedAt: Timestamp,
  startedAt: nullable({ ...Timestamp, description: 'When an executor took up the first of it.' }),
  finishedAt: nullable(Timestamp),
  cancelledAt: nullable(Timestamp),
  progress: V1('V1RunProgress', 'How far the Run is, as its executors last said.', {
    done: Count,
    total: Count,
    unit: Type.Literal('tests'),
  }),
  etag: Etag,
});

export const V1RunPage = page('V1RunPage', 'One page of Runs.', V1Run);

export const V1PairScope = V1('V1PairScope', 'The active tests of one pair.', {
  kind: Type.Literal('dataset_pair'),
  datasetPairUuid: Uuid,
});

export const V1PairsScope = V1('V1PairsScope', 'The active tests of several pairs.', {
  kind: Type.Literal('dataset_pairs'),
  datasetPairUuids: list(Uuid, { minItems: 1, maxItems: 500 }),
});

export const V1TestScope = V1('V1SingleTestScope', 'One test, be it active or not.', {
  kind: Type.Literal('validation_test'),
  validationTestUuid: Uuid,
});

export const V1SubmitRun = V1('V1SubmitRun', 'Which tests to run.', {
  scope: Type.Union([V1PairScope, V1PairsScope, V1TestScope]),
  name: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: maxRunNameLength,
        description: 'Made of the scope and the time if left out.',
      }),
    ),
  ),
});
