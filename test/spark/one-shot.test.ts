import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { plumbline } from '../support/command.ts';
import { dataFolder } from '../support/data-folder.ts';
import { loopbackAddress, openSpark, testedSpark } from '../support/spark.ts';

const folder = dataFolder({ 'orders.csv': 'id,name\n1,Ada\n2,Grace\n3,\n' });
const schema = `one_shot_${process.pid}`;
const session = await openSpark();
await session.query(`CREATE SCHEMA spark_catalog.${schema}`);
for (const [table, name] of [
  ['orders', 'Grace'],
  ['changed', 'Alan'],
] as const) {
  await session.query(
    `CREATE TABLE spark_catalog.${schema}.${table} USING parquet AS ` +
      `SELECT * FROM VALUES (1L, 'Ada'), (2L, '${name}'), (3L, NULL) AS t(id, name)`,
  );
}
after(async () => {
  await session.query(`DROP SCHEMA spark_catalog.${schema} CASCADE`);
  session[Symbol.dispose]();
});

const { port, token } = testedSpark();
const { warehouseId } = loopbackAddress(testedSpark());
const tableAt = (table: string) =>
  `databricks://127.0.0.1:${port}/spark_catalog?warehouse=${warehouseId}&schema=${schema}&table=${table}&tls=disable`;

async function compare(source: string, target: string, secret: string) {
  const secrets = { PLUMBLINE_SOURCE_PASSWORD: secret, PLUMBLINE_TARGET_PASSWORD: secret };
  const { code, stdout, stderr } = await plumbline(['compare', source, target], secrets).finished;
  assert.ok(!stdout.includes(token) && !stderr.includes(token), 'the token is never shown');
  return { code, stdout, stderr };
}

describe('plumbline compare with tables of Databricks', () => {
  test('two of them are compared in the warehouse, by a key that it finds', async () => {
    const { code, stdout, stderr } = await compare(tableAt('orders'), tableAt('changed'), token);
    assert.equal(code, 1, stderr);
    assert.match(stdout, /matched by id, which was found/);
    assert.match(stdout, /2 +Grace +Alan/);
    assert.match(stdout, /Databricks SQL/);
  });

  test('one is equal to a file', async () => {
    const { code, stdout, stderr } = await compare(tableAt('orders'), join(folder, 'orders.csv'), token);
    assert.equal(code, 0, `${stdout}${stderr}`);
    assert.match(stdout, /DuckDB/);
  });

  test('a token that is not known is refused, and one that is missing asked for', async () => {
    const refused = await compare(tableAt('orders'), join(folder, 'orders.csv'), 'wrong');
    assert.deepEqual([refused.code, /refused the login/.test(refused.stderr)], [2, true], refused.stderr);
    const missing = await compare(tableAt('orders'), join(folder, 'orders.csv'), '');
    assert.deepEqual(
      [missing.code, /PLUMBLINE_SOURCE_PASSWORD/.test(missing.stderr)],
      [2, true],
      missing.stderr,
    );
  });
});
