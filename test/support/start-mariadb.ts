/**
 * Starts a MariaDB of its own from the machine's binaries, on a free loopback port, as an ordinary user, and stops it at
 * the end.
 *
 *   node test/support/start-mariadb.ts -- COMMAND …   runs COMMAND with TEST_MYSQL_URL set, and exits as it does
 *   node test/support/start-mariadb.ts                prints the URL, and runs until it is told to stop
 */
import { startMariadb } from './mariadb-server.ts';
import { runWith } from './temporary-server.ts';

const [separator, ...command] = process.argv.slice(2);
if (separator !== undefined && (separator !== '--' || command.length === 0)) {
  console.error('Usage: start-mariadb.ts [-- COMMAND …]');
  process.exit(2);
}

const server = await startMariadb();
try {
  process.exitCode = await runWith('TEST_MYSQL_URL', server.url, command);
} finally {
  await server.stop();
}
