import Type, { type Static } from 'typebox';
import { maxCapacity, maxClaimWaitSeconds } from '../../domain/execution/protocol.ts';
import { list, nullable, Text, Uuid, V1 } from '../schema.ts';
import { DatasetFields, PreparationNotes, RowCount } from './catalog-fields.ts';
import { DatasetLocator } from './catalog-locators.ts';
import { V1Candidate } from './catalog-sources.ts';
import {
  V1EvidenceDeleteResult,
  V1EvidenceDeleteTask,
  V1EvidenceReadResult,
  V1EvidenceReadTask,
  V1RunCompareResult,
  V1RunCompareTask,
} from './execution-runs.ts';
import { V1ReachableSource } from './execution-sources.ts';

const FencingNumber = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'That of the lease. Once another executor has claimed the work, it is stale and changes nothing.',
});

const LeaseSeconds = Type.Integer({
  minimum: 1,
  maximum: 86_400,
  description: 'Without a sign of life for this long, the work is given to another executor.',
});

export const V1ClaimWork = V1('V1ClaimWork', 'Who asks for work, what it can do, and how much it can take.', {
  executorUuid: { ...Uuid, description: 'Chosen by the executor when it starts.' },
  protocolVersions: list(Type.Integer({ minimum: 1, maximum: 1000 }), { minItems: 1, maxItems: 16 }),
  software: Type.String({ minLength: 1, maxLength: 200, examples: ['plumbline/0.1.0'] }),
  connectors: list(Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z][a-zA-Z0-9]*$' }), {
    maxItems: 32,
  }),
  capacity: Type.Integer({
    minimum: 1,
    maximum: maxCapacity,
    description: 'The most leases to hand out now.',
  }),
  longCapacity: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: maxCapacity,
        description:
          'The most of them that may take long. Tests of sources, browsing and reading evidence do not. As many as `capacity` if left out.',
      }),
    ),
  ),
  waitSeconds: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: maxClaimWaitSeconds,
        description: 'How long to wait for work where there is none; not at all if left out.',
      }),
    ),
  ),
  stores: Type.Optional(
    nullable(list({ ...Uuid, description: 'An evidence store that it can read.' }, { maxItems: 16 })),
  ),
});

const V1SourceTestTask = V1('V1SourceTestTask', 'Find out whether the source can be reached.', {
  kind: Type.Literal('source.test'),
  source: V1ReachableSource,
});

const V1SourceBrowseTask = V1('V1SourceBrowseTask', 'List what the source holds.', {
  kind: Type.Literal('source.browse'),
  source: V1ReachableSource,
  parent: nullable(Text(1024)),
  search: nullable(Text(200)),
  limit: Type.Integer({ minimum: 1, maximum: 100 }),
  after: nullable(Text(1024)),
});

const V1DatasetPrepareTask = V1('V1DatasetPrepareTask', 'Find out the schema, row count and profile.', {
  kind: Type.Literal('dataset.prepare'),
  source: V1ReachableSource,
  dataset: V1('V1DatasetToPrepare', 'The dataset.', {
    datasetUuid: Uuid,
    name: Text(255),
    locator: DatasetLocator,
    zone: nullable(Text(64)),
  }),
});

export const ExecutionTask = Type.Union([
  V1SourceTestTask,
  V1SourceBrowseTask,
  V1DatasetPrepareTask,
  V1RunCompareTask,
  V1EvidenceReadTask,
  V1EvidenceDeleteTask,
]);

export const V1Lease = V1('V1Lease', 'A piece of work, for as long as the executor shows signs of life.', {
  workUuid: Uuid,
  fencingNumber: FencingNumber,
  kind: Text(64),
  attempt: Type.Integer({ minimum: 1, maximum: 1000 }),
  leaseSeconds: LeaseSeconds,
  task: ExecutionTask,
});
export type V1Lease = Static<typeof V1Lease>;

export const V1ClaimedWork = V1(
  'V1ClaimedWork',
  'The leases that were handed out; none when there is no work.',
  {
    protocolVersion: Type.Integer({ minimum: 1, maximum: 1000 }),
    leases: list(V1Lease, { maxItems: maxCapacity }),
    pollAfterSeconds: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'When to ask again if there is room for more.',
    }),
  },
);

export const V1Heartbeat = V1('V1Heartbeat', 'A sign of life, with how far the work is.', {
  fencingNumber: FencingNumber,
  progress: nullable(
    V1('V1TaskProgress', 'How far the work is.', {
      done: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      total: nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      unit: nullable(Type.String({ maxLength: 32 })),
    }),
  ),
});

export const V1HeartbeatAnswer = V1('V1HeartbeatAnswer', 'The lease goes on.', {
  leaseSeconds: LeaseSeconds,
  cancelRequested: Type.Boolean({
    description: 'Nobody wants the result any more: stop, and complete the work with any outcome.',
  }),
});

export const V1Report = V1('V1Report', 'What is known before the work is over.', {
  fencingNumber: FencingNumber,
  sequence: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Grows with each report of a lease; one that was received already changes nothing.',
  }),
  report: V1('V1PreparationReport', 'The schema of a dataset, while its values are still being counted.', {
    kind: Type.Literal('dataset.prepare'),
    fields: DatasetFields,
  }),
});

const V1SourceTestResult = V1('V1SourceTestResult', 'The source can be reached.', {
  kind: Type.Literal('source.test'),
  message: Type.String({ maxLength: 1000 }),
  serverVersion: nullable(Type.String({ maxLength: 200 })),
});

const V1SourceBrowseResult = V1('V1SourceBrowseResult', 'What the source holds.', {
  kind: Type.Literal('source.browse'),
  candidates: list(V1Candidate, { maxItems: 1000 }),
  next: nullable(
    Type.String({ minLength: 1, maxLength: 1024, description: '`after` of the next page; null at the end.' }),
  ),
});

const V1DatasetPrepareResult = V1('V1DatasetPrepareResult', 'What the dataset was found to be.', {
  kind: Type.Literal('dataset.prepare'),
  fields: DatasetFields,
  rowCount: RowCount,
  notes: PreparationNotes,
});

const V1Succeeded = V1('V1TaskSucceeded', 'The task is done.', {
  status: Type.Literal('succeeded'),
  result: Type.Union([
    V1SourceTestResult,
    V1SourceBrowseResult,
    V1DatasetPrepareResult,
    V1RunCompareResult,
    V1EvidenceReadResult,
    V1EvidenceDeleteResult,
  ]),
});

const V1Failed = V1('V1TaskFailed', 'The task could not be done.', {
  status: Type.Literal('failed'),
  problem: V1('V1TaskProblem', 'Why, for the person who asked.', {
    code: Type.String({ minLength: 1, maxLength: 64, description: 'A code of the error reference.' }),
    detail: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'What happened, to what, and what to do. It never carries a secret or a value of a row.',
    }),
  }),
  retryable: Type.Boolean({ description: 'Whether another attempt may succeed as things are.' }),
});

const V1Released = V1(
  'V1TaskReleased',
  'Given back unfinished, for another executor; the attempt does not count.',
  {
    status: Type.Literal('released'),
  },
);

export const V1Completion = V1('V1Completion', 'How the work ended.', {
  fencingNumber: FencingNumber,
  outcome: Type.Union([V1Succeeded, V1Failed, V1Released]),
});

export const V1Received = V1('V1Received', 'It was received.', {
  received: Type.Literal(true),
});
