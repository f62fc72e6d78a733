import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import { operations } from '../../src/contract/operations.ts';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';
import { scratch, startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { files, openRunsApi, type Result, same } from '../support/runs-api.ts';

/** Values that stand in no other place than the data: a text, a number and a date. */
const canaries = { text: 'canary-5f0c8e1b', number: '918273645.37', date: '1937-04-23' };
const planted = Object.values(canaries);

const folder = dataFolder({
  'source.csv': `id,note,amount,born\n1,${canaries.text},${canaries.number},${canaries.date}\n2,plain,2000000000.00,2001-01-01\n`,
  'target.csv': 'id,note,amount,born\n1,other,1000000000.00,1999-01-01\n2,plain,2000000000.00,2001-01-01\n',
});

/** Whatever is sent to a collector of traces. */
async function collectTraces(): Promise<{ url: string; bodies: Buffer[] }> {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    for await (const chunk of request) bodies.push(chunk);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

test('values of rows are in the evidence, and nowhere in the control plane', async (t) => {
  const traces = await collectTraces();
  // All that the executor keeps lies elsewhere, so that the data folder is the control plane's alone.
  const service = await startServe(
    t,
    {
      PLUMBLINE_FILE_ROOTS: folder,
      PLUMBLINE_LOG_LEVEL: 'debug',
      PLUMBLINE_EVIDENCE_DIR: scratch(),
      PLUMBLINE_EXECUTOR_WORK_DIR: scratch(),
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    },
    [],
  );
  let log = '';
  service.child.stdout?.on('data', (chunk) => (log += chunk));
  service.child.stderr?.on('data', (chunk) => (log += chunk));
  const api = await openRunsApi(service);
  const root = await api.filesSource(folder);
  await api.hasExecutor(root);
  const pair = await api.pair(files(root, 'source.csv'), files(root, 'target.csv'));
  const keys = [same('id')];
  const differing = ['note', 'amount', 'born'].flatMap((name) => [
    { name: `value ${name}`, functionCode: 'VALUE' as const, fields: [same(name)], keys },
    { name: `least ${name}`, functionCode: 'MIN' as const, fields: [same(name)] },
    { name: `set ${name}`, functionCode: 'SET_A_EQUALS_B' as const, fields: [same(name)] },
  ]);
  await api.tests(pair, differing);
  const run = await api.finished(await api.submit(pair));
  const results = await api.results(run.runUuid);
  assert.deepEqual([run.overallStatus, run.counts.fail], ['fail', differing.length]);

  const shown = await Promise.all([...results.values()].map((result) => api.evidence(result)));
  for (const value of planted)
    assert.ok(JSON.stringify(shown).includes(value), `${value} is in the evidence`);

  const answers = await everyAnswer(service, {
    ...run,
    ...firstOf(results),
    datasetPairUuid: pair,
    sourceUuid: root,
  });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  service.child.kill('SIGTERM');
  await service.finished;
  const control = new Map([
    ['an answer of the API', answers],
    ['the metrics', metrics],
    ['a log', log],
    ['a trace', Buffer.concat(traces.bodies).toString('latin1')],
    ['the data folder', contentOf(service.dataDir)],
  ]);
  for (const [where, text] of control) {
    assert.ok(text.length > 1_000, `${where} was looked at`);
    for (const value of planted) assert.equal(text.includes(value), false, `${value} is in ${where}`);
  }
  assert.ok(control.get('the data folder')?.includes(run.runUuid), 'what the database holds can be found');
});

function firstOf(results: ReadonlyMap<string, Result>): Result {
  const [first] = results.values();
  return first ?? assert.fail();
}

/** What every operation that reads answers with, where its path can be filled in; all but the evidence itself. */
async function everyAnswer(
  { url, dataDir }: { url: string; dataDir: string },
  ids: Readonly<Record<string, unknown>>,
): Promise<string> {
  const token = await mintToken(
    { dataDir, as: 'olivia@contoso.example' },
    { clock: { now: () => new Date() } },
  );
  const answers: string[] = [];
  const client = createClient({
    baseUrl: url,
    token: () => token,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const body = await readFor(streamMs, answer);
      answers.push(body, JSON.stringify([...answer.headers]));
      return new Response(body || null, answer);
    },
  });
  const reads = Object.values(operations).filter(
    ({ method, dataClassification }) => method === 'GET' && dataClassification === 'metadata',
  );
  for (const { operationId, path } of reads) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    if (names.some((name) => ids[name] === undefined)) continue;
    const params = Object.fromEntries(names.map((name) => [name, ids[name]]));
    // What it answers with is looked at, whatever that is: a problem can quote something, too.
    await client.call(operationId, { params, query: {} } as never).catch(() => {});
  }
  assert.ok(answers.length > 40, `${answers.length} answers`);
  return answers.join('\n');
}

/** A stream of events never ends by itself. */
const streamMs = 2_000;

async function readFor(ms: number, answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text();
  const reader = answer.body?.getReader();
  const late = setTimeout(() => void reader?.cancel(), ms);
  const chunks: Uint8Array[] = [];
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    chunks.push(part.value);
  }
  clearTimeout(late);
  return Buffer.concat(chunks).toString();
}

function contentOf(directory: string): string {
  return globSync('**/*', { cwd: directory })
    .map((name) => `${directory}/${name}`)
    .filter((name) => statSync(name).isFile())
    .map((name) => readFileSync(name, 'latin1'))
    .join('\n');
}
