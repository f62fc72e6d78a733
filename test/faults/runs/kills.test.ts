import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellFigure } from '../../../scripts/examine.ts';
import { openTestStorage, testedKind } from '../../support/databases.ts';
import { executorPoints, servicePoints } from './failpoint.ts';
import { storm } from './storm.ts';

/** Once at every failpoint; `.ci/run` asks for more. */
const kills = Number(process.env.TEST_FAULT_KILLS ?? servicePoints.length + executorPoints.length);

test(`${kills} kills at the commits and calls on the way of Runs, ticks and deliveries: none is lost`, async (t) => {
  const database = testedKind === 'postgresql' ? await openTestStorage() : undefined;
  const report = await storm(database?.serviceUrl ?? null, kills);
  assert.ok(report.atFailpoint > kills / 2, `only ${report.atFailpoint} of ${kills} died at their failpoint`);
  const figures = {
    'Kills of service and executor on the way of Runs': `${report.kills}, ${report.atFailpoint} at a commit or a call`,
    'Accepted Runs': `${report.runs}: 0 lost, every test one right result; ${report.retried} met by three kills, and retried`,
    'Evidence that was read back': `of ${report.evidenceRead} results; 0 folders that belong to nothing`,
    'Ticks of schedules': `${report.ticks}, each one Run`,
    'Events for a receiver': `${report.told}, each told`,
  };
  for (const [name, value] of Object.entries(figures)) tellFigure(t, { name, value });
});
