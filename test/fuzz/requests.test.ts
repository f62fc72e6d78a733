import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { V1ComparisonResolution } from '../../src/contract/schemas/comparison.ts';
import { choiceIds, functionCodes, surfaces, transforms } from '../../src/domain/comparison/binding.ts';
import { create, newSource, preparedDataset } from '../support/catalog.ts';
import { field } from '../support/executor.ts';
import { newTestedPair } from '../support/runs.ts';
import { activateContoso, startTestService, type TestAnswer } from '../support/service.ts';
import { fuzz } from './fuzz.ts';
import { byteEdits, editBytes, editJson, jsonEdits } from './mutations.ts';

const service = await startTestService({ after });
const { owner, contributor, reader } = await activateContoso(service);
const { sourceUuid } = await newSource(service, owner);

const fields = [
  ['flag', 'boolean'],
  ['id', 'long'],
  ['amount', 'decimal(38,10)'],
  ['ratio', 'double'],
  ['name', 'string'],
  ['day', 'date'],
  ['at', 'time(6)'],
  ['placed', 'timestamp(6) naive'],
  ['sent', 'timestamp(3) zoned'],
  ['key', 'uuid'],
  ['bytes', 'binary'],
  ['document', 'json'],
  ['lines', 'list<struct<sku string, quantity long>>'],
  ['tags', 'map<string, long>'],
] as const;
const prepared = fields.map(([name, type]) => field(name, type));
const source = await preparedDataset(service, contributor, sourceUuid, prepared, { zone: 'Europe/Berlin' });
const target = await preparedDataset(service, contributor, sourceUuid, prepared);
const pair = await newTestedPair(service, { token: contributor, sourceUuid, tests: 1 });

/** Every answer is one that the operation's row declares, and none is a defect of the service. */
function assertDeclared(operationId: OperationId, answer: TestAnswer): void {
  const { responses } = operations[operationId];
  const { statusCode: status, body } = answer;
  assert.ok(status < 500, `${status} ${body}\n${service.logLines.slice(-3).join('')}`);
  if (status < 300) {
    assert.ok(Object.hasOwn(responses, status), `${status} ${body}`);
    return;
  }
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  const problem = answer.json();
  assert.equal(problem.status, status);
  assert.ok([400, 404, 409, 422].includes(status), `${status} ${body}`);
}

const paths = fc.oneof(
  fc.constantFrom(...fields.map(([name]) => name)),
  fc.constantFrom(
    'lines[].sku',
    'lines[].quantity',
    'tags[].key',
    'tags[].value',
    'lines[]',
    'lines',
    'nothing',
  ),
);
const scopes = fc.constantFrom<unknown>(
  undefined,
  null,
  {},
  { kind: 'root' },
  { kind: 'collection', collectionPath: 'lines' },
  { kind: 'collection', collectionPath: 'tags[]' },
);
const formats = fc.constantFrom('', 'yyyy-MM-dd', 'epoch_s', 'epoch_us', 'hex', 'base64', "yyyy'T", 'HH:mm');
const bindings = fc.record({ transform: fc.constantFrom(...transforms), format: formats });
const resolutions = fc.record({
  context: fc.constantFrom(
    { kind: 'datasets', sourceDatasetUuid: source.datasetUuid, targetDatasetUuid: target.datasetUuid },
    { kind: 'datasetPair', datasetPairUuid: pair.datasetPairUuid },
  ),
  surface: fc.constantFrom(...surfaces),
  functionCode: fc.option(fc.constantFrom(...functionCodes)),
  sourceField: paths,
  targetField: paths,
  sourceObservationScope: scopes,
  targetObservationScope: scopes,
  selection: fc.option(fc.record({ choiceId: fc.constantFrom(...choiceIds), format: formats })),
  storedBinding: fc.option(fc.record({ source: bindings, target: bindings })),
});
const memberNames = [
  'kind',
  'format',
  'transform',
  'choiceId',
  'collectionPath',
  'storedBinding',
  'selection',
];

const resolution = Compile(V1ComparisonResolution);

