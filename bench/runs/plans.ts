import { CompiledQuery, sql } from 'kysely';
import { listRuns, type RunListRequest, runSorts } from '../../src/storage/queries/runs-list.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { keptPlan, statementsOf } from '../../test/support/kept-plans.ts';
import { seeded } from './seed-runs.ts';

/** Every documented combination of sort, direction, filters and search. */
export function everyList(): readonly RunListRequest[] {
  const filters = [null, seeded.validationTestUuid].flatMap((validationTestUuid) =>
    ([null, 'error'] as const).flatMap((status) =>
      ([null, 'retry'] as const).flatMap((scope) =>
        [null, seeded.rareText].map((search) => ({ validationTestUuid, status, scope, search })),
      ),
    ),
  );
  return runSorts.flatMap((sortBy) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      filters.map((filter) => ({ ...filter, sortBy, direction, after: null, limit: 51 })),
    ),
  );
}

/** The plans, with and without a look at the parameters, that read a table from one end to the other. */
export async function sequentialScans(storage: Storage, orgUuid: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const request of everyList()) {
    for (const statement of await statementsOf((tx) => listRuns(tx, request), { found: 1e6 })) {
      const plans = [
        await keptPlan(storage, orgUuid, statement),
        await planWithParameters(storage, orgUuid, statement),
      ];
      for (const plan of plans)
        if (plan.includes('Seq Scan')) found.push(`${JSON.stringify(request)}\n${plan}`);
    }
  }
  return found;
}

async function planWithParameters(
  storage: Storage,
  orgUuid: string,
  statement: CompiledQuery,
): Promise<string> {
  const { rows } = await storage.withTenant(orgUuid, async (tx) => {
    await sql.raw('SET LOCAL plan_cache_mode = force_custom_plan').execute(tx);
    const explain = CompiledQuery.raw(`EXPLAIN ${statement.sql}`, [...statement.parameters]);
    return tx.getExecutor().executeQuery(explain);
  });
  return rows.map((row) => Object.values(row as object).join()).join('\n');
}
