import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStorage, testedKind } from '../../support/databases.ts';
import { executorPoints, servicePoints } from './failpoint.ts';
import { storm } from './storm.ts';

/** Once at every failpoint; `.ci/run` asks for more. */
const kills = Number(process.env.TEST_FAULT_KILLS ?? servicePoints.length + executorPoints.length);

test(`${kills} kills at the commits and calls on the way of Runs, ticks and deliveries: none is lost`, async () => {
  const database = testedKind === 'postgresql' ? await openTestStorage() : undefined;
  const report = await storm(database?.serviceUrl ?? null, kills);
  assert.ok(report.atFailpoint > kills / 2, `only ${report.atFailpoint} of ${kills} died at their failpoint`);
  console.error(
    `kills on the way of Runs, ticks and deliveries: ${report.kills}, ${report.atFailpoint} at a failpoint; ${report.runs} accepted Runs, 0 lost, ${report.retried} met by three kills and retried; every test one right result; evidence of ${report.evidenceRead} results read, 0 folders orphaned; ${report.ticks} ticks, a Run each; ${report.told} events, each told`,
  );
});
