import type { RunAsAdmin } from '../support/databases.ts';

/** The only tables without tenants, and why. */
const tablesWithoutTenants: Record<string, string> = {
  schema_migrations: 'what the schema is like is the same for everybody',
  rate_buckets:
    'an application is counted before its tenant is known; the key is a hash, and there is nothing else',
  executors:
    'one executor may serve every tenant; nothing of a tenant is in it but the id of the one it serves',
};

/** The only keys that span tenants, and why. */
const keysAcrossTenants: Record<string, string> = {
  organizations_directory: 'a directory has one Organization, whichever tenant asks',
  billing_subscriptions_owner: "what one tenant has bought is nobody else's",
};

/** The only functions that run with the owner's rights, and why. */
const ownersFunctions: Record<string, string> = {
  find_caller: 'says to which tenant a caller belongs, so it runs before there is one',
  claim_work: 'hands out work of all tenants, in turn',
  find_subscriber: 'says to which tenant a subscription belongs that its provider tells of',
  has_executor: 'says whether an executor is there for a tenant; returns nothing else',
  find_lease: 'says to which tenant the work belongs that an executor has claimed, to that executor only',
  work_figures: 'counts work of all tenants; returns no tenant and no payload',
  search_runs:
    'compares with the tenant of the transaction itself: no index of arrays serves row-level security',
  expired_evidence: 'names Runs of all tenants whose evidence is due to be deleted; returns ids only',
  due_schedules: 'names schedules of all tenants that are due; returns ids only',
  purge_events: 'deletes events that have outlived their retention; returns a count only',
  changed_states:
    'names Organizations for which something else holds than was last seen; returns ids and whether executors serve them',
  purge: 'deletes what has outlived its retention; returns counts only',
};

/** Every rule of tenancy that the schema breaks, from its catalog: nothing has to be remembered when a table is added. */
export async function tenancyViolations(run: RunAsAdmin): Promise<string[]> {
  return [
    ...(await tableViolations(run)),
    ...(await policyViolations(run)),
    ...(await keyViolations(run)),
    ...(await functionViolations(run)),
    ...(await grantViolations(run)),
  ];
}

async function tableViolations(run: RunAsAdmin): Promise<string[]> {
  const relations = await run(`
    SELECT c.relname AS name, c.relkind AS kind, c.relrowsecurity AS "isSecured", c.relforcerowsecurity AS "isForced",
           org.attname IS NOT NULL AS "hasTenants", coalesce(org.attnotnull, false) AS "isRequired",
           EXISTS (SELECT FROM pg_policy AS p WHERE p.polrelid = c.oid AND p.polname = 'tenant') AS "hasPolicy"
    FROM pg_class AS c
    LEFT JOIN pg_attribute AS org ON org.attrelid = c.oid AND org.attname = 'org_uuid' AND NOT org.attisdropped
    WHERE c.relnamespace = 'plumbline'::regnamespace AND c.relkind NOT IN ('i', 't', 'S')`);
  return relations.flatMap(({ name, kind, isSecured, isForced, hasTenants, isRequired, hasPolicy }) => {
    const table = String(name);
    if (kind !== 'r')
      return [`${table}: a relation of kind ${kind} may show rows past the policies of its tables`];
    if (!hasTenants) {
      return Object.hasOwn(tablesWithoutTenants, table)
        ? []
        : [`${table}: has no org_uuid, and no reason is given`];
    }
    return [
      ...(isRequired ? [] : [`${table}: org_uuid may be null`]),
      ...(isSecured ? [] : [`${table}: row-level security is not enabled`]),
      ...(isForced ? [] : [`${table}: row-level security is not forced`]),
      ...(hasPolicy ? [] : [`${table}: has no policy "tenant"`]),
    ];
  });
}

