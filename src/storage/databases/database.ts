import type { CompiledQuery, DatabaseConnection } from 'kysely';

/** A running database with the rights of the service's role: what storage needs of PostgreSQL and of the embedded one. */
export interface Database {
  readonly kind: 'postgresql' | 'embedded';
  /** One transaction inside one Organization; commits when `fn` resolves. Never runs `fn` twice. */
  inTenant<T>(orgUuid: string, fn: (connection: TenantConnection) => Promise<T>): Promise<T>;
  /** One short plain SELECT inside one Organization: it shares a connection, and may be sent twice. */
  readInTenant<Row>(orgUuid: string, query: CompiledQuery<Row>): Promise<Row[]>;
  /** One statement outside any tenant: it reaches the functions of the owner and tables without tenants. */
  run<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** The same for one that is short and changes nothing: it shares a connection, and may be sent twice. */
  read<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  listenForWork(onWork: () => void): Promise<Listener>;
  /** The Organization in which something happened; undefined where some may have been missed. */
  listenForEvents(onEvents: (orgUuid: string | undefined) => void): Promise<Listener>;
  poolFigures(): PoolFigures;
  close(): Promise<void>;
}

export interface TenantConnection extends DatabaseConnection {
  /** Wakes the listeners for work once the transaction has committed. */
  announceWork(): void;
}

export interface Listener {
  close(): Promise<void>;
}

export interface PoolFigures {
  readonly size: number;
  readonly idle: number;
  readonly waiting: number;
}