fuzz('a request for a resolution is answered whole, or refused with a reason', {
  share: 0.04,
  cases: fc.tuple(resolutions, fc.option(jsonEdits(memberNames)), fc.option(byteEdits, { freq: 8 })),
  async check([request, edits, bytes]) {
    const edited = edits === null ? request : editJson(request, edits);
    const text = Buffer.from(JSON.stringify(edited) ?? '');
    const answer = await service.send({
      method: 'POST',
      url: '/api/v1/comparison-resolutions',
      token: reader,
      body: bytes === null ? text : editBytes(text, bytes),
    });
    assertDeclared('resolve_comparison', answer);
    if (answer.statusCode !== 200) return;
    const body = answer.json();
    assert.ok(resolution.Check(body), JSON.stringify(resolution.Errors(body)));
    assert.equal(body.status === 'resolved', body.comparisonType !== null);
    if (body.status === 'selectionRequired') assert.notDeepEqual(body.choices, []);
  },
});

const newTest = {
  datasetPairUuid: pair.datasetPairUuid,
  name: 'Amounts',
  functionCode: 'VALUE',
  fields: [{ sourceField: 'amount', targetField: 'amount' }],
  keys: [{ sourceField: 'id', targetField: 'id' }],
  filter: {
    source: {
      all: [{ field: 'amount', op: 'gt', value: '1.5' }, { not: { field: 'status', op: 'isNull' } }],
    },
    target: { any: [{ field: 'id', op: 'in', value: [1, '2', 3] }] },
  },
  tolerance: { kind: 'absolute', amount: '0.01' },
  threshold: { maxRows: '3', maxRatio: '0.5' },
  duplicateKeys: 'fail',
  verification: 'exact',
  evidenceRows: 10,
};
const names = [
  'filter',
  'source',
  'target',
  'all',
  'any',
  'not',
  'field',
  'op',
  'value',
  'tolerance',
  'keys',
];

test('the test that is spoilt below is a good one', async () => {
  const answer = await create(service, contributor, 'validation-tests', newTest);
  assert.equal(answer.statusCode, 201, answer.body);
});

fuzz('a new test with its filters is created, or refused with a reason', {
  share: 0.03,
  cases: fc.tuple(jsonEdits(names), fc.option(byteEdits, { freq: 8 })),
  async check([edits, bytes]) {
    const text = Buffer.from(JSON.stringify(editJson(newTest, edits)) ?? '');
    const answer = await service.send({
      method: 'POST',
      url: '/api/v1/validation-tests',
      token: contributor,
      headers: { 'idempotency-key': randomUUID() },
      body: bytes === null ? text : editBytes(text, bytes),
    });
    assertDeclared('create_validation_test', answer);
  },
});

const parameters = [
  'limit',
  'cursor',
  'validationTestUuid',
  'overallStatus',
  'scope',
  'sortBy',
  'search',
  'direction',
];
const texts = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '0',
    '1',
    '100',
    '101',
    '-1',
    '1e2',
    'asc',
    'desc',
    'pass',
    'all',
    'name',
    '%',
    '\\_',
    '%00',
  ),
  fc.string({ unit: 'binary' }).map(encodedText),
  fc.base64String({ maxLength: 60 }).map(encodeURIComponent),
);

/** Lone surrogates have no encoding, so bytes take their place. */
function encodedText(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

fuzz('a list is answered or refused, whatever its parameters and its cursor', {
  share: 0.03,
  cases: fc.tuple(
    fc.array(fc.tuple(fc.constantFrom(...parameters), texts), { maxLength: 4 }),
    fc.option(byteEdits, { freq: 4 }),
  ),
  async check([query, edits]) {
    const text = `/api/v1/runs?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
    // Beyond visible ASCII nothing can be sent in a request line.
    const edited = edits === null ? text : editBytes(Buffer.from(text), edits).toString('latin1');
    const url = `/api/v1/runs?${edited.slice('/api/v1/runs?'.length).replaceAll(/[^!-~]/g, '')}`;
    assertDeclared('list_runs', await service.send({ url, token: reader }));
  },
});
