import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** West of Greenwich with hours that repeat, and east of it by half an hour. */
const zones = ['America/New_York', 'Asia/Kolkata'];

for (const zone of zones) {
  test(`the traps of time give the same results on a host in ${zone}`, async () => {
    const script = new URL('./run-time-traps.ts', import.meta.url).pathname;
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      env: { ...process.env, TZ: zone },
    });
    assert.match(
      stdout,
      new RegExp(`^[1-9][0-9]* in ${zone === 'Asia/Kolkata' ? 'Asia/(Kolkata|Calcutta)' : zone}$`, 'm'),
    );
  });
}
