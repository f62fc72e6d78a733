// Runs an installed package: JavaScript, by the Node that was installed with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

const wanted = 24;

/** The pinned Node; that of the machine where install scripts are switched off and it is new enough. */
function findNode() {
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
  const pinned = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  process.stderr.write(
    `plumbline: Node ${process.versions.node} is too old, and the Node that comes with the package was not installed, ` +
      `because install scripts are switched off. Install Node ${wanted} or later, or run \`npm rebuild node\`.\n`,
  );
  process.exit(1);
}

export function runPackaged(main, args) {
  const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', main, ...args], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
}
