import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { mintToken } from '../../src/providers/identity/embedded/mint-token.ts';
import { plumbline, scratch, startServe } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { files, openRunsApi, same } from '../support/runs-api.ts';

test('record, deploy, provision, run: the whole order, with an executor of its own identity', async (t) => {
  const folder = dataFolder({
    'source.csv': 'id,amount\n1,10.00\n2,20.00\n',
    'target.csv': 'id,amount\n1,10.00\n2,20.00\n',
  });
  // The executor of the deployment is not even started: only the customer's can do what is done here.
  const service = await startServe(t);
  const api = await openRunsApi(service);
  const { client } = api;
  const environment = async () => (await client.call('get_execution_environment', {})).body;
  const stateIs = async (state: string) => {
    while (true) {
      const { state: current, latestProvisioningOperation } = await environment();
      if (current === state) return;
      assert.notEqual(current, 'failed', JSON.stringify(latestProvisioningOperation));
      await sleep(50);
    }
  };

  // Record.
  const { body: recorded } = await client.call('create_execution_environment', {
    idempotencyKey: randomUUID(),
    body: { name: 'Contoso', subscriptionId: randomUUID(), location: 'westeurope' },
  });
  await stateIs('awaitingDeployment');
  const template = await fetch(recorded.installer.templateUrl);
  assert.equal(template.status, 200);
  const deployed = JSON.stringify(await template.json());

  // Deploy: what the job of the template runs, as a process here, with a token of an identity in the directory.
  assert.match(deployed, /"command":\["plumbline","executor"\]/);
  const clock = { now: () => new Date() };
  const token = await mintToken(
    { dataDir: service.dataDir, app: 'managed-identity', directory: 'contoso', roles: [] },
    { clock },
  );
  const tokenFile = join(scratch(), 'token');
  writeFileSync(tokenFile, token);
  const executor = plumbline(['executor', '--url', service.url, '--data-dir', scratch()], {
    PLUMBLINE_IDENTITY: 'external',
    PLUMBLINE_EXECUTOR_TOKEN_FILE: tokenFile,
    PLUMBLINE_FILE_ROOTS: folder,
    PLUMBLINE_EXECUTOR_IDLE_SECONDS: '60',
  });
  t.after(() => executor.child.kill('SIGKILL'));

  // Provision.
  await client.call('provision_execution_environment', {
    idempotencyKey: randomUUID(),
    body: { executorObjectId: String(decodeJwt(token).oid) },
  });
  await stateIs('ready');

  // Run.
  const root = await api.filesSource(folder);
  const pair = await api.pair(files(root, 'source.csv'), files(root, 'target.csv'));
  await api.tests(pair, [
    { name: 'amount', functionCode: 'VALUE', fields: [same('amount')], keys: [same('id')] },
  ]);
  const run = await api.finished(await api.submit(pair));
  assert.equal(run.overallStatus, 'pass');
});
