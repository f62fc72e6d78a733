import { DatabricksEngine } from '../../../src/connectors/databricks/databricks-engine.ts';
import { openTable } from '../../../src/connectors/databricks/open-table.ts';
import { loopbackAddress, openSpark, testedSpark } from '../../support/spark.ts';
import { sparkStatements } from '../../support/spark-relations.ts';
import { corpus } from './corpus.ts';
import type { TrapEngine } from './engines.ts';
import { openPlatformTraps } from './platform-engine.ts';

const catalog = 'spark_catalog';

/** Of every third trap a case also runs as Databricks runs everything, compiled: of all, it would be a quarter more to run. */
const sample: ReadonlySet<unknown> = new Set(
  corpus.filter(({ number }) => number % 3 === 1).map(({ cases }) => cases[0]),
);

/** The dialect of Databricks on a real Spark, over views: each case is two of them, compared whole where they are. */
export async function openDatabricksTraps(): Promise<TrapEngine> {
  const session = await openSpark();
  const compiling = await openSpark(loopbackAddress(testedSpark(), 'compiling'));
  const schema = `traps_${process.pid}`;
  await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
  return openPlatformTraps({
    variantsOf: (trapCase) => (sample.has(trapCase) ? ['interpreted', 'compiled'] : ['interpreted']),
    engine: (variant) => new DatabricksEngine(variant === 'compiled' ? compiling : session, 'tested'),
    async load(name, relation) {
      const statements = sparkStatements(`${catalog}.${schema}.${name}`, relation);
      if ('cannot' in statements) throw new Error(`Spark cannot hold the table: ${statements.cannot}.`);
      for (const statement of statements) await session.query(statement);
      return openTable(session, { catalog, schema }, name);
    },
    async [Symbol.asyncDispose]() {
      await session.query(`DROP SCHEMA ${catalog}.${schema} CASCADE`);
      compiling[Symbol.dispose]();
      session[Symbol.dispose]();
    },
  });
}
