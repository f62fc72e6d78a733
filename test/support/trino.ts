import { systemLookup } from '../../src/connectors/outbound/endpoint.ts';
import { readOutboundPolicy } from '../../src/connectors/outbound/outbound-policy.ts';
import { trinoAddress } from '../../src/connectors/trino/trino-address.ts';
import { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import type { TrinoSettings } from '../../src/domain/catalog/source.ts';
import type { SecureTrino } from './trino-server.ts';

/** The cluster that the suite was started with (`start-trino.ts`). */
export interface TestedTrino {
  readonly url: string;
  readonly secure: SecureTrino;
}

export function testedTrino(): TestedTrino {
  const given = process.env.TEST_TRINO;
  if (given === undefined)
    throw new Error('TEST_TRINO is not set: run the suite by test/support/start-trino.ts.');
  return JSON.parse(given);
}

export const outboundToLoopback = {
  policy: readOutboundPolicy(['127.0.0.0/8']),
  lookup: systemLookup,
  connectTimeoutMs: 10_000,
} as const;

export function plainSettings(): TrinoSettings {
  const { hostname, port } = new URL(testedTrino().url);
  return {
    kind: 'trino',
    host: hostname,
    port: Number(port),
    tls: 'disable',
    user: 'tester',
    catalog: null,
    authentication: 'none',
  };
}

/** A session over plain HTTP, for making tables and looking at them. */
export function openTrino(): Promise<TrinoSession> {
  const address = trinoAddress(plainSettings(), null);
  const context = { product: 'Trino', address, table: null };
  return TrinoSession.open(outboundToLoopback, address, context, {
    signal: undefined,
    timeLimitMs: 300_000,
    table: null,
  });
}
