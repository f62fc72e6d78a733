import Type from 'typebox';
import { functionCodes } from '../../domain/comparison/binding.ts';
import { changeKinds } from '../../domain/runs/compare-runs.ts';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import { ResultStatus, V1Result, V1ResultPage, V1RunComparison } from '../schemas/results.ts';
import { RunScope, RunStatus, V1Run, V1RunPage, V1SubmitRun } from '../schemas/runs.ts';

const runPath = Type.Object({ runUuid: Uuid });

/** interface.md, list_runs: what a list of Runs can be sorted by. */
const sortKeys = ['name', 'status', 'tests', 'results', 'startedAt'] as const;

/** The answers to a request that starts a Run, or ends one: a Run is polled as an operation would be. */
const runAnswers = {
  200: {
    description: 'An exact replay found the Run terminal.',
    schema: V1Run,
    headers: ['Idempotency-Replayed', 'Location'],
  },
  202: {
    description: 'The Run is accepted and can be polled.',
    schema: V1Run,
    headers: ['Idempotency-Replayed', 'Location', 'Retry-After'],
  },
} as const;

export const listRuns = operation({
  operationId: 'list_runs',
  method: 'GET',
  path: '/api/v1/runs',
  summary: 'List validation Runs',
  description:
    'A Run that waits for an executor stands at the time of its submission. Names are sorted without regard to case.',
  tag: 'Runs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    validationTestUuid: Type.Optional(nullable({ ...Uuid, description: 'Only Runs of this one test.' })),
    overallStatus: Type.Optional(nullable(RunStatus)),
    scope: Type.Optional(nullable(RunScope)),
    sortBy: Type.Optional(
      Type.Enum([...sortKeys], {
        default: 'startedAt',
        description: 'Run name, status, test count, received result count or start time.',
      }),
    ),
    search: Type.Optional(
      nullable(
        Type.String({
          maxLength: 200,
          description:
            'Part of the name, the scope label, the single-test function or the Run UUID, whatever its case.',
        }),
      ),
    ),
    direction: Type.Optional(
      Type.Enum(['asc', 'desc'], { default: 'desc', description: 'Which end comes first.' }),
    ),
  }),
  responses: {
    200: {
      description: 'One page of Runs.',
      schema: V1RunPage,
    },
  },
  problems: ['cursor_invalid'],
});

export const submitAllRuns = operation({
  operationId: 'submit_all_runs',
  method: 'POST',
  path: '/api/v1/runs/all',
  summary: 'Run all active validation tests',
  description: 'Starts one Run of every active test. Tests of a pair share its scans.',
  tag: 'Runs',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite', 'validationExecution', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  responses: runAnswers,
  problems: ['no_active_tests', 'run_too_large', 'entitlement_expired', 'execution_environment_not_ready'],
});

export const submitRun = operation({
  operationId: 'submit_run',
  method: 'POST',
  path: '/api/v1/runs',
  summary: 'Run validation tests',
  description: 'Starts a Run of the active tests of one or several pairs, or of one test.',
  tag: 'Runs',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite', 'validationExecution', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  body: V1SubmitRun,
  responses: runAnswers,
  problems: [
    'not_found',
    'no_active_tests',
    'run_too_large',
    'entitlement_expired',
    'execution_environment_not_ready',
  ],
});

export const retryRun = operation({
  operationId: 'retry_run',
  method: 'POST',
  path: '/api/v1/runs/{runUuid}/retry',
  summary: 'Retry a finished Run',
  description:
    'Starts a new Run of the tests of a finished one that ended with an error that may pass, or without a result. They run as they are now; those that were deleted are left out.',
  tag: 'Runs',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite', 'validationExecution', 'customerCompute'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  params: runPath,
  responses: runAnswers,
  problems: [
    'not_found',
    'nothing_to_retry',
    'run_not_finished',
    'entitlement_expired',
    'execution_environment_not_ready',
  ],
});

export const getRun = operation({
  operationId: 'get_run',
  method: 'GET',
  path: '/api/v1/runs/{runUuid}',
  summary: 'Read a Run',
  description: 'Returns one Run with its live progress.',
  tag: 'Runs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: runPath,
  responses: {
    200: {
      description: 'The Run. Retry-After is present only while it is pending or running.',
      schema: V1Run,
      headers: ['ETag', 'Retry-After'],
    },
  },
  problems: ['not_found'],
});

export const cancelRun = operation({
  operationId: 'cancel_run',
  method: 'POST',
  path: '/api/v1/runs/{runUuid}:cancel',
  summary: 'Cancel a Run',
  description:
    'Ends the Run at once: tests that have not ended become errors with the code `cancelled`. Executors stop at their next heartbeat, and nothing that they still find out counts.',
  tag: 'Runs',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'idempotencyKey',
  params: runPath,
  responses: {
    200: {
      description: 'The Run is over.',
      schema: V1Run,
      headers: ['ETag', 'Idempotency-Replayed', 'Location'],
    },
  },
  problems: ['not_found', 'run_finished'],
});

export const listResults = operation({
  operationId: 'list_results',
  method: 'GET',
  path: '/api/v1/runs/{runUuid}/results',
  summary: 'List the results of a Run',
  description: 'One for each test of the Run, the worst first or in the order of the Run.',
  tag: 'Runs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: runPath,
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    status: Type.Optional(nullable(ResultStatus)),
    datasetPairUuid: Type.Optional(nullable(Uuid)),
    functionCode: Type.Optional(nullable(Type.Enum([...functionCodes]))),
    order: Type.Optional(
      Type.Enum(['severity', 'run'], {
        default: 'severity',
        description: '`severity`: errors, failures, tests without a result, those under way, then passes.',
      }),
    ),
  }),
  responses: {
    200: {
      description: 'One page of results.',
      schema: V1ResultPage,
    },
  },
  problems: ['not_found', 'cursor_invalid'],
});

export const getResult = operation({
  operationId: 'get_result',
  method: 'GET',
  path: '/api/v1/runs/{runUuid}/results/{resultUuid}',
  summary: 'Read a result',
  description: 'Returns what one test of a Run came to.',
  tag: 'Runs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: Type.Object({ runUuid: Uuid, resultUuid: Uuid }),
  responses: { 200: { description: 'The result.', schema: V1Result } },
  problems: ['not_found'],
});

export const compareRun = operation({
  operationId: 'compare_run',
  method: 'GET',
  path: '/api/v1/runs/{runUuid}/comparison',
  summary: 'Compare a Run with an earlier one',
  description:
    'What broke, what was repaired and what fails still, against the finished Run of the same scope before it, or one that is named. A retry is compared with the Run that it retries.',
  tag: 'Runs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: runPath,
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    with: Type.Optional(nullable({ ...Uuid, description: 'The Run to compare with.' })),
    change: Type.Optional(nullable(Type.Enum([...changeKinds]))),
  }),
  responses: {
    200: { description: 'One page of changes, and how many there are.', schema: V1RunComparison },
  },
  problems: ['not_found', 'run_not_finished', 'cursor_invalid'],
});
