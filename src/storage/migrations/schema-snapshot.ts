import type { RunStatement } from './migrate.ts';

/**
 * The whole schema as text, from the catalog, the same whichever server answers (PostgreSQL 15 to 18).
 * `schema.snapshot.txt` is what a fresh database must look like; write it again with scripts/write-schema-snapshot.ts
 * after adding a migration, and review the difference.
 */
export async function describeSchema(run: RunStatement): Promise<string> {
  const sections: string[] = [];
  for (const query of [schemaQuery, relationsQuery, functionsQuery]) {
    const rows = (await run(query)) as { description: string }[];
    sections.push(...rows.map(({ description }) => description));
  }
  return `${sections.join('\n\n')}\n`;
}

/** Rights of anybody but the owner, whose rights differ between versions and are not in question. */
const grants = (acl: string, owner: string) => `
  SELECT string_agg(format(E'\\n  GRANT %s TO %s', privileges, grantee), '' ORDER BY grantee)
  FROM (
    SELECT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee)::text END AS grantee,
           string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) AS privileges
    FROM aclexplode(${acl}) AS a
    WHERE a.grantee <> ${owner}
    GROUP BY a.grantee
  ) AS granted`;

const schemaQuery = `
  SELECT format('SCHEMA %I OWNER %s', nspname, pg_get_userbyid(nspowner))
         || coalesce((${grants("coalesce(nspacl, acldefault('n', nspowner))", 'nspowner')}), '') AS description
  FROM pg_namespace WHERE nspname = 'plumbline'`;

const columnLines = `
  SELECT string_agg(
    format(E'\\n  %I %s', a.attname, format_type(a.atttypid, a.atttypmod))
    || CASE WHEN co.collname IS NULL OR co.collname = 'default' THEN '' ELSE format(' COLLATE %I', co.collname) END
    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
    || coalesce((${grants('a.attacl', 'c.relowner')}), ''),
    '' ORDER BY a.attnum)
  FROM pg_attribute AS a
  LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_collation AS co ON co.oid = a.attcollation
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`;

// From version 18 on NOT NULL is a constraint too ('n'); the columns say it already.
const constraintLines = `
  SELECT string_agg(format(E'\\n  CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), '' ORDER BY conname)
  FROM pg_constraint WHERE conrelid = c.oid AND contype <> 'n'`;

const indexLines = `
  SELECT string_agg(E'\\n  ' || pg_get_indexdef(i.indexrelid), '' ORDER BY x.relname)
  FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid
  WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND conrelid = c.oid)`;

const policyLines = `
  SELECT string_agg(
    format(E'\\n  POLICY %I %s FOR %s TO %s', polname,
      CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
      CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
      (SELECT string_agg(CASE role WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(role)::text END, ', ')
       FROM unnest(polroles) AS role))
    || coalesce(' USING ' || pg_get_expr(polqual, polrelid), '')
    || coalesce(' WITH CHECK ' || pg_get_expr(polwithcheck, polrelid), ''),
    '' ORDER BY polname)
  FROM pg_policy WHERE polrelid = c.oid`;

const triggerLines = `
  SELECT string_agg(E'\\n  ' || pg_get_triggerdef(oid), '' ORDER BY tgname)
  FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal`;

const relationsQuery = `
  SELECT format('%s%s %I.%I OWNER %s',
           CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END,
           CASE c.relkind WHEN 'r' THEN 'TABLE' ELSE 'RELATION OF KIND ' || c.relkind::text END,
           'plumbline', c.relname, pg_get_userbyid(c.relowner))
         || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '')
         || CASE WHEN c.relrowsecurity THEN ' ROW SECURITY' ELSE '' END
         || CASE WHEN c.relforcerowsecurity THEN ' FORCED' ELSE '' END
         || coalesce((${columnLines}), '')
         || coalesce((${constraintLines}), '')
         || coalesce((${indexLines}), '')
         || coalesce((${policyLines}), '')
         || coalesce((${triggerLines}), '')
         || coalesce((${grants("coalesce(c.relacl, acldefault('r', c.relowner))", 'c.relowner')}), '') AS description
  FROM pg_class AS c
  WHERE c.relnamespace = 'plumbline'::regnamespace AND c.relkind NOT IN ('i', 't')
  ORDER BY c.relname COLLATE "C"`;

const functionsQuery = `
  SELECT rtrim(pg_get_functiondef(p.oid), E'\\n') || format(E'\\n  OWNER %s', pg_get_userbyid(p.proowner))
         || coalesce((${grants("coalesce(p.proacl, acldefault('f', p.proowner))", 'p.proowner')}), '') AS description
  FROM pg_proc AS p
  WHERE p.pronamespace = 'plumbline'::regnamespace
  ORDER BY p.proname COLLATE "C", p.oid`;
