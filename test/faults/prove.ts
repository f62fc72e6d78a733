/**
 * `npm run proof:faults`: everything that is killed, cut, frozen, filled up, restored and upgraded, with 200 kills on the way
 * of Runs, recorded for docs/proof.md. `TEST_FAULT_KILLS` for another number, `--no-record` to leave the figures of before.
 */
import { globSync } from 'node:fs';
import { prove } from '../../scripts/examine.ts';

const usualKills = '200';
const { TEST_FAULT_KILLS: kills = usualKills } = process.env;
process.env.TEST_FAULT_KILLS = kills;

await prove('faults', globSync('test/faults/**/*.test.ts').sort(), {
  report: ({ figures, passed }) => ({
    title: 'What was accepted is never lost',
    method:
      'Service and executor are killed at every commit and call on the way of a Run, PostgreSQL is restarted, the network between the three is delayed, cut and frozen by a proxy, an executor freezes past its lease, disks fill up, clocks are wrong, a dump is restored in the middle, and databases and executors of an earlier release go on with this one. At the end every accepted Run must have one right outcome. Below the embedded database the power is cut: the image of the disk is copied while it writes.',
    command: `${kills === usualKills ? '' : `TEST_FAULT_KILLS=${kills} `}npm run proof:faults`,
    figures: [...figures, { name: 'Tests', value: `${passed} passed, 0 failed` }],
    found: [],
    limits: ['Runs go over PostgreSQL here; the suite goes over the embedded database, too.'],
  }),
});
