import type { TrinoSession } from '../../src/connectors/trino/trino-session.ts';
import { identifier } from '../../src/engine/dialects/trino/lexical.ts';

export const keys = ['orderkey', 'linenumber'] as const;

const columns = [
  'partkey',
  'suppkey',
  'quantity',
  'extendedprice',
  'discount',
  'tax',
  'returnflag',
  'linestatus',
  'shipdate',
  'commitdate',
  'receiptdate',
  'shipinstruct',
  'shipmode',
  'comment',
] as const;

/** Two primes: as many rows differ, and as many orders are missing on either side, as are multiples of them. */
const one = {
  differingIn: '(orderkey * 8 + linenumber) % 240007 = 0',
  missingIn: (side: 'source' | 'target') => `orderkey % 600011 = ${side === 'source' ? 1 : 2}`,
} as const;

/** Where the two copies of a size are, in the lake. */
export function schemaOf(size: string): { readonly catalog: string; readonly schema: string } {
  return { catalog: 'lake', schema: `bench_${size.replaceAll('.', '_')}` };
}

/** Makes the two copies, and answers how many rows the first has. */
export async function makeTables(session: TrinoSession, size: string): Promise<number> {
  const from = `tpch.${identifier(size)}.lineitem`;
  const { catalog, schema } = schemaOf(size);
  const changed = columns.map((name) =>
    name === 'extendedprice' ? `IF(${one.differingIn}, ${name} + 0.01, ${name}) AS ${name}` : name,
  );
  const list = (names: readonly string[]) => [...keys, ...names].join(', ');
  await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
  await session.query(
    `CREATE TABLE ${catalog}.${schema}.lineitem AS SELECT ${list(columns)} FROM ${from} WHERE NOT ${one.missingIn('source')}`,
  );
  await session.query(
    `CREATE TABLE ${catalog}.${schema}.migrated AS SELECT ${list(changed)} FROM ${from} WHERE NOT ${one.missingIn('target')}`,
  );
  return count(session, `SELECT count(*) FROM ${catalog}.${schema}.lineitem`);
}

export async function plantedDifferences(session: TrinoSession, size: string): Promise<number> {
  const { catalog, schema } = schemaOf(size);
  const here = `NOT ${one.missingIn('target')} AND ${one.differingIn}`;
  return count(session, `SELECT count(*) FROM ${catalog}.${schema}.lineitem WHERE ${here}`);
}

/** What somebody who knows the tables would write. */
export function fullOuterJoin(size: string): string {
  const { catalog, schema } = schemaOf(size);
  const differing = columns.map(
    (name) => `count_if(s.${name} IS DISTINCT FROM t.${name} AND s.orderkey = t.orderkey)`,
  );
  return `SELECT count(*), count_if(s.orderkey IS NULL), count_if(t.orderkey IS NULL), ${differing.join(', ')}
    FROM ${catalog}.${schema}.lineitem s FULL OUTER JOIN ${catalog}.${schema}.migrated t
    ON ${keys.map((key) => `s.${key} = t.${key}`).join(' AND ')}`;
}

async function count(session: TrinoSession, sql: string): Promise<number> {
  const [[rows] = []] = await session.query(sql);
  return Number(rows);
}
