import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../domain/app-error.ts';
import { parseDatabaseUrl } from '../outbound/database-address.ts';
import { Secret } from '../outbound/secret.ts';
import { databricksAddressOf } from './databricks-address.ts';

function read(url: string, secret: string) {
  const { address, warehouse } = parseDatabaseUrl(url);
  return databricksAddressOf({ ...address, password: new Secret(secret) }, warehouse);
}

test('a warehouse is named by the address of a table', () => {
  const { warehouseId, authentication, catalog } = read('databricks://host/main?warehouse=0a1b', 'secret');
  assert.deepEqual([warehouseId, authentication, catalog], ['0a1b', 'token', 'main']);
  const principal = read('databricks://an-id@host/main?warehouse=0a1b', 'secret');
  assert.deepEqual([principal.authentication, principal.user], ['servicePrincipal', 'an-id']);
});

const refused = [
  ['no warehouse', 'databricks://host/main', 'secret'],
  ['a path for a warehouse', 'databricks://host/main?warehouse=%2Fsql', 'secret'],
  ['no secret', 'databricks://host/main?warehouse=0a1b', ''],
  [
    'a secret that anybody on the way can read',
    'databricks://host/main?warehouse=0a1b&tls=disable',
    'secret',
  ],
  ['a host that proves nothing', 'databricks://host/main?warehouse=0a1b&tls=require', 'secret'],
] as const;
for (const [what, url, secret] of refused) {
  test(`refused: ${what}`, () => {
    assert.throws(
      () => read(url, secret),
      (error) => error instanceof AppError && error.code === 'connection_settings_invalid',
    );
  });
}

test('on this machine a server need not prove who it is', () => {
  assert.equal(read('databricks://127.0.0.1:8443/main?warehouse=0a1b&tls=disable', 'secret').port, 8443);
});
