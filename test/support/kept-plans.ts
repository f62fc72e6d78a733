import { type CompiledQuery, sql } from 'kysely';
import type { Storage } from '../../src/storage/storage.ts';
import { type TenantTx, tenantTxOver } from '../../src/storage/tenant-tx.ts';

/** The statements that a query would run, if each found `row`. */
export async function statementsOf(
  query: (tx: TenantTx) => Promise<unknown>,
  row: object = {},
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const recorder = tenantTxOver({
    announceWork: () => {},
    async executeQuery(statement) {
      statements.push(statement);
      return { rows: [row as never] };
    },
    // biome-ignore lint/correctness/useYield: nothing is streamed
    async *streamQuery() {
      throw new TypeError('not used');
    },
  });
  await query(recorder);
  return statements;
}

/** The plan that is kept once a statement has been prepared and used for a while: made without its parameters. */
export async function keptPlan(
  storage: Storage,
  orgUuid: string,
  { sql: text, parameters }: CompiledQuery,
): Promise<string> {
  return await storage.withTenant(orgUuid, async (tx) => {
    await sql.raw(`SET LOCAL plan_cache_mode = force_generic_plan`).execute(tx);
    await sql.raw(`PREPARE kept AS ${text}`).execute(tx);
    const nulls = parameters.length === 0 ? '' : `(${parameters.map(() => 'NULL').join(', ')})`;
    const { rows } = await sql.raw(`EXPLAIN EXECUTE kept${nulls}`).execute(tx);
    await sql.raw('DEALLOCATE kept').execute(tx);
    return rows.map((row) => Object.values(row as object).join()).join('\n');
  });
}
