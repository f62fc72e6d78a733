import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LedgerState } from './ledger.ts';

/** What a writer had said when it died. */
export interface LastWords {
  /** What it found when it opened the database; undefined if it did not get that far. */
  readonly found: LedgerState | undefined;
  readonly lastAcknowledged: number | undefined;
}

export interface WriterProcess {
  readonly process: ChildProcess;
  /** When it has opened the database. */
  readonly opened: Promise<void>;
  /** When so many commits have been acknowledged. */
  acknowledged(commits: number): Promise<void>;
  /** What it has said so far. */
  said(): LastWords;
  /** kill -9 */
  kill(): Promise<LastWords>;
}

/** Starts `ledger-writer.ts` on a directory, spoiled or not. */
export function startWriter(dataDir: string, spoiling?: 'asynchronous' | 'as-it-comes'): WriterProcess {
  const script = join(import.meta.dirname, 'ledger-writer.ts');
  const args = spoiling === undefined ? [script, dataDir] : [script, dataDir, spoiling];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  // The last line may have been cut off in the middle of its number.
  const lines = () => output.split('\n').slice(0, -1);
  const untilLines = async (count: number) => {
    while (lines().length < count) {
      await Promise.race([once(child.stdout, 'data'), closed]);
      assert.ok(
        child.exitCode === null && child.signalCode === null,
        `the writer ended by itself: ${complaint}`,
      );
    }
  };
  const said = () => {
    const [first, ...acknowledged] = lines();
    const last = acknowledged.at(-1);
    return {
      found: first === undefined ? undefined : JSON.parse(first),
      lastAcknowledged: last === undefined ? undefined : Number(last),
    };
  };
  const opened = untilLines(1);
  opened.catch(() => {});
  return {
    process: child,
    opened,
    acknowledged: (commits) => untilLines(1 + commits),
    said,
    kill: async () => {
      assert.ok(child.exitCode === null, `the writer ended by itself: ${complaint}`);
      child.kill('SIGKILL');
      await closed;
      return said();
    },
  };
}
