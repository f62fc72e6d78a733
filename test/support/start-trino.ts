/**
 * Starts a Trino cluster of its own on loopback: a coordinator and two workers, with the catalogs memory, tpch, lake
 * (Iceberg on local files), delta (Delta Lake) and, where TEST_POSTGRES_URL is set, postgresql. Stops it at the end.
 *
 *   node test/support/start-trino.ts -- COMMAND …   runs COMMAND with TEST_TRINO set, and exits as it does
 *   node test/support/start-trino.ts                prints how to reach it, and runs until it is told to stop
 */
import { runWith } from './temporary-server.ts';
import { startTrino } from './trino-server.ts';

const [separator, ...command] = process.argv.slice(2);
if (separator !== undefined && (separator !== '--' || command.length === 0)) {
  console.error('Usage: start-trino.ts [-- COMMAND …]');
  process.exit(2);
}

const workers = Number(process.env.TEST_TRINO_WORKERS ?? 2);
const cluster = await startTrino({
  workers,
  postgresUrl: process.env.TEST_POSTGRES_URL,
  purpose: 'tests',
});
try {
  const { url, secure } = cluster;
  process.exitCode = await runWith('TEST_TRINO', JSON.stringify({ url, secure }), command);
} finally {
  await cluster.stop();
}
