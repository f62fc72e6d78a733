import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readOutboundPolicy } from '../../src/connectors/outbound/outbound-policy.ts';
import { trinoAddress } from '../../src/connectors/trino/trino-address.ts';
import { trinoConnector } from '../../src/connectors/trino/trino-connector.ts';
import { TrinoEngine } from '../../src/connectors/trino/trino-engine.ts';
import { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import type { TrinoSettings } from '../../src/domain/catalog/source.ts';
import { identifier, textLiteral } from '../../src/engine/dialects/trino/lexical.ts';
import { openTrino, outboundToLoopback, plainSettings, testedTrino } from '../support/trino.ts';

const limits = { catalogueMs: 60_000, readingMs: 300_000 };
const { secure } = testedTrino();
const session = await openTrino();
after(() => session[Symbol.dispose]());

function secureSettings(authentication: TrinoSettings['authentication']): TrinoSettings {
  return { ...plainSettings(), port: secure.port, tls: 'require', user: secure.user, authentication };
}

function testConnection(settings: TrinoSettings, secret: string | null, authorities: string | null = null) {
  const address = trinoAddress(settings, secret);
  const trusting = { ...address, tls: { ...address.tls, authorities } };
  return trinoConnector(trusting, outboundToLoopback, limits).testConnection();
}

describe('logging in', () => {
  const ways = [
    ['password', secure.password],
    ['token', secure.token],
    ['certificate', secure.clientCertificate],
  ] as const;
  for (const [authentication, secret] of ways) {
    test(`by ${authentication}, over TLS`, async () => {
      const report = await testConnection(secureSettings(authentication), secret);
      assert.deepEqual([report.user, report.encrypted], [secure.user, true]);
    });
  }

  test('a wrong password is refused, and named as that', async () => {
    await assert.rejects(testConnection(secureSettings('password'), 'wrong'), {
      code: 'connection_login_refused',
    });
  });

  test('a secret is not sent without TLS', () => {
    assert.throws(() => trinoAddress({ ...secureSettings('password'), tls: 'disable' }, 'x'), {
      code: 'connection_settings_invalid',
    });
  });

  test('verifyFull trusts only who is vouched for', async () => {
    const verifying: TrinoSettings = { ...secureSettings('password'), tls: 'verifyFull' };
    await assert.rejects(testConnection(verifying, secure.password), { code: 'connection_tls_failed' });
    const report = await testConnection(verifying, secure.password, secure.authority);
    assert.equal(report.encrypted, true);
  });

  test('hosts that are not allowed are not connected to', async () => {
    const outbound = { ...outboundToLoopback, policy: readOutboundPolicy(['db.example.com']) };
    const connector = trinoConnector(trinoAddress(plainSettings(), null), outbound, limits);
    await assert.rejects(connector.testConnection(), { code: 'connection_host_refused' });
  });
});

describe('statements', () => {
  test('an answer of many pages comes whole, and no digit of a bigint is lost', async () => {
    const { rows } = await session.answer(
      'SELECT 9007199254740993 + orderkey FROM tpch.tiny.orders ORDER BY 1',
    );
    assert.equal(rows.length, 15_000);
    assert.deepEqual(rows[0], ['9007199254740994']);
  });

  test('aborting ends the query on the server', async () => {
    const marker = `plumbline_cancel_${process.pid}`;
    const abort = new AbortController();
    const address = trinoAddress(plainSettings(), null);
    using own = await TrinoSession.open(
      outboundToLoopback,
      address,
      { product: 'Trino', address, table: null },
      {
        signal: undefined,
        timeLimitMs: 300_000,
        table: null,
      },
    );
    const engine = new TrinoEngine(own, '');
    const endless = `SELECT count(*) AS ${marker} FROM tpch.sf100.lineitem a CROSS JOIN tpch.sf100.lineitem b`;
    const running = engine.query({ sql: endless }, { signal: abort.signal, onProgress: () => abort.abort() });
    await assert.rejects(running, { code: 'comparison_cancelled' });
    while (true) {
      const [row] = await session.query(
        `SELECT state FROM system.runtime.queries WHERE strpos(query, ${textLiteral(`AS ${marker} `)}) > 0 AND strpos(query, 'runtime') = 0`,
      );
      if (row?.[0] === 'FAILED') break;
      assert.notEqual(row?.[0], 'FINISHED');
    }
  });

  test('names and texts of any kind survive', async () => {
    const texts = ["it's", '"', '\\', 'a\nb', '🙂', 'a\0b', '--', '?', "'; DROP TABLE t; --"];
    const { columns, rows } = await session.answer(
      `SELECT ${texts.map((text, index) => `${textLiteral(text)} AS ${identifier(`${index} ${text.replace('\0', '')}`)}`).join(', ')}`,
    );
    assert.deepEqual(rows[0], texts);
    assert.deepEqual(
      columns.map(({ name }) => name),
      texts.map((text, index) => `${index} ${text.replace('\0', '')}`),
    );
  });

  test('a table that is not there is named', async () => {
    const connector = trinoConnector(trinoAddress(plainSettings(), null), outboundToLoopback, limits);
    await assert.rejects(connector.describe({ schema: 'memory.default', table: 'nowhere' }), {
      code: 'table_not_found',
      message: /memory\.default\.nowhere/,
    });
  });
});
