import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nothing on a page takes longer, on a busy machine either; what does waits for something that will not come. */
const patienceMs = 120_000;

export interface Ended {
  readonly code: number;
  readonly output: string;
}

/**
 * The terminal of somebody who follows a page: one bash for all of it, so that what a block sets is there in the next.
 * `npx plumbline` and `npm start` are the command itself, because npm takes as long as the command does; the package
 * suite calls it through npm. `az`, which asks a directory in Azure for a token, gets one of the embedded identity.
 */
const manners = `
plumbline() { "$PINNED_NODE" --disable-warning=ExperimentalWarning "$CHECKOUT/src/main.ts" "$@"; }
npx() { [ "$1" = plumbline ] || { command npx "$@"; return; }; shift; plumbline "$@"; }
npm() { [ "$1" = start ] || { command npm "$@"; return; }; shift; [ "$1" = -- ] && shift; plumbline serve "$@"; }
az() { plumbline token --app pipeline --directory contoso --role SVC.APIContributor; }
export -f plumbline npx npm az
`;

export class PageShell {
  readonly #folder: string;
  readonly #bash: ChildProcess;
  readonly #ended: Promise<number>;
  #count = 0;

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#bash = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      // A group of its own: what a page leaves running is ended with it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        LANG: 'C.UTF-8',
        PINNED_NODE: process.execPath,
        CHECKOUT: folder,
        ...environment,
      },
    });
    this.#ended = once(this.#bash, 'exit').then(([code]) => Number(code ?? 1));
    this.#bash.stdin?.write(manners);
  }

  /** Runs the text of a block; with `strict` the first command that fails ends it, and the terminal. */
  async run(text: string, { strict }: { readonly strict: boolean }): Promise<Ended> {
    const { source, output } = this.#next(text);
    const answer = once(this.#bash.stdio[3] as Readable, 'data');
    this.#bash.stdin?.write(
      `${strict ? 'set -e' : 'set +e'}; source '${source}' >'${output}' 2>&1 </dev/null; echo $? >&3\n`,
    );
    const code = await Promise.race([
      answer.then(([text]) => Number(text)),
      this.#ended,
      sleep(patienceMs, null, { ref: false }),
    ]);
    const printed = read(output);
    if (code === null) throw new Error(`It has not ended after ${patienceMs / 1000} s:\n${text}\n${printed}`);
    return { code, output: printed };
  }

  /** Starts what goes on, and waits until it has printed the text. */
  async start(text: string, until: string): Promise<void> {
    const { source, output } = this.#next(text);
    this.#bash.stdin?.write(
      `set +e; (source '${source}' >'${output}' 2>&1 </dev/null; echo "ended with $?" >>'${output}') &\n`,
    );
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
      await sleep(100);
      const printed = read(output);
      if (printed.includes(until)) return;
      if (/^ended with \d+$/m.test(printed)) break;
    }
    throw new Error(`It did not say "${until}":\n${read(output)}`);
  }

  async close(): Promise<void> {
    const { pid } = this.#bash;
    // Where bash could not be started there is nothing to end.
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      // A block that failed has ended the terminal, and it had left nothing running.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await this.#ended;
  }

  #next(text: string): { source: string; output: string } {
    this.#count += 1;
    const source = join(this.#folder, `.block-${this.#count}.sh`);
    writeFileSync(source, `${text}\n`);
    return { source, output: join(this.#folder, `.block-${this.#count}.out`) };
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
