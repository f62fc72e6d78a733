/**
 * What a long examination came to: one file of figures under `docs/proof/` for each. The examination's own command
 * writes its file with `recordProof` (record-proof.ts), which makes `docs/proof.md` of all of them anew; a test holds the page
 * to the files. A short form that runs in CI asserts, and records nothing.
 */
import { readFileSync } from 'node:fs';

/** Every examination, in the order of the page: `docs/proof/{name}.json`. */
export const proofNames = [
  'conformance',
  'authorisation',
  'load',
  'bad-input',
  'faults',
  'security',
  'volume',
] as const;

export type ProofName = (typeof proofNames)[number];

export interface ProofResult {
  /** The heading: what is proved, as a short sentence without a full stop. */
  readonly title: string;
  /** What was done, in two or three sentences of Markdown. */
  readonly method: string;
  /** What repeats it, from the root of the checkout. */
  readonly command: string;
  /** The day it ran, as `2026-03-01`, and what on. */
  readonly day: string;
  readonly machine: string;
  /** What it came to, in the order in which it is read; a value brings its unit along. */
  readonly figures: readonly ProofFigure[];
  /** Defects that it found, and what became of each. */
  readonly found: readonly string[];
  /** What it does not show. */
  readonly limits: readonly string[];
}

export interface ProofFigure {
  readonly name: string;
  readonly value: string;
}

/** What a command says of itself; the day and the machine are known. */
export type ProofReport = Omit<ProofResult, 'day' | 'machine'>;

/** Those that have been recorded. */
export function readProofs(): readonly ProofResult[] {
  return proofNames.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(proofFile(name), 'utf8')) as ProofResult];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

export function proofFile(name: string): string {
  return `docs/proof/${name}.json`;
}
