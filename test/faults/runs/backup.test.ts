import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openTestStorage } from '../../support/databases.ts';
import { createTestDatabase, withoutPostgres } from '../../support/postgres.ts';
import { install } from './installation.ts';
import { Workload } from './workload.ts';

const run = promisify(execFile);

/** Debian keeps each major version in a folder of its own; elsewhere they are on the path. */
function program(name: 'pg_dump' | 'pg_restore'): string {
  const folder = globSync('/usr/lib/postgresql/*/bin/pg_dump').sort().at(-1);
  return folder === undefined ? name : join(dirname(folder), name);
}

test('a dump that was taken while Runs were under way is restored, and they go on to their end', {
  skip: withoutPostgres,
}, async (t) => {
  const { serviceUrl = '', adminUrl = '' } = await openTestStorage();
  const installation = await install(serviceUrl);
  t.after(() => installation.remove());
  await installation.startService();
  await installation.startExecutor();
  const workload = await Workload.prepare(installation);
  await workload.submit('pair');
  await workload.check();
  for (let submitted = 0; submitted < 6; submitted += 1) await workload.submit('pair');

  const folder = await mkdtemp(join(tmpdir(), 'plumbline-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const dump = join(folder, 'plumbline.dump');
  await run(program('pg_dump'), ['--format=custom', `--file=${dump}`, adminUrl]);
  // What happens after the dump is what a restored database has forgotten.
  await installation.executor().kill();
  await installation.service().kill();

  const restored = await createTestDatabase();
  t.after(() => restored.drop());
  await run(program('pg_restore'), ['--exit-on-error', `--dbname=${restored.url}`, dump]);
  const service = new URL(restored.url);
  [service.username, service.password] = [new URL(serviceUrl).username, new URL(serviceUrl).password];
  await installation.startService({ DATABASE_URL: service.href });
  await installation.startExecutor();
  await workload.submit('all');
  await workload.check();
  assert.ok((await workload.checkEvidence()) > 0);
});
