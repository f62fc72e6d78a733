/** Runs the traps of time once, for `host-zone.test.ts` to start under the clock of another zone. */
import { dialectNames } from '../../../src/engine/dialects/dialect.ts';
import { declared, trapEngines } from './engines.ts';
import { judgeCase } from './judge.ts';
import { timeTraps } from './time.ts';

let ran = 0;
for (const engineName of dialectNames) {
  await using engine = await trapEngines[engineName]();
  for (const { number, cases } of timeTraps) {
    const skipped = declared[engineName]
      .filter(({ trap }) => trap === number)
      .flatMap((entry) => entry.cases);
    for (const trapCase of cases.filter(({ name }) => !skipped.includes(name))) {
      for (const variant of engine.variantsOf(trapCase)) {
        judgeCase(trapCase, await engine.run(trapCase, variant));
        ran += 1;
      }
    }
  }
}
console.log(`${ran} in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
