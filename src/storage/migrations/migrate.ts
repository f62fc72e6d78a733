export interface MigrationReport {
  /** Names of the migrations that were applied now. */
  readonly applied: readonly string[];
  /** The number of the newest migration that the database has now. */
  readonly schemaVersion: number;
}

/** `plumbline migrate`: brings the PostgreSQL schema up to date with the owner's login. */
export declare function migrateDatabase(ownerDatabaseUrl: string): Promise<MigrationReport>;
