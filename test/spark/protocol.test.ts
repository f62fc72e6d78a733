import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type DatabricksAddress,
  databricksAddress,
} from '../../src/connectors/databricks/databricks-address.ts';
import { databricksConnector } from '../../src/connectors/databricks/databricks-connector.ts';
import type { DatabricksSettings } from '../../src/domain/catalog/source.ts';
import { type Asked, startLocalServer, type Told } from '../support/local-server.ts';
import { selfSignedCertificate } from '../support/self-signed-certificate.ts';
import { loopbackAddress, openSpark, outboundToLoopback } from '../support/spark.ts';
import { freePort } from '../support/temporary-server.ts';

const settings: DatabricksSettings = {
  kind: 'databricks',
  host: 'adb-1.2.azuredatabricks.net',
  httpPath: '/sql/1.0/warehouses/abc123',
  catalog: 'main',
  authentication: 'token',
  clientId: null,
};

/** A workspace that has its bad moments, which no real one shows when it is asked to. */
async function openWorkspace(
  t: TestContext,
  answer: (asked: Asked) => Told | Promise<Told>,
  change: Partial<DatabricksAddress> = {},
) {
  const server = await startLocalServer(t, answer);
  const port = Number(new URL(server.origin).port);
  const session = await openSpark({ ...loopbackAddress({ port, token: 'secret' }), ...change });
  t.after(() => session[Symbol.dispose]());
  return { ...server, session };
}

const schema = { columns: [{ name: 'n', type_text: 'BIGINT' }] };

function succeeded(rows: readonly (readonly string[])[], more: object = {}) {
  return {
    body: {
      statement_id: 'one',
      status: { state: 'SUCCEEDED' },
      manifest: { schema, truncated: false },
      result: { data_array: rows, ...more },
    },
  };
}

function failed(sqlState: string) {
  const error = { error_code: 'BAD_REQUEST', message: 'secret value' };
  return { body: { statement_id: 'one', status: { state: 'FAILED', error, sql_state: sqlState } } };
}

function historyOf(version: string) {
  const { body } = succeeded([['2024-01-01 00:00:00', version]]);
  const columns = ['timestamp', 'version'].map((name) => ({ name, type_text: 'STRING' }));
  return { body: { ...body, manifest: { schema: { columns }, truncated: false } } };
}

test('a statement is put to the warehouse, and its answer comes part by part', async (t) => {
  const { session, asked } = await openWorkspace(t, ({ method }) =>
    method === 'POST'
      ? succeeded([['9007199254740993']], { next_chunk_index: 1 })
      : { body: { data_array: [['2'], ['3']] } },
  );
  assert.deepEqual(await session.query('SELECT n'), [['9007199254740993'], ['2'], ['3']]);
  assert.deepEqual(
    asked.map(({ method, url, headers }) => [method, url.pathname, headers.authorization]),
    [
      ['POST', '/api/2.0/sql/statements', 'Bearer secret'],
      ['GET', '/api/2.0/sql/statements/one/result/chunks/1', 'Bearer secret'],
    ],
  );
  const { statement, warehouse_id, disposition, format } = JSON.parse(asked[0]?.body ?? '');
  assert.deepEqual(
    [statement, warehouse_id, disposition, format],
    ['SELECT n', 'interpreting', 'INLINE', 'JSON_ARRAY'],
  );
});

test('a statement that takes long is asked about until it has ended', async (t) => {
  let polls = 2;
  const { session, asked } = await openWorkspace(t, ({ method }) => {
    if (method === 'POST') return { body: { statement_id: 'one', status: { state: 'PENDING' } } };
    return polls-- > 0 ? { body: { statement_id: 'one', status: { state: 'RUNNING' } } } : succeeded([['1']]);
  });
  assert.deepEqual(await session.query('SELECT 1'), [['1']]);
  assert.equal(asked.length, 4);
});

