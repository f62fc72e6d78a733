import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDbSession } from '../../../src/connectors/duckdb/duckdb-session.ts';
import type { PlatformTable } from '../../../src/connectors/platform/platform-server.ts';
import type { SqlSession } from '../../../src/engine/sql-session.ts';
import type { Relation } from '../../support/relations.ts';
import { compareCase } from './compare-case.ts';
import type { TrapEngine } from './engines.ts';
import type { TrapCase } from './trap.ts';

/** A platform that holds the tables of cases, and compares them where they are. */
export interface TrapPlatform extends AsyncDisposable, Pick<TrapEngine, 'variantsOf'> {
  /** Makes a table of a name that no other has. */
  load(name: string, relation: Relation): Promise<PlatformTable>;
  engine(variant: string): SqlSession;
}

export function openPlatformTraps(platform: TrapPlatform): TrapEngine {
  let count = 0;

  const load = async (relation: Relation, zone: string | undefined) => {
    count += 1;
    const { relation: loaded, schema } = await platform.load(`t${count}`, relation);
    const columns = schema.fields.map((field) => ({ ...field, column: field.name }));
    return { relation: loaded, columns, zone: zone ?? null };
  };

  return {
    variantsOf: platform.variantsOf,
    async run(trapCase, variant) {
      const session = platform.engine(variant);
      // Half of the statements are about evidence; on a cluster that is minutes.
      if (!asksForEvidence(trapCase))
        return compareCase(trapCase, { session, evidenceDirectory: null }, load);
      await using evidence = await openEvidence();
      return await compareCase(trapCase, { session, ...evidence }, load);
    },
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
}

function asksForEvidence({ checks }: TrapCase): boolean {
  return checks.some(({ expected }) => 'status' in expected && expected.evidence !== undefined);
}

/** A folder for the evidence of a case, and an engine that writes it there. */
async function openEvidence() {
  const evidenceDirectory = await mkdtemp(join(tmpdir(), 'plumbline-traps-evidence-'));
  const evidenceSession = await DuckDbSession.open({
    allowedDirectories: [evidenceDirectory],
    allowedPaths: [],
    memoryLimitBytes: 2 ** 28,
    spillDirectory: evidenceDirectory,
    maxSpillBytes: 2 ** 30,
    threads: 1,
  });
  return {
    evidenceDirectory,
    evidenceSession,
    async [Symbol.asyncDispose]() {
      await evidenceSession.close();
      await rm(evidenceDirectory, { recursive: true, force: true });
    },
  };
}
