import Type from 'typebox';
import { functionCodes } from '../../domain/comparison/binding.ts';
import { diagnosticCodes } from '../../domain/comparison/pair-report.ts';
import { severities } from '../../domain/comparison/resolution.ts';
import { changeKinds } from '../../domain/runs/compare-runs.ts';
import { evidenceStates } from '../../domain/runs/result.ts';
import { resultStatuses } from '../../domain/runs/run.ts';
import { Count, list, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { FieldText } from './comparison.ts';

export const ResultStatus = Type.Enum([...resultStatuses]);
const FunctionCode = Type.Enum([...functionCodes]);

const V1ResultSide = V1('V1ResultSide', 'What one side came to.', {
  value: nullable(
    Text(
      4096,
      'The computed aggregate; null for MIN and MAX, whose value is one of a row: see the evidence.',
    ),
  ),
  rows: nullable({ ...Count, description: 'Rows that were looked at.' }),
});

const V1ResultSideCounts = V1('V1ResultSideCounts', 'A count of each side.', {
  source: Count,
  target: Count,
});

const V1ResultFields = V1('V1ResultFields', 'One field of each side.', {
  sourceField: FieldText,
  targetField: FieldText,
});

/** A list without a limit of its own: the limits of a test bound it. */
const Fields = list(V1ResultFields, { maxItems: 1_000 });

const V1ResultDiagnostic = V1('V1ResultDiagnostic', 'Something to know about the result.', {
  code: Type.Enum([...diagnosticCodes]),
  severity: Type.Enum([...severities]),
  side: Type.Enum(['source', 'target', 'both']),
  detail: Text(2000),
});

export const V1Result = V1('V1Result', 'What one test of a Run came to.', {
  resultUuid: Uuid,
  runUuid: Uuid,
  validationTestUuid: { ...Uuid, description: 'The test; it may be changed or deleted since.' },
  datasetPairUuid: Uuid,
  datasetPairName: Text(600, 'As it was when the Run was submitted.'),
  name: Text(255, 'The name of the test when the Run was submitted.'),
  functionCode: FunctionCode,
  fields: Fields,
  keys: Fields,
  status: nullable({ ...ResultStatus, description: 'Null until the test has ended.' }),
  source: V1ResultSide,
  target: V1ResultSide,
  matchedRows: nullable(Count),
  mismatchedRows: nullable(Count),
  missingInSource: nullable(Count),
  missingInTarget: nullable(Count),
  duplicateKeys: nullable(V1ResultSideCounts),
  unconvertible: nullable(V1ResultSideCounts),
  evidence: V1('V1ResultEvidence', 'The differing rows, which are kept on the side of the data.', {
    state: Type.Enum([...evidenceStates]),
    rows: Count,
    capped: Type.Boolean({ description: 'There are more differences than rows of evidence.' }),
  }),
  diagnostics: list(V1ResultDiagnostic, { maxItems: 100 }),
  error: nullable(
    V1('V1ResultError', 'Why there is no verdict.', {
      code: Text(
        64,
        'Of the error reference, or one that only a result has: `engine_failed`, `unsupported`, `specification_invalid`, `cancelled`.',
      ),
      detail: Text(2000),
    }),
  ),
  retryable: Type.Boolean({ description: 'Whether a retry of the Run takes this test up.' }),
  engine: nullable(V1('V1ResultEngine', 'What compared.', { name: Text(64), version: Text(64) })),
  startedAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
});

export const V1ResultPage = page('V1ResultPage', 'One page of results.', V1Result);

const V1ResultChange = V1('V1ResultChange', 'A test that ended otherwise than before, or fails still.', {
  change: Type.Enum([...changeKinds]),
  validationTestUuid: Uuid,
  name: Text(255),
  functionCode: FunctionCode,
  datasetPairUuid: Uuid,
  datasetPairName: Text(600),
  before: nullable(ResultStatus),
  after: nullable(ResultStatus),
  resultUuid: nullable({ ...Uuid, description: 'In this Run.' }),
  previousResultUuid: nullable({ ...Uuid, description: 'In the Run that it is compared with.' }),
});

export const V1RunComparison = V1('V1RunComparison', 'What changed from one Run to another.', {
  runUuid: Uuid,
  previousRunUuid: nullable({
    ...Uuid,
    description: 'Null where there is no earlier Run of the same scope.',
  }),
  counts: V1('V1ChangeCounts', 'How many tests changed how.', {
    broke: Count,
    repaired: Count,
    stillFailing: Count,
    new: Count,
    gone: Count,
  }),
  items: list(V1ResultChange, { maxItems: 100 }),
  nextCursor: nullable(Text(2048, 'Pass it as `cursor` to read the next page.')),
});
