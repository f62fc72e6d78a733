import type { Migration } from './migrations.ts';

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** How a database stands to this version of the service. */
export type SchemaStanding =
  | { readonly state: 'current' }
  | { readonly state: 'behind'; readonly pending: readonly Migration[] }
  | { readonly state: 'newer'; readonly unknown: readonly AppliedMigration[] }
  | { readonly state: 'altered'; readonly migration: Migration };

export function compareSchema(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): SchemaStanding {
  const appliedByNumber = new Map(applied.map((migration) => [migration.number, migration]));
  const knownNumbers = new Set(known.map((migration) => migration.number));
  const unknown = applied.filter((migration) => !knownNumbers.has(migration.number));
  if (unknown.length > 0) return { state: 'newer', unknown };
  const altered = known.find((migration) => {
    const checksum = appliedByNumber.get(migration.number)?.checksum;
    return checksum !== undefined && checksum !== migration.checksum;
  });
  if (altered !== undefined) return { state: 'altered', migration: altered };
  const pending = known.filter((migration) => !appliedByNumber.has(migration.number));
  return pending.length > 0 ? { state: 'behind', pending } : { state: 'current' };
}

/** Why the service will not touch the database, and what to do about it; undefined when nothing stands against it. */
export function standingProblem(standing: SchemaStanding): string | undefined {
  switch (standing.state) {
    case 'current':
      return undefined;
    case 'behind':
      return `The database lacks ${standing.pending.length} migration(s), from ${standing.pending[0]?.name} on. Run \`plumbline migrate\` with the owner's login in PLUMBLINE_MIGRATION_DATABASE_URL, then start again.`;
    case 'newer':
      return `The database has migration ${standing.unknown[0]?.name}, which this version of the service does not know. Start a version at least as new as the one that migrated the database.`;
    case 'altered':
      return `Migration ${standing.migration.name} was applied to the database with another content than it has in this version. Start the version that belongs to the database; a released migration is never edited.`;
  }
}
