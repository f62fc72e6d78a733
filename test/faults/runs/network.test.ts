import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestStorage } from '../../support/databases.ts';
import { withoutPostgres } from '../../support/postgres.ts';
import { openUnreliableProxy, type UnreliableProxy } from '../../support/unreliable-proxy.ts';
import { install } from './installation.ts';
import { Workload } from './workload.ts';

/** What a network does to what passes through it; `resume` ends each. */
const faults: Readonly<Record<string, (proxy: UnreliableProxy) => unknown>> = {
  'a long way': (proxy) => proxy.delay(150),
  resets: (proxy) => proxy.cut(),
  'a black hole': (proxy) => proxy.freeze(),
  'nobody there': (proxy) => proxy.stop(),
};

/** Long enough for Runs to meet it at every stage, short enough for the patience of an executor. */
const faultMs = 1_500;

test('between service, database and executor the network fails: every Run ends once, and right', {
  skip: withoutPostgres,
}, async (t) => {
  const { serviceUrl } = await openTestStorage();
  const toDatabase = await openUnreliableProxy(serviceUrl ?? '');
  t.after(() => toDatabase.close());
  const installation = await install(toDatabase.url);
  t.after(() => installation.remove());
  await installation.startService();
  const toService = await openUnreliableProxy(installation.url);
  t.after(() => toService.close());
  await installation.startExecutor({ PLUMBLINE_EXECUTOR_URL: toService.url.replace(/\/$/, '') });
  const workload = await Workload.prepare(installation);

  for (const [name, begin] of Object.entries(faults)) {
    for (const [place, proxy] of Object.entries({ toDatabase, toService })) {
      await t.test(`${name}, ${place}`, async () => {
        await workload.submit('pair');
        const submitting = [workload.submit('all'), workload.submit('test')];
        await begin(proxy);
        await sleep(faultMs);
        await proxy.resume();
        await Promise.all(submitting);
      });
    }
  }
  await t.test('nothing was lost, and nothing is wrong', async () => {
    await workload.check();
    assert.ok((await workload.checkEvidence()) > 0);
  });

  await t.test('without its database the service says so, and is back by itself', async () => {
    const asked = () => fetch(`${installation.url}/api/v1/runs`, { headers: workload.headers });
    for (const away of [() => toDatabase.stop(), async () => toDatabase.freeze()]) {
      await away();
      const refused = await asked();
      const { code } = (await refused.json()) as { code: string };
      assert.deepEqual([refused.status, code], [503, 'dependency_unavailable']);
      assert.ok(Number(refused.headers.get('retry-after')) >= 1);
      assert.equal((await fetch(`${installation.url}/readyz`)).status, 503);
      assert.equal((await fetch(`${installation.url}/livez`)).status, 200);
      await toDatabase.resume();
      for (;;) {
        const answer = await asked();
        await answer.arrayBuffer();
        if (answer.status === 200) break;
        assert.equal(answer.status, 503);
      }
    }
    await workload.submit('pair');
    await workload.check();
  });
});
