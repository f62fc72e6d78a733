import type { DatabricksAddress } from '../../src/connectors/databricks/databricks-address.ts';
import { DatabricksSession } from '../../src/connectors/databricks/databricks-session.ts';
import { databaseAddress } from '../../src/connectors/outbound/database-address.ts';
import { systemLookup } from '../../src/connectors/outbound/endpoint.ts';
import { readOutboundPolicy } from '../../src/connectors/outbound/outbound-policy.ts';

/** The Spark that the suite was started with (`start-spark.ts`). */
export interface TestedSpark {
  readonly port: number;
  readonly token: string;
}

export function testedSpark(): TestedSpark {
  const given = process.env.TEST_SPARK;
  if (given === undefined)
    throw new Error('TEST_SPARK is not set: run the suite by test/support/start-spark.ts.');
  return JSON.parse(given);
}

export const outboundToLoopback = {
  policy: readOutboundPolicy(['127.0.0.0/8']),
  lookup: systemLookup,
  connectTimeoutMs: 10_000,
} as const;

/** The warehouses that it has: one interprets statements, the other compiles them first. */
export type SparkWarehouse = 'interpreting' | 'compiling';

/** A warehouse on loopback, over plain HTTP, which no settings of a connection lead to. */
export function loopbackAddress(
  { port, token }: TestedSpark,
  warehouseId: SparkWarehouse = 'interpreting',
): DatabricksAddress {
  const address = databaseAddress({
    host: '127.0.0.1',
    port,
    database: 'spark_catalog',
    user: 'token',
    password: token,
    tls: { mode: 'disable', authorities: null },
  });
  return { ...address, warehouseId, authentication: 'token', catalog: null };
}

/** A session for making tables and looking at them. */
export function openSpark(
  address: DatabricksAddress = loopbackAddress(testedSpark()),
): Promise<DatabricksSession> {
  const context = { product: 'Databricks', address, table: null };
  return DatabricksSession.open(outboundToLoopback, address, context, {
    signal: undefined,
    timeLimitMs: 300_000,
    table: null,
  });
}
