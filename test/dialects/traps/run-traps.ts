import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DialectName } from '../../../src/engine/dialects/dialect.ts';
import { corpus } from './corpus.ts';
import { declared, type TrapEngine, trapEngines } from './engines.ts';
import { judgeCase } from './judge.ts';

export interface TrapRun {
  /** How many traps an engine faces at the same time: one that plans for long on one processor leaves the others idle. */
  readonly atOnce?: number;
}

/** Tests of every trap by number, on one engine. */
export function runTraps(engineName: DialectName, { atOnce = 1 }: TrapRun = {}): void {
  describe(`traps on ${engineName}`, () => {
    let engine: TrapEngine;
    const ran = new Set<string>();
    before(async () => {
      engine = await trapEngines[engineName]();
    });
    after(() => engine[Symbol.asyncDispose]());

    describe('each', { concurrency: atOnce }, () => {
      for (const { number, title, cases } of corpus) {
        test(`${number}. ${title}`, async (context) => {
          for (const trapCase of cases) {
            if (isDeclared(engineName, number, trapCase.name)) continue;
            for (const variant of engine.variantsOf(trapCase)) {
              await context.test(`${trapCase.name} (${variant})`, async () => {
                judgeCase(trapCase, await engine.run(trapCase, variant));
              });
            }
            ran.add(`${number} ${trapCase.name}`);
          }
        });
      }
    });

    test('every case ran or is declared', () => {
      const missing = corpus.flatMap(({ number, cases }) =>
        cases
          .filter(({ name }) => !ran.has(`${number} ${name}`) && !isDeclared(engineName, number, name))
          .map(({ name }) => `${number} ${name}`),
      );
      assert.deepEqual(missing, []);
    });

    test('what is declared is a case of the corpus, and its reason is given', () => {
      for (const { trap, cases, reason } of declared[engineName]) {
        const names = corpus.find(({ number }) => number === trap)?.cases.map(({ name }) => name) ?? [];
        for (const name of cases) assert.ok(names.includes(name), `trap ${trap} has no case ${name}`);
        assert.notEqual(reason, '');
      }
    });
  });
}

function isDeclared(engineName: DialectName, number: number, name: string): boolean {
  return declared[engineName].some(({ trap, cases }) => trap === number && cases.includes(name));
}
