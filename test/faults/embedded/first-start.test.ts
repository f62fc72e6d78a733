import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tellFigure } from '../../../scripts/examine.ts';
import { defaultTemplate, ensureTemplate } from '../../../src/storage/embedded/cluster-template.ts';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';

const opener = join(import.meta.dirname, 'opener.ts');
const directory = mkdtempSync(join(tmpdir(), 'plumbline-first-start-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** Opens a new database in another process and kills that once `moment` has come. */
async function killFirstStart(
  dataDir: string,
  template: string,
  moment: () => Promise<boolean>,
): Promise<void> {
  const child = spawn(process.execPath, [opener, dataDir, template], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!(await moment())) await sleep(5);
  child.kill('SIGKILL');
  await exited;
}

async function opens(dataDir: string, template: string): Promise<void> {
  const database = await openEmbeddedDatabase({ dataDir, serviceRole: 'nobody', template });
  await database.admin.query('CREATE TABLE works ()');
  await database.close();
  assert.deepEqual(readdirSync(dataDir).sort(), ['cluster', 'holder.json', 'lock']);
}

test('a first start that is killed leaves a whole database or none', async (t) => {
  await ensureTemplate(defaultTemplate(), () => {});
  const left = { nothing: 0, unfinished: 0, cluster: 0 };
  for (let round = 0; round < 6; round++) {
    const dataDir = join(directory, `database-${round}`);
    const unfinished = join(dataDir, 'cluster.unfinished');
    // From the lock, over the first copied file, to some time into the copying, syncing and renaming.
    const since = round === 0 ? dataDir : unfinished;
    await killFirstStart(dataDir, defaultTemplate(), async () => {
      if (!existsSync(since)) return false;
      await sleep(round * 60);
      return true;
    });
    if (existsSync(join(dataDir, 'cluster'))) left.cluster += 1;
    else if (existsSync(unfinished)) left.unfinished += 1;
    else left.nothing += 1;
    await opens(dataDir, defaultTemplate());
  }
  assert.ok(left.unfinished > 0, 'no round was killed while it made the cluster: the test means nothing');
  tellFigure(t, { name: 'Kills of a first start', value: '6: all opened afterwards' });
});

test('so does one that is killed while it makes the template', async () => {
  const cache = join(directory, 'cache');
  const template = join(cache, 'template');
  const dataDir = join(directory, 'database-template');
  await killFirstStart(dataDir, template, async () => {
    const unfinished = existsSync(cache) ? readdirSync(cache)[0] : undefined;
    return unfinished !== undefined && existsSync(join(cache, unfinished, 'PG_VERSION'));
  });
  assert.ok(!existsSync(template));
  await opens(dataDir, template);
  assert.deepEqual(readdirSync(cache), ['template']);
});
