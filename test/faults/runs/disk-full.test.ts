import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { install } from './installation.ts';
import { Workload } from './workload.ts';

const withoutMounts = process.getuid?.() !== 0 && 'a small disk is mounted, which only root may do';

test('a disk that is full under an executor costs a retry, and nothing else', {
  skip: withoutMounts,
}, async (t) => {
  const installation = await install(null);
  const small = join(installation.dataDir, 'small-disk');
  t.after(async () => {
    execFileSync('umount', ['-l', small]);
    await installation.remove();
  });
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]);
  // Packed files are unpacked into the work folder before they are read: more than the small disk holds.
  for (const name of ['source.csv', 'target.csv']) {
    const [header = '', ...lines] = readFileSync(join(installation.files, name), 'utf8')
      .trimEnd()
      .split('\n');
    const widened = lines.map((line) => `${line},${'x'.repeat(20_000)}`);
    const file = join(installation.files, name);
    writeFileSync(`${file}.gz`, gzipSync(`${[`${header},padding`, ...widened].join('\n')}\n`));
    rmSync(file);
  }
  await installation.startService();
  await installation.startExecutor();
  const workload = await Workload.prepare(installation, '.gz');
  await installation.executor().kill('SIGTERM');
  await installation.startExecutor({ PLUMBLINE_EXECUTOR_WORK_DIR: small });
  const { run, results } = await workload.failing('pair');
  assert.equal(run.overallStatus, 'error');
  assert.ok(results.every(({ status, retryable }) => status === 'error' && retryable));

  await installation.executor().kill('SIGTERM');
  await installation.startExecutor();
  await workload.retry(run.runUuid);
  await workload.check();
});
