import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultTemplate, ensureTemplate } from '../../../src/storage/embedded/cluster-template.ts';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';
import { scratchDirectory, testRole } from '../../support/embedded.ts';

test('a first start without a template makes one and says so; the next start from it in silence', async () => {
  await ensureTemplate(defaultTemplate(), () => {});
  const scratch = scratchDirectory();
  const template = join(scratch, 'cache', 'template');
  mkdirSync(join(scratch, 'cache'));
  // What a killed process left: the pid is beyond the largest that Linux gives out.
  mkdirSync(`${template}.unfinished-99999999-x`);
  const told: string[] = [];
  const open = (name: string) =>
    openEmbeddedDatabase({
      dataDir: join(scratch, name),
      serviceRole: testRole,
      template,
      onProgress: (text) => {
        told.push(text);
        // Another process makes the template at the same time, and finishes first.
        cpSync(defaultTemplate(), template, { recursive: true });
        writeFileSync(join(template, 'by-the-other'), '');
      },
    });

  const first = await open('first');
  await first.admin.query('CREATE TABLE only_here ()');
  assert.equal(told.length, 1);
  assert.deepEqual(readdirSync(join(scratch, 'cache')), ['template'], 'nothing unfinished is left');
  assert.ok(existsSync(join(scratch, 'first', 'cluster', 'by-the-other')), 'who finishes first wins');

  const second = await open('second');
  assert.equal(told.length, 1);
  const { rows } = await second.admin.query("SELECT to_regclass('only_here') AS found");
  assert.deepEqual(rows, [{ found: null }]);
  await Promise.all([first.close(), second.close()]);
});

test('without a place for the template the cluster is made where it is needed', async () => {
  const scratch = scratchDirectory();
  writeFileSync(join(scratch, 'cache'), 'a file, so that nothing can be put below it');
  const database = await openEmbeddedDatabase({
    dataDir: join(scratch, 'database'),
    serviceRole: testRole,
    template: join(scratch, 'cache', 'template'),
  });
  await database.admin.query('SELECT 1');
  await database.close();
});
