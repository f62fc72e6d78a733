import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOwnPostgres } from '../../execution/connectors/own-postgres.ts';
import { freePort } from '../../support/command.ts';
import { openTestStorage } from '../../support/databases.ts';
import { withoutPostgres } from '../../support/postgres.ts';
import { serviceLogin } from '../../support/service-login.ts';
import { install } from './installation.ts';
import { Workload } from './workload.ts';

test('PostgreSQL restarts three times while Runs are under way', { skip: withoutPostgres }, async (t) => {
  const server = await startOwnPostgres();
  t.after(() => server.stop());
  const installation = await install(await serviceLogin(server));
  t.after(() => installation.remove());
  await installation.startService();
  await installation.startExecutor();
  const workload = await Workload.prepare(installation);
  const submitting = (async () => {
    for (let run = 0; run < 12; run += 1) {
      await workload.submit(run % 3 === 0 ? 'all' : 'pair');
      await sleep(150);
    }
  })();
  for (let restart = 0; restart < 3; restart += 1) {
    await sleep(700);
    await server.restart();
  }
  await submitting;
  await workload.check();
  await workload.checkEvidence();
});

test('two services on one database share the work, and either may die', {
  skip: withoutPostgres,
}, async (t) => {
  const { serviceUrl } = await openTestStorage();
  const installation = await install(serviceUrl ?? null);
  t.after(() => installation.remove());
  await installation.startService();
  await installation.startExecutor();
  const workload = await Workload.prepare(installation);

  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // Replicas have one public address, which is also the issuer of the embedded identity.
  const other = await installation.startService({
    PLUMBLINE_PORT: port,
    PLUMBLINE_PUBLIC_URL: installation.url,
  });
  const executor = await installation.startExecutor({ PLUMBLINE_EXECUTOR_URL: url });
  const there = workload.through(url);
  // Both look for ticks all the while.
  const scheduled = workload.schedule();
  for (let run = 0; run < 4; run += 1) {
    await workload.submit('pair');
    await there.submit('all');
  }
  await scheduled;
  assert.ok((await workload.adoptTicks()) > 0);
  // Evidence that an executor of one replica wrote is read through the other.
  await workload.check();
  await there.checkEvidence();

  await there.submit('pair');
  await other.kill();
  await executor.kill();
  await workload.submit('pair');
  await workload.check();
});