/** Permissive policies add up, so a single wrong one opens the table. */
async function policyViolations(run: RunAsAdmin): Promise<string[]> {
  const policies = await run(`
    SELECT c.relname AS "table", p.polname AS name, p.polpermissive AS "isPermissive", p.polcmd AS command,
           (SELECT string_agg(CASE role WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(role)::text END, ',')
            FROM unnest(p.polroles) AS role) AS roles,
           pg_get_expr(p.polqual, p.polrelid) AS "using", pg_get_expr(p.polwithcheck, p.polrelid) AS "check"
    FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
    WHERE c.relnamespace = 'plumbline'::regnamespace`);
  const tenant = {
    name: 'tenant',
    isPermissive: true,
    command: '*',
    roles: 'plumbline_service',
    using: "(org_uuid = (current_setting('plumbline.org_uuid'::text))::uuid)",
    check: null,
  };
  return policies.flatMap(({ table, ...policy }) => {
    const isTenants = JSON.stringify(policy) === JSON.stringify(tenant);
    const isOwners = policy.roles === 'plumbline_owner';
    return isTenants || isOwners ? [] : [`${table}: the policy ${policy.name} is not one of ours`];
  });
}

async function keyViolations(run: RunAsAdmin): Promise<string[]> {
  const keys = await run(`
    WITH tenants AS (SELECT attrelid AS oid, attnum FROM pg_attribute
                     JOIN pg_class AS c ON c.oid = attrelid
                     WHERE attname = 'org_uuid' AND c.relkind = 'r' AND c.relnamespace = 'plumbline'::regnamespace)
    SELECT 'key ' || x.relname AS key, x.relname AS name, i.indkey[0] = t.attnum AS leads
    FROM pg_index AS i JOIN tenants AS t ON t.oid = i.indrelid JOIN pg_class AS x ON x.oid = i.indexrelid
    WHERE i.indisunique
    UNION ALL
    SELECT 'foreign key ' || k.conname, k.conname, k.conkey[1] = t.attnum AND k.confkey[1] = r.attnum
    FROM pg_constraint AS k JOIN tenants AS t ON t.oid = k.conrelid LEFT JOIN tenants AS r ON r.oid = k.confrelid
    WHERE k.contype = 'f'`);
  return keys.flatMap(({ key, name, leads }) =>
    leads || Object.hasOwn(keysAcrossTenants, String(name)) ? [] : [`${key}: does not lead with org_uuid`],
  );
}

async function functionViolations(run: RunAsAdmin): Promise<string[]> {
  const functions = await run(`
    SELECT p.proname AS name, p.prosecdef AS "isOwners", pg_get_userbyid(p.proowner) AS owner,
           coalesce(p.proconfig @> ARRAY['search_path=pg_catalog, pg_temp'], false) AS "isPinned",
           EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) WHERE grantee = 0) AS "isPublic"
    FROM pg_proc AS p WHERE p.pronamespace = 'plumbline'::regnamespace`);
  return functions.flatMap(({ name, isOwners, owner, isPinned, isPublic }) => [
    ...(isPublic ? [`function ${name}: anybody may execute it`] : []),
    ...(isOwners && !isPinned ? [`function ${name}: its search_path is not pinned`] : []),
    ...(isOwners && owner !== 'plumbline_owner'
      ? [`function ${name}: runs with the rights of ${owner}`]
      : []),
    ...(isOwners && !Object.hasOwn(ownersFunctions, String(name))
      ? [`function ${name}: runs with the owner's rights, and no reason is given`]
      : []),
  ]);
}

/** What the service never needs: each of these would let a statement step around the policies or the schema. */
async function grantViolations(run: RunAsAdmin): Promise<string[]> {
  const grants = await run(`
    SELECT c.relname AS "table", a.privilege_type AS privilege,
           CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee)::text END AS grantee
    FROM pg_class AS c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) AS a
    WHERE c.relnamespace = 'plumbline'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
      AND a.grantee <> c.relowner
      AND NOT (pg_get_userbyid(a.grantee) = 'plumbline_service' AND a.privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))
    UNION ALL
    SELECT 'the schema', a.privilege_type, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee)::text END
    FROM pg_namespace AS n, aclexplode(n.nspacl) AS a
    WHERE n.nspname = 'plumbline' AND a.grantee <> n.nspowner
      AND NOT (pg_get_userbyid(a.grantee) = 'plumbline_service' AND a.privilege_type = 'USAGE')`);
  return grants.map(({ table, privilege, grantee }) => `${table}: ${grantee} has ${privilege}`);
}
