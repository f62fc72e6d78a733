/**
 * Starts an Apache Spark of its own on loopback, behind the Statement Execution API of Databricks, and stops it at the
 * end.
 *
 *   node test/support/start-spark.ts -- COMMAND …   runs COMMAND with TEST_SPARK set, and exits as it does
 *   node test/support/start-spark.ts                prints how to reach it, and runs until it is told to stop
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installSpark } from './spark-installation.ts';
import { runWith } from './temporary-server.ts';

const [separator, ...command] = process.argv.slice(2);
if (separator !== undefined && (separator !== '--' || command.length === 0)) {
  console.error('Usage: start-spark.ts [-- COMMAND …]');
  process.exit(2);
}

/** A start was seen to take two minutes and a half beside others that wanted the same two processors. */
const patienceMs = 600_000;

const { python, javaHome } = installSpark();
const home = mkdtempSync(join(tmpdir(), 'plumbline-spark-'));
const token = randomBytes(24).toString('hex');
const log = join(home, 'server.log');
const server = spawn(python, [join(import.meta.dirname, 'spark-server.py'), join(home, 'warehouse')], {
  cwd: home,
  // Its standard input ends when this process does, and it with it.
  stdio: ['pipe', 'pipe', 'pipe'],
  env: { ...process.env, JAVA_HOME: javaHome, SPARK_LOCAL_DIRS: home, SPARK_SERVER_TOKEN: token },
});
server.stderr.pipe(createWriteStream(log));
try {
  const first = once(createInterface(server.stdout), 'line', { signal: AbortSignal.timeout(patienceMs) });
  const ready = await Promise.race([first, once(server, 'exit').then(() => null)]);
  if (ready === null)
    throw new Error(`Spark ended while starting:\n${readFileSync(log, 'utf8').slice(-4000)}`);
  const { port } = JSON.parse(String(ready[0]));
  process.exitCode = await runWith('TEST_SPARK', JSON.stringify({ port, token }), command);
} finally {
  const ended = server.exitCode === null ? once(server, 'exit') : null;
  server.stdin.end();
  await ended;
  rmSync(home, { recursive: true, force: true });
}
