import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * A transaction of one Organization (`Storage.withTenant`). It can build and run statements; it cannot reach another
 * transaction, connection or tenant.
 */
export type TenantTx = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'getExecutor'
>;
