import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';
import { EmbeddedVersionMismatch } from '../../../src/storage/embedded/embedded-errors.ts';
import { requireTestedEngine, stampOf, testedEngine } from '../../../src/storage/embedded/version-stamp.ts';
import { scratchDirectory, testRole } from '../../support/embedded.ts';

test('the pinned version is the tested one, and any other is refused', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(dependencies['@electric-sql/pglite'], testedEngine.pglite);
  requireTestedEngine();
  assert.throws(() => requireTestedEngine('0.5.17'), EmbeddedVersionMismatch);
});

test('the stamp tells the truth about the engine', async () => {
  const dataDir = join(scratchDirectory(), 'database');
  const database = await openEmbeddedDatabase({ dataDir, serviceRole: testRole });
  const { rows } = await database.admin.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  assert.equal(rows[0]?.major, testedEngine.postgresMajor);
  await database.close();
  assert.deepEqual(JSON.parse(readFileSync(stampOf(join(dataDir, 'cluster')), 'utf8')), testedEngine);
});

test('a directory of another major version, or of none, is refused with the way out', async () => {
  const dataDir = join(scratchDirectory(), 'database');
  const database = await openEmbeddedDatabase({ dataDir, serviceRole: testRole });
  await database.close();
  const stamp = stampOf(join(dataDir, 'cluster'));
  const genuine = readFileSync(stamp);
  for (const text of [JSON.stringify({ pglite: '0.3.0', postgresMajor: 17 }), 'not JSON', '{}']) {
    writeFileSync(stamp, text);
    await assert.rejects(openEmbeddedDatabase({ dataDir, serviceRole: testRole }), (error: unknown) => {
      assert.ok(error instanceof EmbeddedVersionMismatch);
      assert.match(error.message, /plumbline export/);
      assert.match(error.message, /plumbline import/);
      return true;
    });
  }
  writeFileSync(stamp, genuine);
  // Nothing was changed by the refusals, and they let go of the lock.
  await (await openEmbeddedDatabase({ dataDir, serviceRole: testRole })).close();
});
