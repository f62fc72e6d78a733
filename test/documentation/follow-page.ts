import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readSettings } from '../../src/cli/configuration/read-settings.ts';
import { freePort } from '../support/command.ts';
import { type Block, consoleCommands, pageBlocks } from './page-blocks.ts';
import { type Ended, PageShell } from './page-shell.ts';
import { printsAsShown } from './shown-output.ts';
import { workflowSteps } from './workflow-steps.ts';

/** What a page finds on the machine besides a checkout. */
export interface Surroundings {
  /** Addresses as pages write them, with those that take their place here. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs SQL in a database, which is made if it is missing. */
  readonly sql?: (database: string, statements: string) => Promise<void>;
}

const nothingElse: Surroundings = { addresses: {}, environment: {} };

/**
 * Does what pages say, one after the other and block by block, in a fresh folder, and holds what is printed to what
 * they show.
 */
export async function followPages(
  files: readonly string[],
  surroundings: Surroundings = nothingElse,
): Promise<void> {
  const port = await freePort();
  const addresses = { '127.0.0.1:8080': `127.0.0.1:${port}`, ...surroundings.addresses };
  const folder = freshCheckout();
  const shell = new PageShell(folder, {
    PLUMBLINE_PORT: String(port),
    // What a CI server sets.
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    RUNNER_TEMP: folder,
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/plumbline/compiled'),
    ...surroundings.environment,
  });
  try {
    for (const file of files) {
      let before: Ended = { code: 0, output: '' };
      for (const block of pageBlocks(replaceAll(readFileSync(file, 'utf8'), addresses))) {
        before = await follow(block, { file, folder, shell, before, sql: surroundings.sql });
      }
    }
  } finally {
    await shell.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Place {
  readonly file: string;
  readonly folder: string;
  readonly shell: PageShell;
  /** How the block before ended. */
  readonly before: Ended;
  readonly sql: Surroundings['sql'];
}

async function follow(block: Block, { file, folder, shell, before, sql }: Place): Promise<Ended> {
  const { directives, text } = block;
  const at = `${file}:${block.line}`;
  if (directives['not run'] !== undefined) return before;
  if (directives.says !== undefined) {
    holdTo(text, before.output, at);
    return before;
  }
  if (directives.file !== undefined) {
    mkdirSync(dirname(join(folder, directives.file)), { recursive: true });
    writeFileSync(join(folder, directives.file), `${text}\n`);
  }
  if (directives['runs until'] !== undefined) {
    await shell.start(text, directives['runs until']);
    return before;
  }
  switch (block.language) {
    case 'sh': {
      const wanted = Number(directives['exits with'] ?? 0);
      const ended = await shell.run(text, { strict: wanted === 0 });
      assert.equal(ended.code, wanted, `${at} ended with ${ended.code}:\n${ended.output}`);
      return ended;
    }
    case 'console': {
      let ended = before;
      for (const { command, output, line } of consoleCommands(block)) {
        ended = await shell.run(keepingStatus(command, ended.code), { strict: false });
        holdTo(output, ended.output, `${file}:${line}`);
      }
      return ended;
    }
    case 'sql':
      assert.ok(sql, `${at} needs a database server: say so with <!-- needs: … -->.`);
      await sql(directives.database ?? assert.fail(`${at} does not say in which database.`), text);
      return before;
    case 'yaml': {
      // Every step is tried, as if it said `if: always()`; the job ends as the worst of them.
      const steps: Ended[] = [];
      for (const step of workflowSteps(text)) steps.push(await shell.run(step, { strict: false }));
      const worst = Math.max(0, ...steps.map(({ code }) => code));
      const output = steps.map((step) => step.output).join('\n');
      assert.equal(worst, Number(directives['exits with'] ?? 0), `${at} ended with ${worst}:\n${output}`);
      return { code: worst, output };
    }
    case 'env':
      readSettings(Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2))));
      return before;
    case 'json':
      JSON.parse(text);
      return before;
    case 'python':
    case 'text':
      return before;
    default:
      return assert.fail(`${at}: nothing is known of blocks of "${block.language}".`);
  }
}

/** `echo $?` in a page means the command before it, not what the harness did in between. */
function keepingStatus(command: string, code: number): string {
  return `(exit ${code})\n${command}`;
}

function holdTo(shown: string, printed: string, at: string): void {
  if (printsAsShown(shown, printed)) return;
  assert.equal(printed.trimEnd(), shown.trimEnd(), `${at} shows something else than what is printed`);
}

/** A checkout as a clone has it, with a data directory of its own: links to everything but what is written to. */
function freshCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-page-'));
  for (const name of readdirSync('.')) {
    if (!name.startsWith('.')) symlinkSync(resolve(name), join(folder, name));
  }
  return folder;
}

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((done, [from, to]) => done.replaceAll(from, to), text);
}
