import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataFolder } from '../support/data-folder.ts';
import { files, openRunsApi, type Result, same } from '../support/runs-api.ts';
import { assertNoCanary, canaries, planted, startWatched } from './watched-service.ts';

const folder = dataFolder({
  'source.csv': `id,note,amount,born\n1,${canaries.text},${canaries.number},${canaries.date}\n2,plain,2000000000.00,2001-01-01\n`,
  'target.csv': 'id,note,amount,born\n1,other,1000000000.00,1999-01-01\n2,plain,2000000000.00,2001-01-01\n',
  'turns/sums.csv': 'id,amount\n1,1\n2,2\n',
  'turns/lines.csv': 'id,amount\n1,1\n2,2\n',
  'turns/objects.ndjson': '{"id":1,"amount":1}\n{"id":2,"amount":2}\n',
  'turns/gone.csv': 'id,amount\n1,1\n2,2\n',
});

test('values of rows are in the evidence, and nowhere in the control plane', async (t) => {
  const service = await startWatched(t, folder);
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

  const ids = { ...run, ...firstOf(results), datasetPairUuid: pair, sourceUuid: root };
  const control = await service.seen(ids);
  assertNoCanary(control);
  assert.ok(control.get('the data folder')?.includes(run.runUuid), 'what the database holds can be found');
});

function firstOf(results: ReadonlyMap<string, Result>): Result {
  const [first] = results.values();
  return first ?? assert.fail();
}

/** What becomes of a file after it was prepared: an engine that fails on it would quote what it stumbled over. */
const spoilt: Readonly<Record<string, string | null>> = {
  'turns/sums.csv': `id,amount\n1,${canaries.text}\n2,${canaries.date}\n`,
  'turns/lines.csv': `id,amount\n1,"${canaries.text}\n${canaries.number},${canaries.date},${canaries.text}\n`,
  'turns/objects.ndjson': `{"id":1,"amount":${canaries.text}}\n{"id":"${canaries.date}","amount":[${canaries.number}]\n`,
  'turns/gone.csv': null,
};

test('nor are they there where files, engine and store fail on them', async (t) => {
  const service = await startWatched(t, folder);
  const api = await openRunsApi(service);
  const root = await api.filesSource(folder);
  await api.hasExecutor(root);
  const tested = async (source: string, target: string) => {
    const pair = await api.pair(files(root, source), files(root, target));
    const keys = [same('id')];
    await api.tests(pair, [
      { name: 'value', functionCode: 'VALUE', fields: [same('amount')], keys },
      { name: 'sum', functionCode: 'SUM', fields: [same('amount')] },
      { name: 'least', functionCode: 'MIN', fields: [same('amount')] },
    ]);
    return pair;
  };
  const pairs: string[] = [];
  for (const name of Object.keys(spoilt)) pairs.push(await tested(name, name));
  const differing = await tested('source.csv', 'target.csv');
  for (const [name, content] of Object.entries(spoilt)) {
    if (content === null) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), content);
  }
  const runs = [];
  for (const pair of pairs) runs.push(await api.finished(await api.submit(pair)));
  for (const run of runs) assert.equal(run.overallStatus, 'error', JSON.stringify(run));

  // The store of evidence is no folder any more.
  rmSync(service.evidenceDir, { recursive: true });
  writeFileSync(service.evidenceDir, '');
  const unkept = await api.finished(await api.submit(differing));
  assert.equal(unkept.overallStatus, 'error', JSON.stringify(unkept));

  const details: string[] = [];
  for (const run of [...runs, unkept]) {
    for (const { error } of (await api.results(run.runUuid)).values()) details.push(error?.detail ?? '');
  }
  for (const value of planted) assert.equal(details.join('\n').includes(value), false, details.join('\n'));
  const [first] = (await api.results(unkept.runUuid)).values();
  const ids = { ...unkept, ...first, datasetPairUuid: differing, sourceUuid: root };
  assertNoCanary(await service.seen(ids));
});
