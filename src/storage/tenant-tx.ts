import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { TenantConnection } from './databases/database.ts';
import type { Schema } from './schema.ts';

/** One SELECT inside one Organization (`Storage.readTenant`). */
export type TenantRead = Pick<Kysely<Schema>, 'selectFrom' | 'getExecutor'>;

/**
 * A transaction of one Organization (`Storage.withTenant`). It can build and run statements; it cannot reach another
 * transaction, connection or tenant.
 */
export type TenantTx = TenantRead &
  Pick<Kysely<Schema>, 'selectNoFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with'> &
  Pick<TenantConnection, 'announceWork'> &
  TransactionEnd;

/** What a transaction does at its end. */
interface TransactionEnd {
  /** Runs in the transaction, after everything else: for what takes a lock that many want. */
  beforeCommit(step: () => Promise<void>): void;
  /** Calls back once the transaction has committed, and not at all if it does not: for telling what happened. */
  afterCommit(hook: () => void): void;
}

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

function propsOver(connection: DatabaseConnection): KyselyProps {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  });
  return { config: { dialect }, dialect, driver, executor };
}

class TenantTransaction extends Kysely<Schema> {
  readonly announceWork: () => void;
  readonly beforeCommit: TransactionEnd['beforeCommit'];
  readonly afterCommit: TransactionEnd['afterCommit'];

  constructor(connection: TenantConnection, end: TransactionEnd) {
    super(propsOver(connection));
    this.announceWork = () => connection.announceWork();
    this.beforeCommit = end.beforeCommit;
    this.afterCommit = end.afterCommit;
  }
}

export function tenantTxOver(
  connection: TenantConnection,
  end: TransactionEnd = { beforeCommit: () => {}, afterCommit: () => {} },
): TenantTx {
  return new TenantTransaction(connection, end);
}

export function tenantReadOver(connection: DatabaseConnection): TenantRead {
  return new Kysely<Schema>(propsOver(connection));
}
