import { CompiledQuery } from 'kysely';
import { StartRefusal } from '../../domain/start-refusal.ts';
import type { Database } from './database.ts';

interface LoginRow {
  readonly login: string;
  readonly isService: boolean;
  /** Roles with dangerous rights that the login is, or can become with SET ROLE. */
  readonly powers: { readonly role: string; readonly power: string }[];
}

/**
 * Row-level security binds only who cannot step over it: refuses a login that is, or may become, a superuser, a role
 * that bypasses it, one that can grant itself roles, or the owner of the tables.
 */
export async function refusePowerfulLogin(database: Database): Promise<void> {
  const [row] = await database.run<LoginRow>(
    CompiledQuery.raw(`
      SELECT session_user::text AS login,
             EXISTS (SELECT FROM pg_roles WHERE rolname = 'plumbline_service'
                     AND pg_has_role(session_user, oid, 'USAGE')) AS "isService",
             coalesce((
               SELECT json_agg(json_build_object('role', r.rolname, 'power', p.power)
                               ORDER BY r.rolname <> session_user, r.rolname, p.place)
               FROM pg_roles AS r
               CROSS JOIN LATERAL (VALUES
                 (1, r.rolsuper, 'is a superuser'),
                 (2, r.rolbypassrls, 'bypasses row-level security'),
                 (3, r.rolcreaterole, 'may create roles and grant them to itself'),
                 (4, EXISTS (SELECT FROM pg_class AS c WHERE c.relowner = r.oid
                          AND c.relnamespace = to_regnamespace('plumbline')), 'owns the tables')
               ) AS p (place, holds, power)
               WHERE p.holds AND pg_has_role(session_user, r.oid, 'MEMBER')
             ), '[]') AS powers`),
  );
  if (row === undefined) throw new TypeError('The database said nothing about its own login.');
  const [power] = row.powers;
  if (power !== undefined) {
    const whose = power.role === row.login ? 'it' : `its role ${power.role}`;
    throw new StartRefusal(
      `The service refuses to run with the database login ${row.login}: ${whose} ${power.power}, so tenants would not be kept apart by the database. Give DATABASE_URL a login of its own: CREATE ROLE plumbline_app LOGIN PASSWORD '…' IN ROLE plumbline_service. The owner's login belongs in PLUMBLINE_MIGRATION_DATABASE_URL.`,
    );
  }
  if (!row.isService) {
    throw new StartRefusal(
      `The database login ${row.login} is not a member of plumbline_service. Run \`plumbline migrate\` if the role does not exist yet, then: GRANT plumbline_service TO ${row.login}.`,
    );
  }
}
