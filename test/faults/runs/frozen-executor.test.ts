import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkOrphans } from './check-orphans.ts';
import { install } from './installation.ts';
import { Workload } from './workload.ts';

test('an executor that freezes past its lease and wakes changes nothing any more', async (t) => {
  const installation = await install(null);
  t.after(() => installation.remove());
  await installation.startService();
  const first = await installation.startExecutor();
  const workload = await Workload.prepare(installation);
  await first.kill('SIGTERM');
  for (const point of ['claim answered', 'task ended']) {
    const frozen = await installation.startExecutor({ FAILPOINT: point, FAILPOINT_SIGNAL: 'SIGSTOP' });
    const runUuid = await workload.submit('pair');
    await workload.isRunning(runUuid);
    const awake = await installation.startExecutor();
    await workload.check();
    frozen.child.kill('SIGCONT');
    // Longer than it takes to hear that the lease is lost, and to clean up.
    await sleep(2_000);
    assert.ok(frozen.isAlive(), 'it goes on with other work');
    await workload.check();
    await frozen.kill('SIGTERM');
    await awake.kill('SIGTERM');
  }
  await installation.startExecutor();
  await checkOrphans(installation, null);
});
