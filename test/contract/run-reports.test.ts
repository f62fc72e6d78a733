import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { newSource } from '../support/catalog.ts';
import { playExecutor } from '../support/executor.ts';
import { acceptedRun, compared, compareTask, newCounts, newTestedPair, submit } from '../support/runs.ts';
import { activateContoso, startTestService } from '../support/service.ts';

const service = await startTestService({ after });
const { owner, contributor, reader } = await activateContoso(service);
const { sourceUuid } = await newSource(service, owner);
const executor = playExecutor(service);

const reportOf = (runUuid: string, query = '', token = reader) =>
  service.send({ url: `/api/v1/runs/${runUuid}/report${query}`, token });

/** Runs a pair whose first tests come to what is given. */
async function endedRun(datasetPairUuid: string, details: Parameters<typeof compared>[1]): Promise<string> {
  await executor.claim();
  const { runUuid } = acceptedRun(
    await submit(service, contributor, { kind: 'dataset_pair', datasetPairUuid }),
  );
  for (let answered = 0; answered < 1; ) {
    const lease = await executor.take();
    const answer = await executor.complete(lease, compared(lease, details));
    assert.equal(answer.statusCode, 200, answer.body);
    // A pair of many tests is several tasks.
    answered = compareTask(lease).specification.tests.length < 250 ? 1 : 0;
  }
  return runUuid;
}

test('a finished Run is reported in each format, with what changed', async () => {
  const { datasetPairUuid } = await newTestedPair(service, {
    token: contributor,
    sourceUuid,
    name: 'Orders',
    tests: 3,
  });
  const off = { status: 'fail', target: { value: '99', rows: 99 } } as const;
  await endedRun(datasetPairUuid, [off]);
  const runUuid = await endedRun(datasetPairUuid, [{}, off]);
  const expected: Readonly<Record<string, readonly [type: string, extension: string, ...parts: RegExp[]]>> = {
    html: [
      'text/html; charset=utf-8',
      'html',
      /<title>Failed: /,
      /1 broke, 1 repaired/,
      /100 in the source, 99 in the target/,
    ],
    markdown: ['text/markdown; charset=utf-8', 'md', /^### ◆ Failed/, /Broke \| Rows 1 \| Orders/],
    junit: [
      'application/xml',
      'xml',
      /^<\?xml/,
      /tests="3" failures="1" errors="0"/,
      /<testcase [^>]*name="Rows 0"[^>]*\/>/,
    ],
    csv: ['text/csv; charset=utf-8', 'csv', /^pair,test,/, /Orders,Rows 1,COUNT,,,fail,/],
  };
  for (const [format, [type, extension, ...parts]] of Object.entries(expected)) {
    const answer = await reportOf(runUuid, `?format=${format}`);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], type);
    assert.equal(answer.headers['content-disposition'], `attachment; filename="run-${runUuid}.${extension}"`);
    assert.equal(answer.headers['cache-control'], 'no-store');
    for (const part of parts) assert.match(answer.body, part, format);
  }
  assert.match(
    (await reportOf(runUuid)).body,
    /^<!DOCTYPE html>/,
    'a page unless something else is asked for',
  );
});

test('a report holds every test, however many pages they are read in', async () => {
  const { datasetPairUuid } = await newTestedPair(service, {
    token: contributor,
    sourceUuid,
    name: 'Wide',
    tests: 500,
  });
  await newCounts(service, contributor, datasetPairUuid, 101);
  const runUuid = await endedRun(datasetPairUuid, []);
  const csv = await reportOf(runUuid, '?format=csv');
  const lines = csv.body.trim().split('\r\n');
  assert.equal(lines.length, 602);
  assert.equal(
    new Set(lines.map((line) => line.slice(line.lastIndexOf(',')))).size,
    602,
    'each of them once',
  );
  const html = await reportOf(runUuid, '?format=html');
  assert.equal(html.body.match(/<tr><td><span class="shape pass"/g)?.length, 601);
});

test('there is no report of a Run that is not over, is not there or is not in the words of the format', async () => {
  const { datasetPairUuid } = await newTestedPair(service, {
    token: contributor,
    sourceUuid,
    name: 'Later',
    tests: 1,
  });
  await executor.claim();
  const open = acceptedRun(await submit(service, contributor, { kind: 'dataset_pair', datasetPairUuid }));
  const early = await reportOf(open.runUuid);
  assert.deepEqual([early.statusCode, early.json().code], [409, 'run_not_finished']);
  assert.equal((await reportOf(randomUUID())).statusCode, 404);
  const unknown = await reportOf(open.runUuid, '?format=pdf');
  assert.deepEqual([unknown.statusCode, unknown.json().errors[0].parameter], [422, 'format']);
  const lease = await executor.take();
  await executor.complete(lease, compared(lease));
  assert.equal((await reportOf(open.runUuid, '?format=csv')).statusCode, 200);
});
