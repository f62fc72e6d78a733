import { openTable } from '../../../src/connectors/trino/open-table.ts';
import { TrinoEngine } from '../../../src/connectors/trino/trino-engine.ts';
import { openTrino } from '../../support/trino.ts';
import { trinoView } from '../../support/trino-relations.ts';
import type { TrapEngine } from './engines.ts';
import { openPlatformTraps } from './platform-engine.ts';

/** Trino over views: each case is two of them, and is compared whole where they are. */
export async function openTrinoTraps(): Promise<TrapEngine> {
  const session = await openTrino();
  const schema = `traps_${process.pid}`;
  const views: string[] = [];
  await session.query(`CREATE SCHEMA memory.${schema}`);
  return openPlatformTraps({
    variantsOf: () => ['views'],
    engine: () => new TrinoEngine(session, 'tested'),
    async load(name, relation) {
      const statement = trinoView(`memory.${schema}.${name}`, relation);
      if (typeof statement !== 'string') throw new Error(`Trino cannot hold the table: ${statement.cannot}.`);
      await session.query(statement);
      views.push(name);
      return openTable(session, { catalog: 'memory', schema }, name);
    },
    async [Symbol.asyncDispose]() {
      for (const view of views) await session.query(`DROP VIEW memory.${schema}.${view}`);
      await session.query(`DROP SCHEMA memory.${schema}`);
      session[Symbol.dispose]();
    },
  });
}
