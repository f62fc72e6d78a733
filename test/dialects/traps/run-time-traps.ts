/** Runs the traps of time once, for `host-zone.test.ts` to start under the clock of another zone. */

import { openDuckDb } from './duckdb-engine.ts';
import { declared } from './engines.ts';
import { judgeCase } from './judge.ts';
import { timeTraps } from './time.ts';

let ran = 0;
// A server has a clock of its own: only the engine inside the process could be led astray by the host's.
await using engine = await openDuckDb();
for (const { number, cases } of timeTraps) {
  const skipped = declared.duckdb.filter(({ trap }) => trap === number).flatMap((entry) => entry.cases);
  for (const trapCase of cases.filter(({ name }) => !skipped.includes(name))) {
    for (const variant of engine.variantsOf(trapCase)) {
      judgeCase(trapCase, await engine.run(trapCase, variant));
      ran += 1;
    }
  }
}
console.log(`${ran} in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