test('a warehouse that is busy is asked again when it says', async (t) => {
  const refusals = [{ status: 429, headers: { 'retry-after': '1' } }, { status: 503 }];
  const { session, asked } = await openWorkspace(t, () => refusals.shift() ?? succeeded([['1']]));
  assert.deepEqual(await session.query('SELECT 1'), [['1']]);
  assert.equal(asked.length, 3);
});

test('a statement that the warehouse lost is run again, and given up after three times', async (t) => {
  let losses = 2;
  const lost = { body: { statement_id: 'one', status: { state: 'CLOSED' } } };
  const { session, asked } = await openWorkspace(t, () => (losses-- > 0 ? lost : succeeded([['1']])));
  assert.deepEqual(await session.query('SELECT 1'), [['1']]);
  assert.equal(asked.length, 3);
  losses = 3;
  await assert.rejects(session.query('SELECT 1'), { code: 'connection_lost' });
});

test('what went wrong is told by its SQLSTATE, and nothing that the server said of a value', async (t) => {
  const codes = { '42P01': 'table_not_found', '42501': 'table_access_denied', '22012': 'dataset_unreadable' };
  for (const [sqlState, code] of Object.entries(codes)) {
    const { session } = await openWorkspace(t, () => failed(sqlState));
    await assert.rejects(session.query('SELECT 1'), (thrown: Error) => {
      assert.equal('code' in thrown && thrown.code, code);
      assert.doesNotMatch(thrown.message, /secret value/);
      return true;
    });
  }
});

test('whoever aborts ends the statement on the server', async (t) => {
  const abort = new AbortController();
  const { session, asked } = await openWorkspace(t, ({ method }) => {
    if (method === 'GET') abort.abort();
    return { body: { statement_id: 'one', status: { state: 'RUNNING' } } };
  });
  const running = session.answer('SELECT 1', { signal: abort.signal });
  await assert.rejects(running, { code: 'comparison_cancelled' });
  assert.equal(asked.at(-1)?.url.pathname, '/api/2.0/sql/statements/one/cancel');
});

test('rows that one answer does not hold come in slices, each once', async (t) => {
  const { session, asked } = await openWorkspace(t, ({ body }) => {
    const { statement } = JSON.parse(body);
    const slice = /\), (\d+)\) = (\d+)$/.exec(statement);
    if (slice !== null) return succeeded([[slice[2] ?? '']]);
    const { body: whole } = succeeded([]);
    return { body: { ...whole, manifest: { schema, truncated: true } } };
  });
  const texts: string[] = [];
  for await (const record of session.send(['n'], 't').records) texts.push(String(record).trim());
  assert.equal(asked.length, 17);
  assert.equal(new Set(texts).size, 16);
  await assert.rejects(session.query('SELECT 1'), { code: 'comparison_unsupported' });
});

test('a service principal gets a token for its secret, once', async (t) => {
  const { session, asked } = await openWorkspace(
    t,
    ({ url }) =>
      url.pathname === '/oidc/v1/token'
        ? { body: { access_token: 'given', expires_in: 3600 } }
        : succeeded([['1']]),
    { authentication: 'servicePrincipal', user: 'client' },
  );
  await session.query('SELECT 1');
  await session.query('SELECT 1');
  const [token, ...statements] = asked;
  assert.equal(token?.headers.authorization, `Basic ${Buffer.from('client:secret').toString('base64')}`);
  assert.equal(token?.body, 'grant_type=client_credentials&scope=all-apis');
  assert.deepEqual(
    statements.map(({ headers }) => headers.authorization),
    ['Bearer given', 'Bearer given'],
  );
});

