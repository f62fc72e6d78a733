import Type, { type Static } from 'typebox';
import { functionCodes, transforms } from '../../domain/comparison/binding.ts';
import {
  diagnosticCodes,
  evidenceKinds,
  type TestReport,
  testErrorCodes,
} from '../../domain/comparison/pair-report.ts';
import type { PairSpecification } from '../../domain/comparison/pair-specification.ts';
import { severities } from '../../domain/comparison/resolution.ts';
import type {
  EvidenceDeleteResult,
  EvidenceDeleteTask,
  EvidenceReadResult,
  EvidenceReadTask,
  RunCompareResult,
  RunCompareTask,
} from '../../domain/execution/protocol.ts';
import { maxEvidenceRows, maxTestsOfTask } from '../../domain/execution/protocol.ts';
import { Count, list, nullable, Text, Uuid, V1 } from '../schema.ts';
import { DatasetFields } from './catalog-fields.ts';
import { DatasetLocator } from './catalog-locators.ts';
import { V1ReachableSource } from './execution-sources.ts';
import { TaskFieldPath, V1ComparisonType, V1LogicalType, V1TaskFilter } from './execution-types.ts';

/** Ids of tests and of compared fields: short, made by the service. */
const Id = Type.String({ minLength: 1, maxLength: 128 });
const Decimal = Type.String({ maxLength: 64, pattern: '^[0-9]+(\\.[0-9]+)?$' });
const NativeType = Type.String({ maxLength: 100_000 });
const mostFields = 5_000;

/** Relative, and inside: no step of it leads up. */
export const StorePath = Type.String({
  minLength: 1,
  maxLength: 512,
  pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$',
  description: "Relative to the executor's evidence store.",
});

function bothSides<Schema extends Type.TSchema>(name: `V1${string}`, description: string, schema: Schema) {
  return V1(name, description, { source: schema, target: schema });
}

const datasetField = { path: TaskFieldPath, logicalType: V1LogicalType, nativeType: NativeType };

const V1TaskDatasetField = V1('V1TaskDatasetField', 'A field that a filter names.', datasetField);

const V1TaskBoundField = V1('V1TaskBoundField', 'A field, and how its values are read.', {
  ...datasetField,
  binding: V1('V1TaskBinding', 'How values are read before they are compared.', {
    transform: Type.Enum([...transforms]),
    format: Type.String({ maxLength: 64 }),
  }),
});

const V1DatasetDescriptor = V1('V1DatasetDescriptor', 'One side of a comparison.', {
  name: Type.String({ maxLength: 255 }),
  filterFields: Type.Record(Type.String({ maxLength: 1024 }), V1TaskDatasetField),
  maps: Type.Optional(list(TaskFieldPath, { maxItems: mostFields })),
});

const V1ComparedField = V1('V1ComparedField', 'One field of each side, and the type that both compare in.', {
  id: Id,
  source: V1TaskBoundField,
  target: V1TaskBoundField,
  comparisonType: V1ComparisonType,
  options: V1('V1TaskFieldOptions', 'How values are made alike before they are compared.', {
    text: V1('V1TaskTextOptions', 'How texts are made alike.', {
      caseInsensitive: Type.Boolean(),
      trimWhitespace: Type.Boolean(),
      normalizeUnicode: Type.Boolean(),
    }),
    listOrder: Type.Enum(['ordered', 'bag']),
  }),
});

const TaskTolerance = nullable(
  Type.Union([
    V1('V1TaskAbsoluteTolerance', 'At most so far apart.', {
      kind: Type.Literal('absolute'),
      amount: Decimal,
    }),
    V1('V1TaskRelativeTolerance', 'At most so far apart, by the larger one.', {
      kind: Type.Literal('relative'),
      ratio: Decimal,
    }),
    V1('V1TaskDurationTolerance', 'Times at most so far apart.', {
      kind: Type.Literal('duration'),
      nanoseconds: Decimal,
    }),
  ]),
);

const V1TestSpecification = V1('V1TestSpecification', 'One test.', {
  id: Id,
  functionCode: Type.Enum([...functionCodes]),
  fields: list(Id, { maxItems: mostFields }),
  keys: list(Id, { maxItems: mostFields }),
  scope: bothSides('V1TestScope', 'What a row is on each side.', TaskFieldPath),
  filter: bothSides('V1TestFilter', 'Which rows are looked at on each side.', nullable(V1TaskFilter)),
  tolerance: TaskTolerance,
  threshold: V1('V1TestThreshold', 'What may differ before the test fails.', {
    maxRows: nullable(Decimal),
    maxRatio: nullable(Decimal),
  }),
  duplicateKeys: Type.Enum(['fail', 'allow']),
  verification: Type.Enum(['hashed', 'exact']),
  evidenceRows: Type.Integer({ minimum: 0, maximum: maxEvidenceRows }),
});

export const V1PairSpecification = V1('V1PairSpecification', 'What is to be compared, and how.', {
  datasets: bothSides('V1DescribedDatasets', 'The two sides.', V1DatasetDescriptor),
  fields: list(V1ComparedField, { maxItems: 2 * mostFields }),
  tests: list(V1TestSpecification, { minItems: 1, maxItems: maxTestsOfTask }),
});

