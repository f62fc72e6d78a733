// Brings a checkout to a runnable state and starts the pinned Node. Plain JavaScript that runs on Node 20, because
// it is what installs everything else.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = `${root}node_modules/.plumbline-setup`;
const pinnedNode = `${root}node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`;

/** What an install depends on: the lockfile, and the platform whose binaries it fetched. */
function wantedStamp() {
  const lock = readFileSync(`${root}package-lock.json`);
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

function isInstalled(stamp) {
  return existsSync(pinnedNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

function refuse(message) {
  process.stderr.write(`\nplumbline: ${message}\n`);
  process.exit(1);
}

function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    refuse(
      `Node ${process.versions.node} is too old to install Plumbline. Install Node 20 or later and try again.`,
    );
  }
  const stamp = wantedStamp();
  if (isInstalled(stamp)) return;
  process.stderr.write('plumbline: installing dependencies (the first time, and after an update) …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // NODE_ENV=production would leave out what `npm test` needs.
  const install = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (install.error) refuse(`npm could not be started (${install.error.message}). Is npm on the PATH?`);
  if (install.status !== 0) {
    refuse(
      'npm ci failed; its message is above. Check that the package registry can be reached, then try again.',
    );
  }
  if (!existsSync(pinnedNode)) {
    refuse(
      'the pinned Node was not installed, because install scripts are switched off (ignore-scripts). ' +
        'Run `npm rebuild node --ignore-scripts=false` and try again.',
    );
  }
  writeFileSync(stampFile, stamp);
}

const consoleFolder = `${root}console/`;
const consoleStampFile = `${consoleFolder}dist/.plumbline-setup`;

/** What the console is built from. A packed installation has only `dist`, and nothing to build. */
function consoleSources() {
  const folders = [`${consoleFolder}src`, `${root}src/contract`, `${root}src/domain`];
  const within = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  const own = ['index.html', 'build.ts', 'slim-operation-table.ts', 'package.json'];
  return [...within, ...own.map((name) => consoleFolder + name), `${root}package-lock.json`].sort();
}

function wantedConsoleStamp() {
  const hash = createHash('sha256');
  for (const file of consoleSources()) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds the console where it is missing or older than its sources. Without it the API still serves. */
export function ensureConsole() {
  ensureInstalled();
  if (!existsSync(`${consoleFolder}build.ts`)) return;
  const stamp = wantedConsoleStamp();
  if (existsSync(consoleStampFile) && readFileSync(consoleStampFile, 'utf8') === stamp) return;
  process.stderr.write('plumbline: building the console …\n');
  const build = spawnSync(pinnedNode, ['--disable-warning=ExperimentalWarning', `${consoleFolder}build.ts`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (build.status === 0) writeFileSync(consoleStampFile, stamp);
  else process.stderr.write('plumbline: the console could not be built; the API is served without it.\n');
}

/** Runs the pinned Node with these arguments in this terminal, and ends as it ends. */
export function runPinned(args) {
  ensureInstalled();
  const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => forward(signal));
  child.on('error', (error) => refuse(`the pinned Node could not be started (${error.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
}
