import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { V1Result } from '../../src/contract/schemas/results.ts';
import type { V1Run } from '../../src/contract/schemas/runs.ts';
import type { PreparedField } from '../../src/domain/catalog/prepared-field.ts';
import type { TestReport } from '../../src/domain/comparison/pair-report.ts';
import type { RunCompareTask } from '../../src/domain/execution/protocol.ts';
import { create, preparedDataset, type TestDataset } from './catalog.ts';
import { field, type Lease, succeeded } from './executor.ts';
import type { TestAnswer, TestService } from './service.ts';

export type Run = Static<typeof V1Run>;
export type Result = Static<typeof V1Result>;

export const orderFields: readonly PreparedField[] = [
  field('id', 'long', { nullable: false }),
  field('amount', 'decimal(18,2)'),
  field('status', 'string'),
];

export interface TestedPair {
  readonly datasetPairUuid: string;
  readonly etag: string;
  readonly source: TestDataset;
  readonly target: TestDataset;
  readonly tests: readonly {
    readonly validationTestUuid: string;
    readonly name: string;
    readonly etag: string;
  }[];
}

/** A pair of prepared datasets with active tests that count rows. */
export async function newTestedPair(
  service: TestService,
  {
    token,
    sourceUuid,
    name = null,
    tests,
  }: {
    readonly token: string;
    readonly sourceUuid: string;
    readonly name?: string | null;
    readonly tests: number;
  },
): Promise<TestedPair> {
  const source = await preparedDataset(service, token, sourceUuid, orderFields);
  const target = await preparedDataset(service, token, sourceUuid, orderFields);
  const sides = { sourceDatasetUuid: source.datasetUuid, targetDatasetUuid: target.datasetUuid };
  const pair = await create(service, token, 'dataset-pairs', { name, ...sides });
  assert.equal(pair.statusCode, 201, pair.body);
  const { datasetPairUuid, etag } = pair.json();
  const created = tests === 0 ? [] : await newCounts(service, token, datasetPairUuid, tests);
  return { datasetPairUuid, etag, source, target, tests: created };
}

/** Tests that count rows, each with a name of its own. */
export async function newCounts(
  service: TestService,
  token: string,
  datasetPairUuid: string,
  count: number,
): Promise<TestedPair['tests']> {
  const tests = Array.from({ length: count }, (_, index) => ({
    datasetPairUuid,
    name: `Rows ${index}`,
    functionCode: 'COUNT',
    fields: [],
  }));
  const answer = await create(service, token, 'validation-tests:batch', { tests });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().items;
}

export function compareTask(lease: Lease): RunCompareTask {
  assert.equal(lease.task.kind, 'run.compare');
  return lease.task as RunCompareTask;
}

/** What an executor that found nothing remarkable says about a test. */
export function testReport(testId: string, details: Partial<TestReport> = {}): TestReport {
  const side = { value: '100', rows: 100 };
  return {
    testId,
    functionCode: 'COUNT',
    status: 'pass',
    source: side,
    target: side,
    valueIsFromRow: false,
    matchedRows: null,
    mismatchedRows: null,
    missingInSource: null,
    missingInTarget: null,
    duplicateKeys: null,
    unconvertible: { source: 0, target: 0 },
    evidence: { state: 'none', file: null, rows: 0, capped: false },
    diagnostics: [],
    error: null,
    ...details,
  };
}

export const engineError = { code: 'engine_failed', detail: 'The disk was full.', retryable: true } as const;

/** The outcome of a lease on tests of a Run: each with what is given for it in turn, or a pass. */
export function compared(
  lease: Lease,
  details: readonly (Partial<TestReport> | null)[] = [],
  more: Record<string, unknown> = {},
): unknown {
  const { tests } = compareTask(lease).specification;
  return succeeded({
    kind: 'run.compare',
    // Null: nothing is said about it.
    tests: tests.flatMap(({ id }, index) =>
      details[index] === null ? [] : [testReport(id, details[index])],
    ),
    engine: { name: 'duckdb', version: '1.5' },
    storeUuid: null,
    durationMs: 12,
    ...more,
  });
}

export const submit = (service: TestService, token: string, scope: unknown, key: string = randomUUID()) =>
  create(service, token, 'runs', { scope }, key);

/** The Run that an answer carries; it must have been accepted. */
export function acceptedRun(answer: TestAnswer): Run {
  assert.equal(answer.statusCode, 202, answer.body);
  return answer.json();
}

export async function getRun(service: TestService, token: string, runUuid: string): Promise<Run> {
  const answer = await service.send({ url: `/api/v1/runs/${runUuid}`, token });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

export async function getResults(
  service: TestService,
  token: string,
  runUuid: string,
  query = '?order=run',
): Promise<readonly Result[]> {
  const answer = await service.send({ url: `/api/v1/runs/${runUuid}/results${query}`, token });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().items;
}
