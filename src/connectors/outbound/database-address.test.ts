import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { AppError } from '../../domain/app-error.ts';
import { parseDatabaseUrl } from './database-address.ts';

describe('the address of a database', () => {
  test('is taken apart', () => {
    const { system, address, table } = parseDatabaseUrl(
      'postgresql://us%40er:p%2Fw%3A@db.example.com:6543/sales%20data?tls=require&schema=a.b&table=%22x%22',
    );
    assert.equal(system, 'postgresql');
    const { password, ...rest } = address;
    assert.deepEqual(rest, {
      host: 'db.example.com',
      port: 6543,
      database: 'sales data',
      user: 'us@er',
      tls: { mode: 'require', authorities: null },
    });
    assert.equal(password.reveal(), 'p/w:');
    assert.deepEqual(table, { schema: 'a.b', table: '"x"' });
  });

  test('has the usual port and the strictest TLS by default', () => {
    const { system, address, table } = parseDatabaseUrl('mariadb://u:p@db/shop?table=t');
    assert.equal(system, 'mysql');
    assert.equal(address.port, 3306);
    assert.equal(address.tls.mode, 'verify-full');
    assert.deepEqual(table, { schema: 'shop', table: 't' });
  });

  test('of a cluster names a catalog', () => {
    const { system, address, table } = parseDatabaseUrl('trino://ada@cluster/lake?schema=sales&table=orders');
    assert.deepEqual(
      [system, address.port, address.database, table],
      ['trino', 443, 'lake', { schema: 'sales', table: 'orders' }],
    );
  });

  test('of a warehouse names it, and a user only where a service principal logs in', () => {
    const { system, address, table, warehouse } = parseDatabaseUrl(
      'databricks://adb-1.azuredatabricks.net/main?warehouse=0123abcd&table=orders',
    );
    assert.deepEqual(
      [system, address.port, address.user, address.database, warehouse, table],
      ['databricks', 443, 'token', 'main', '0123abcd', { schema: 'default', table: 'orders' }],
    );
    assert.equal(parseDatabaseUrl('databricks://an-id@host/main?table=t').address.user, 'an-id');
  });

  const refused: readonly string[] = [
    'databricks://token:secret@host/main?warehouse=1&table=t',
    'trino://u@host/lake?warehouse=1',
    'file:///etc/passwd',
    'http://db/x',
    'postgresql:///db',
    'postgresql://u:p@/db',
    'postgresql://u:p@%2Fvar%2Frun%2Fpostgresql/db',
    'postgresql://u:p@a,b/db',
    'postgresql://u:p@db:0/x',
    'postgresql://db/x',
    'postgresql://u:p@db',
    'postgresql://u:p@db/x?host=/var/run',
    'postgresql://u:p@db/x?hostaddr=127.0.0.1',
    'postgresql://u:p@db/x?sslcert=/etc/passwd',
    'postgresql://u:p@db/x?sslrootcert=/etc/passwd',
    'postgresql://u:p@db/x?service=other',
    'postgresql://u:p@db/x?passfile=/etc/passwd',
    'postgresql://u:p@db/x?options=-csearch_path%3Devil',
    'postgresql://u:p@db/x?tls=verify-full&tls=disable',
    'postgresql://u:p@db/x?tls=off',
    'postgresql://u:p@db/x#y',
    'postgresql://u:p%00@db/x',
    'postgresql://u:p%ZZ@db/x',
    'mysql://u:p@db/x?socketPath=/tmp/mysql.sock',
    'mysql://u:p@2130706433/x',
    'mysql://u:p@0177.0.0.1/x',
    'postgresql://trusted.example@evil.example@db/x?y',
  ];
  for (const text of refused) {
    test(`${text} is refused, and its password not repeated`, () => {
      assert.throws(
        () => parseDatabaseUrl(text),
        (error) => error instanceof AppError && error.code === 'connection_settings_invalid',
      );
    });
  }

  test('shows its password to nobody', () => {
    const { address } = parseDatabaseUrl('postgresql://u:canary@db/x');
    for (const shown of [
      inspect(address),
      JSON.stringify(address),
      String(address.password),
      `${address.password}`,
    ]) {
      assert.ok(!shown.includes('canary'), shown);
    }
  });
});