const V1ComparedDataset = V1('V1ComparedDataset', 'A dataset, and all that is needed to read it.', {
  datasetUuid: Uuid,
  name: Text(255),
  source: V1ReachableSource,
  locator: DatasetLocator,
  zone: nullable(Text(64)),
  fields: DatasetFields,
  schemaHash: Type.String({ maxLength: 128 }),
});

export const V1RunCompareTask = V1('V1RunCompareTask', 'Compare a pair of datasets by tests of one Run.', {
  kind: Type.Literal('run.compare'),
  runUuid: Uuid,
  datasets: bothSides('V1ComparedDatasets', 'The two sides.', V1ComparedDataset),
  specification: V1PairSpecification,
  evidenceFolder: StorePath,
});

const V1EvidencePageRequest = V1('V1EvidencePageRequest', 'A page of rows for people.', {
  form: Type.Literal('page'),
  resultUuid: Uuid,
  kind: nullable(Type.Enum([...evidenceKinds])),
  field: nullable(Type.Integer({ minimum: 0, maximum: mostFields })),
  offset: Type.Integer({ minimum: 0, maximum: maxEvidenceRows }),
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
});

const V1EvidenceFileRequest = V1('V1EvidenceFileRequest', 'The whole evidence of a result as a file.', {
  form: Type.Enum(['parquet', 'csv']),
  resultUuid: Uuid,
});

export const V1EvidenceReadTask = V1('V1EvidenceReadTask', 'Send evidence to the reader at the relay.', {
  kind: Type.Literal('evidence.read'),
  relayUuid: Uuid,
  fencingNumber: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  file: StorePath,
  request: Type.Union([V1EvidencePageRequest, V1EvidenceFileRequest]),
});

export const V1EvidenceDeleteTask = V1('V1EvidenceDeleteTask', 'Delete the evidence of attempts.', {
  kind: Type.Literal('evidence.delete'),
  folders: list(StorePath, { maxItems: 20_000 }),
});

const V1SideResult = V1('V1SideResult', 'What a side came to.', {
  value: nullable(
    Type.String({ maxLength: 4096, description: 'Computed; null where it would be a value of a row.' }),
  ),
  rows: nullable(Count),
});

const V1SideCounts = bothSides('V1SideCounts', 'A count of each side.', Count);

export const V1TestReport = V1('V1TestReport', 'What one test came to.', {
  testId: Id,
  functionCode: Type.Enum([...functionCodes]),
  status: Type.Enum(['pass', 'fail', 'error']),
  source: V1SideResult,
  target: V1SideResult,
  valueIsFromRow: Type.Boolean(),
  matchedRows: nullable(Count),
  mismatchedRows: nullable(Count),
  missingInSource: nullable(Count),
  missingInTarget: nullable(Count),
  duplicateKeys: nullable(V1SideCounts),
  unconvertible: V1SideCounts,
  evidence: V1('V1EvidenceReport', 'Where the differing rows are.', {
    state: Type.Enum(['none', 'written', 'notRequested']),
    file: nullable(StorePath),
    rows: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    capped: Type.Boolean(),
  }),
  diagnostics: list(
    V1('V1ReportDiagnostic', 'Something to know about the result.', {
      code: Type.Enum([...diagnosticCodes]),
      severity: Type.Enum([...severities]),
      side: Type.Enum(['source', 'target', 'both']),
      detail: Type.String({ maxLength: 2000 }),
    }),
    { maxItems: 100 },
  ),
  error: nullable(
    V1('V1TestError', 'Why the test could not be decided.', {
      code: Type.Enum([...testErrorCodes]),
      detail: Type.String({ minLength: 1, maxLength: 2000 }),
      retryable: Type.Boolean(),
    }),
  ),
});

export const V1RunCompareResult = V1('V1RunCompareResult', 'What the tests came to.', {
  kind: Type.Literal('run.compare'),
  tests: list(V1TestReport, { minItems: 1, maxItems: maxTestsOfTask }),
  engine: V1('V1EngineDescription', 'What compared.', {
    name: Type.String({ maxLength: 64 }),
    version: Type.String({ maxLength: 64 }),
  }),
  storeUuid: nullable(Uuid),
  durationMs: Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
});

export const V1EvidenceReadResult = V1('V1EvidenceReadResult', 'The rows went through the relay.', {
  kind: Type.Literal('evidence.read'),
});

export const V1EvidenceDeleteResult = V1('V1EvidenceDeleteResult', 'The evidence is gone.', {
  kind: Type.Literal('evidence.delete'),
});

/** Two types that take each other's values; anything else does not compile. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** The schemas say what the domain says, in both directions. */
export const mirrors = {
  specification: true satisfies Same<Static<typeof V1PairSpecification>, PairSpecification>,
  report: true satisfies Same<Static<typeof V1TestReport>, TestReport>,
  compareTask: true satisfies Same<Static<typeof V1RunCompareTask>, RunCompareTask>,
  compareResult: true satisfies Same<Static<typeof V1RunCompareResult>, RunCompareResult>,
  readTask: true satisfies Same<Static<typeof V1EvidenceReadTask>, EvidenceReadTask>,
  readResult: true satisfies Same<Static<typeof V1EvidenceReadResult>, EvidenceReadResult>,
  deleteTask: true satisfies Same<Static<typeof V1EvidenceDeleteTask>, EvidenceDeleteTask>,
  deleteResult: true satisfies Same<Static<typeof V1EvidenceDeleteResult>, EvidenceDeleteResult>,
} as const;
