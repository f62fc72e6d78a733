import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabricksEngine } from '../../../src/connectors/databricks/databricks-engine.ts';
import { openTable } from '../../../src/connectors/databricks/open-table.ts';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import { comparePair } from '../../../src/executor/compare/compare-pair.ts';
import { pairColumns } from '../../../src/executor/one-shot/pair-columns.ts';
import { recordStatements } from '../../support/recorded-session.ts';
import type { Relation } from '../../support/relations.ts';
import { openSpark } from '../../support/spark.ts';
import { sparkStatements } from '../../support/spark-relations.ts';
import type { RanCase, TrapEngine } from './engines.ts';
import { specifyCase } from './specify-case.ts';
import type { TrapCase } from './trap.ts';

const catalog = 'spark_catalog';

/** The dialect of Databricks on a real Spark, over views: each case is two of them, compared whole where they are. */
export async function openDatabricksTraps(): Promise<TrapEngine> {
  const session = await openSpark();
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-spark-traps-'));
  const local = await DuckDbSession.open({
    allowedDirectories: [folder],
    allowedPaths: [],
    memoryLimitBytes: 2 ** 28,
    spillDirectory: folder,
    maxSpillBytes: 2 ** 30,
    threads: 1,
  });
  const schema = `traps_${process.pid}`;
  await session.query(`CREATE SCHEMA ${catalog}.${schema}`);
  let count = 0;

  const load = async (relation: Relation, zone: string | undefined) => {
    count += 1;
    const name = `t${count}`;
    const statements = sparkStatements(`${catalog}.${schema}.${name}`, relation);
    if ('cannot' in statements) throw new Error(`Spark cannot hold the table: ${statements.cannot}.`);
    for (const statement of statements) await session.query(statement);
    const table = await openTable(session, { catalog, schema }, name);
    const columns = table.schema.fields.map((field) => ({ ...field, column: field.name }));
    return { relation: table.relation, columns, zone: zone ?? null };
  };

  const run = async (trapCase: TrapCase): Promise<RanCase> => {
    const recorded = recordStatements(new DatabricksEngine(session, 'tested'));
    const source = await load(trapCase.source, trapCase.zones?.source);
    const target = await load(trapCase.target, trapCase.zones?.target);
    const paired = pairColumns({ source: source.columns, target: target.columns }, [], []);
    const { specification, checks } = specifyCase(trapCase, { source, target });
    const { status, tests } = await comparePair({
      specification,
      relations: { source: source.relation, target: target.relation },
      session: recorded,
      evidenceSession: local,
      // Half of the statements are about evidence.
      evidenceDirectory: asksForEvidence(trapCase) ? await mkdtemp(join(folder, 'evidence-')) : null,
    });
    return {
      status,
      checks: checks.map(({ check, resolutions, testId }) => ({
        check,
        resolutions,
        report: tests.find((report) => report.testId === testId) ?? null,
      })),
      loneColumns: {
        source: paired.onlyInSource.map(({ name }) => name),
        target: paired.onlyInTarget.map(({ name }) => name),
      },
      statements: recorded.statements,
    };
  };

  return {
    variantsOf: () => ['views'],
    run,
    async [Symbol.asyncDispose]() {
      await session.query(`DROP SCHEMA ${catalog}.${schema} CASCADE`);
      session[Symbol.dispose]();
      await local.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function asksForEvidence({ checks }: TrapCase): boolean {
  return checks.some(({ expected }) => 'status' in expected && expected.evidence !== undefined);
}