test('a workspace is who its certificate says, or nothing is sent', async (t) => {
  const certificate = selfSignedCertificate();
  const server = await startLocalServer(t, () => succeeded([['1']]), certificate);
  const plain = loopbackAddress({ port: Number(new URL(server.origin).port), token: 'secret' });
  const verifying = (authorities: string | null) =>
    openSpark({ ...plain, tls: { mode: 'verify-full', authorities } });
  using stranger = await verifying(null);
  await assert.rejects(stranger.query('SELECT 1'), { code: 'connection_tls_failed' });
  assert.equal(server.asked.length, 0);
  using known = await verifying(certificate.cert);
  assert.deepEqual(await known.query('SELECT 1'), [['1']]);
});

test('a warehouse whose ANSI mode is off is refused', async (t) => {
  const server = await startLocalServer(t, () => succeeded([['4.3', 'me', '1E-7']]));
  const address = loopbackAddress({ port: Number(new URL(server.origin).port), token: 'secret' });
  const limits = { catalogueMs: 60_000, readingMs: 60_000 };
  await assert.rejects(databricksConnector(address, outboundToLoopback, limits).testConnection(), {
    code: 'comparison_unsupported',
    message: /ANSI/,
  });
});

test('a table whose versions are refused is read as it is, and what is no refusal is not taken for one', async (t) => {
  const open = async (beginning: string, sqlState: string) => {
    const server = await startLocalServer(t, ({ body }) => {
      const { statement } = JSON.parse(body);
      if (statement.startsWith(beginning)) return failed(sqlState);
      return statement.startsWith('DESCRIBE HISTORY') ? historyOf('7') : succeeded([]);
    });
    const address = loopbackAddress({ port: Number(new URL(server.origin).port), token: 'secret' });
    const limits = { catalogueMs: 60_000, readingMs: 60_000 };
    const connector = databricksConnector(address, outboundToLoopback, limits);
    return (await connector.relation({ schema: 'main.sales', table: 'orders' }, [])).from;
  };
  const [plain, pinned] = ['`main`.`sales`.`orders`', '`main`.`sales`.`orders` VERSION AS OF 7'];
  assert.equal(await open('nothing', ''), pinned);
  // A view, a table of another format, a right that is missing, a row filter (Databricks documentation, error conditions).
  for (const sqlState of ['42809', '0AKDD', '42501', '0A000']) {
    assert.equal(await open('DESCRIBE HISTORY', sqlState), plain);
    assert.equal(await open(`SELECT * FROM ${pinned}`, sqlState), plain);
  }
  await assert.rejects(open('DESCRIBE HISTORY', '57KD0'), { code: 'query_time_limit' });
  await assert.rejects(open('DESCRIBE HISTORY', 'HY008'), { code: 'connection_lost' });
});

test('a server of something else is told from one that fails', async (t) => {
  for (const body of ['<!doctype html><title>It works</title>', [], { hello: 'world' }]) {
    const { session } = await openWorkspace(t, () => ({ body }));
    await assert.rejects(session.query('SELECT 1'), {
      code: 'connection_failed',
      message: /not as Databricks/,
    });
  }
});

test('a wrong token is named as that, and a server that is not there as that', async (t) => {
  const { session } = await openWorkspace(t, () => ({ status: 401 }));
  await assert.rejects(session.query('SELECT 1'), { code: 'connection_login_refused' });
  using nowhere = await openSpark(loopbackAddress({ port: await freePort(), token: 'secret' }));
  await assert.rejects(nowhere.query('SELECT 1'), { code: 'connection_failed' });
});

test('settings lead to a SQL warehouse by TLS, and to nothing else', () => {
  const { host, port, warehouseId, tls } = databricksAddress(settings, 'secret');
  assert.deepEqual([host, port, warehouseId, tls.mode], [settings.host, 443, 'abc123', 'verify-full']);
  const refused = { code: 'connection_settings_invalid' };
  assert.throws(
    () => databricksAddress({ ...settings, httpPath: '/sql/protocolv1/o/1/2' }, 'secret'),
    refused,
  );
  assert.throws(() => databricksAddress(settings, null), refused);
});
