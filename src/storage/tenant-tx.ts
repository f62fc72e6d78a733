import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { TenantConnection } from './databases/database.ts';
import type { Schema } from './schema.ts';

/**
 * A transaction of one Organization (`Storage.withTenant`). It can build and run statements; it cannot reach another
 * transaction, connection or tenant.
 */
export type TenantTx = Pick<
  Kysely<Schema>,
  'selectFrom' | 'selectNoFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'getExecutor'
> &
  Pick<TenantConnection, 'announceWork'> & {
    /** Calls back once the transaction has committed, and not at all if it does not: for telling what happened. */
    afterCommit(hook: () => void): void;
  };

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const dialect = {
  createAdapter: () => adapter,
  // Statements go through the transaction's own connection, never through a driver.
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};
const driver = dialect.createDriver();

class TenantTransaction extends Kysely<Schema> {
  readonly announceWork: () => void;
  readonly afterCommit: TenantTx['afterCommit'];

  constructor(connection: TenantConnection, afterCommit: TenantTx['afterCommit']) {
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    });
    super({ config: { dialect }, dialect, driver, executor });
    this.announceWork = () => connection.announceWork();
    this.afterCommit = afterCommit;
  }
}

export function tenantTxOver(
  connection: TenantConnection,
  afterCommit: TenantTx['afterCommit'] = () => {},
): TenantTx {
  return new TenantTransaction(connection, afterCommit);
}
