/**
 * The statements that pin a session before anything is read: the texts of values must not depend on the server's or the
 * user's configuration, and nothing may be written. Those that only one of MySQL and MariaDB knows stand apart.
 */
export function sessionStatements(product: 'MySQL' | 'MariaDB', timeLimitMs: number): readonly string[] {
  return [
    'SET NAMES utf8mb4 COLLATE utf8mb4_bin',
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES'",
    "SET SESSION time_zone = '+00:00'",
    // Waiting for whoever rebuilds the table.
    'SET SESSION lock_wait_timeout = 10',
    // The server must not give up on a reader that is held back by its own disk.
    'SET SESSION net_write_timeout = 3600',
    // While the other side of a comparison hashes its rows, this one waits.
    'SET SESSION wait_timeout = 28800',
    'SET SESSION sql_select_limit = DEFAULT',
    product === 'MariaDB'
      ? `SET SESSION max_statement_time = ${timeLimitMs / 1000}`
      : `SET SESSION max_execution_time = ${timeLimitMs}`,
    'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'SET SESSION TRANSACTION READ ONLY',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
  ];
}
