import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '../../../src/cli/configuration/read-settings.ts';
import { type RunningExecutor, startExecutor } from '../../../src/composition/executor.ts';
import { ProblemError } from '../../../src/contract/client.ts';
import type { ProblemCode } from '../../../src/domain/problems.ts';
import { scratch, startServe } from '../../support/command.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { startFakeBlobService } from '../../support/fake-blob-service.ts';
import { files, openRunsApi, same } from '../../support/runs-api.ts';

const folder = dataFolder({
  'source.csv': 'id,amount\n1,10.00\n2,20.00\n3,30.00\n',
  'target.csv': 'id,amount\n1,10.00\n2,20.50\n3,31.00\n',
});
const container = await startFakeBlobService({ after });
const service = await startServe({ after });

/** An executor of this process, with a work folder of its own: all that they share is the container. */
async function execute(): Promise<RunningExecutor & { readonly workFolder: string }> {
  const workFolder = scratch();
  const settings = readSettings({
    PLUMBLINE_DATA_DIR: service.dataDir,
    PLUMBLINE_EXECUTOR_URL: service.url,
    PLUMBLINE_EXECUTOR_WORK_DIR: workFolder,
    PLUMBLINE_EXECUTOR_CAPACITY: '1',
    PLUMBLINE_EXECUTOR_THREADS: '1',
    PLUMBLINE_FILE_ROOTS: folder,
    PLUMBLINE_LOG_LEVEL: 'silent',
  });
  const executor = await startExecutor(settings, {
    evidence: container.options,
    // Claims come often and do not wait: the service would lease work to one that an executor left open when it ended.
    service: (called) => ({
      ...called,
      claim: async (room, signal) => ({
        ...(await called.claim({ ...room, waitSeconds: 0 }, signal)),
        pollAfterSeconds: 0.1,
      }),
    }),
  });
  after(() => executor.drain());
  return { ...executor, workFolder };
}

const evidenceBlobs = () => [...container.blobs.keys()].filter((name) => name !== 'store.json');

function hasCode(code: ProblemCode) {
  return (error: unknown) => error instanceof ProblemError && error.problem.code === code;
}

test('a Run leaves its evidence in the container, and any executor of the container serves it', async () => {
  const first = await execute();
  const api = await openRunsApi(service);
  const root = await api.filesSource(folder);
  await api.hasExecutor(root);
  const pair = await api.pair(files(root, 'source.csv'), files(root, 'target.csv'));
  await api.tests(pair, [
    { name: 'amount', functionCode: 'VALUE', fields: [same('amount')], keys: [same('id')] },
    { name: 'most', functionCode: 'MAX', fields: [same('amount')] },
  ]);
  const { runUuid, counts, etag } = await api.finished(await api.submit(pair));
  assert.equal(counts.fail, 2);
  const results = await api.results(runUuid);
  const amount = results.get('amount') ?? assert.fail();
  assert.ok(evidenceBlobs().every((name) => new RegExp(`^[0-9a-f-]{36}/${runUuid}/[^/]+/[^/]+$`).test(name)));
  assert.ok(evidenceBlobs().some((name) => name.endsWith('/manifest.json')));
  assert.equal(existsSync(join(service.dataDir, 'evidence')), false);

  // Another one, with nothing of the first but the container.
  const second = await execute();
  first.drain();
  await first.ended;
  const { items } = await api.evidence(amount);
  assert.deepEqual(
    items.map(({ key, cells }) => [key[0], cells[0]?.source, cells[0]?.target]),
    [
      ['2', '20', '20.5'],
      ['3', '30', '31'],
    ],
  );
  const most = await api.evidence(results.get('most') ?? assert.fail());
  assert.equal(most.items[0]?.cells[0]?.target, '31');
  assert.match((await api.download(amount, 'csv')).toString(), /20\.5/);

  // Whoever reads is told why it does not go, and whoever runs.
  container.trouble = () => ({ status: 403, code: 'AuthorizationPermissionMismatch' });
  await assert.rejects(api.evidence(amount), hasCode('evidence_store_denied'));
  const denied = await api.finished(await api.submit(pair));
  const [refused] = (await api.results(denied.runUuid)).values();
  assert.equal(refused?.error?.code, 'evidence_store_denied');
  assert.match(refused.error.detail, /Storage Blob Data Contributor/);
  container.trouble = () => undefined;

  await api.client.call('delete_evidence', { params: { runUuid }, ifMatch: etag });
  while (evidenceBlobs().length > 0) await sleep(50);
  await assert.rejects(api.evidence(amount), hasCode('evidence_gone'));
  second.drain();
  await second.ended;
  for (const { workFolder } of [first, second]) {
    assert.deepEqual(globSync('**/*.parquet', { cwd: workFolder }), [], 'no copy of rows stays behind');
  }
});
