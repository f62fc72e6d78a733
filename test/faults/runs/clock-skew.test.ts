import { test } from 'node:test';
import { install } from './installation.ts';
import { Workload } from './workload.ts';

for (const seconds of [60, -60]) {
  test(`a service whose clock is ${seconds} s off loses nothing and decides the same`, async (t) => {
    const installation = await install(null);
    t.after(() => installation.remove());
    await installation.startService({ FAULT_CLOCK_SECONDS: String(seconds) });
    await installation.startExecutor();
    const workload = await Workload.prepare(installation);
    await workload.submit('all');
    await installation.executor().kill();
    await workload.submit('pair');
    await installation.startExecutor();
    await installation.service().kill();
    // Back to the right time: what was written under the wrong one is still taken up.
    await installation.startService();
    await workload.submit('test');
    await workload.check();
  });
}
