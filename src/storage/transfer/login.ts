import { qualified, type Table, type TransferScope } from './catalog.ts';
import type { TransferQuery } from './transfer-database.ts';
import { TransferError } from './transfer-error.ts';

/**
 * Makes every row visible to the transaction, or fails: a copy that silently lacks the rows which row-level security
 * hides would be worse than none. Superusers see everything; an owner does once row-level security no longer binds
 * owners, until `bindOwners` or the end of a transaction that is rolled back.
 */
export async function seeEveryRow(
  query: TransferQuery,
  scope: TransferScope,
  tables: readonly Table[],
): Promise<void> {
  // From here on a query that a policy would filter is an error.
  await query('SET LOCAL row_security = off');
  if (await bypassesPolicies(query)) return;
  for (const table of tables.filter((each) => each.forced)) {
    await owning(query, `ALTER TABLE ${qualified(scope, table.name)} NO FORCE ROW LEVEL SECURITY`);
  }
}

export async function bindOwners(
  query: TransferQuery,
  scope: TransferScope,
  tables: readonly Table[],
): Promise<void> {
  await query('SET LOCAL row_security = on');
  if (await bypassesPolicies(query)) return;
  for (const table of tables.filter((each) => each.forced)) {
    await query(`ALTER TABLE ${qualified(scope, table.name)} FORCE ROW LEVEL SECURITY`);
  }
}

async function bypassesPolicies(query: TransferQuery): Promise<boolean> {
  const [login] = await query<{ bypasses: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_catalog.pg_roles WHERE rolname = current_user',
  );
  return login?.bypasses ?? false;
}

/** insufficient_privilege */
const notTheOwner = '42501';

async function owning(query: TransferQuery, statement: string): Promise<void> {
  try {
    await query(statement);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === notTheOwner)) throw cause;
    throw new TransferError(
      'loginTooWeak',
      "This login neither owns the tables nor bypasses row-level security. Use the migrations' login, or a superuser.",
      { cause },
    );
  }
}
