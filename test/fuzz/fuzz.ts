import { test } from 'node:test';
import fc from 'fast-check';
import { tellFigure } from '../../scripts/examine.ts';

/** Of all fuzzing together; `npm run proof:fuzz` tries a million. */
const totalCases = Number(process.env.TEST_FUZZ_CASES ?? 20_000);
/** The same in every run, so that a gate fails for what was changed and for nothing else; `any` draws one. */
const seed = seedOf(process.env.TEST_FUZZ_SEED ?? '1');
/** Leads straight to one case of the seed. */
const path = process.env.TEST_FUZZ_PATH;

/** Nothing is tried less often than this, however small its share. */
const fewestCases = 200;

export interface Fuzzing<Case> {
  /** Its part of all cases: what takes long has a small one. */
  readonly share: number;
  readonly cases: fc.Arbitrary<Case>;
  /** Rejects where the case shows a defect. */
  readonly check: (value: Case) => void | Promise<void>;
}

/** A test of many cases, which says how to see a failing one again. */
export function fuzz<Case>(name: string, { share, cases, check }: Fuzzing<Case>): void {
  test(name, async (t) => {
    const numRuns = Math.max(fewestCases, Math.round(totalCases * share));
    const property = fc.asyncProperty(cases, async (value) => await check(value));
    const result = await fc.check(property, { numRuns, seed, ...(path !== undefined && { path }) });
    if (!result.failed) {
      tellFigure(t, { name, value: `${result.numRuns.toLocaleString('en')} cases` });
      return;
    }
    const settings = `TEST_FUZZ_SEED=${seed} TEST_FUZZ_PATH=${result.counterexamplePath}`;
    const again = `${settings} node --test --test-name-pattern='${name}' 'test/fuzz/*.test.ts'`;
    const report = await fc.asyncDefaultReportMessage(result);
    throw new Error(`${report}\n\nTo see it again: ${again}`, { cause: result.errorInstance });
  });
}

function seedOf(text: string): number {
  const drawn = text === 'any' ? Math.floor(Math.random() * 2 ** 31) : Number(text);
  if (!Number.isInteger(drawn)) throw new TypeError(`TEST_FUZZ_SEED is "${text}"; it takes a number or any.`);
  return drawn;
}
