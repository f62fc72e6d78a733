import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tellFigure } from '../../../scripts/examine.ts';
import { openEmbeddedDatabase } from '../../../src/storage/embedded/embedded-database.ts';
import { type LedgerState, readLedger } from './ledger.ts';
import { startWriter } from './writer-process.ts';

const rounds = 30;
const directory = mkdtempSync(join(tmpdir(), 'plumbline-kill-'));
after(() => rmSync(directory, { recursive: true, force: true }));

test(`kill -9 at random moments, ${rounds} rounds: nothing acknowledged is lost, the lock is free`, async (t) => {
  const dataDir = join(directory, 'database');
  let acknowledged = 0;
  let killedWhileOpening = 0;
  const check = (found: LedgerState, round: number | string) => {
    assert.equal(found.damage, null, `round ${round}`);
    assert.ok(
      found.last >= acknowledged,
      `round ${round}: entry ${acknowledged} was acknowledged, ${found.last} is there`,
    );
    acknowledged = found.last;
  };
  for (let round = 1; round <= rounds; round++) {
    const writer = startWriter(dataDir);
    // One in three dies while it opens or recovers, the others while they commit.
    if (round % 3 !== 0) await writer.opened;
    await sleep(Math.random() * (round % 3 === 0 ? 1_000 : 500));
    const { found, lastAcknowledged } = await writer.kill();
    if (found === undefined) killedWhileOpening += 1;
    else check(found, round);
    acknowledged = lastAcknowledged ?? acknowledged;
  }
  const database = await openEmbeddedDatabase({ dataDir, serviceRole: 'nobody' });
  check(await readLedger(database.admin), 'after the last');
  await database.close();
  assert.ok(
    acknowledged > rounds,
    `only ${acknowledged} entries: the machine was too busy for the test to mean anything`,
  );
  tellFigure(t, {
    name: 'Kills of the embedded database',
    value: `${rounds}, ${killedWhileOpening} while it opened: ${acknowledged} acknowledged commits, 0 lost`,
  });
});

test('the test can fail: commits acknowledged before they are written do get lost', async () => {
  const dataDir = join(directory, 'control');
  const writer = startWriter(dataDir, 'asynchronous');
  await writer.acknowledged(10);
  const { lastAcknowledged } = await writer.kill();
  const database = await openEmbeddedDatabase({ dataDir, serviceRole: 'nobody' });
  const { last } = await readLedger(database.admin);
  await database.close();
  assert.ok(last < (lastAcknowledged ?? 0), `${lastAcknowledged} acknowledged, ${last} there`);
});
