import type pg from 'pg';

/** It gives no row, so that the only rows of the flight are those of the statement behind it. */
const statement = {
  name: 'tenant',
  text: `SELECT FROM set_config('plumbline.org_uuid', $1, true) AS tenant WHERE tenant = ''`,
};

const prepared = new WeakSet<pg.Client>();

/**
 * Puts the next statement of a connection inside one Organization. What is sent without a Sync between is one
 * transaction to the server (its documentation, "Pipelining"), which ends by itself behind that statement: neither
 * BEGIN nor COMMIT has to be sent, read and answered. If the tenant cannot be set, the server skips the statement.
 */
export function enterTenant(client: pg.Client, orgUuid: string): void {
  const values = [orgUuid];
  if (!prepared.has(client)) {
    prepared.add(client);
    // With a Sync behind it, so that it is only prepared. Should it fail, so does what follows.
    client.query({ ...statement, values }).catch(() => prepared.delete(client));
  }
  client.connection.bind({ portal: '', statement: statement.name, values }, true);
  client.connection.execute({ portal: '' }, true);
}
