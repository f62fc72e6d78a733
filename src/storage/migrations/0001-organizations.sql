-- Organizations, who belongs to them, and what they are entitled to.
--
-- Every table with org_uuid follows one pattern, which test/tenancy checks against the catalog: row-level security
-- enabled and forced, the policy `tenant` for the service's role, and keys that lead with org_uuid. A transaction that
-- has no tenant gets an error from current_setting, never rows. The policy `across_tenants` lets the owner's functions
-- (and nobody's statements: no login uses the owner's role) reach the table before a tenant is known.

CREATE TABLE plumbline.organizations (
  org_uuid     uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  name         text           NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  directory_id text           COLLATE "C" NOT NULL CHECK (length(directory_id) BETWEEN 1 AND 255),
  status       text           COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  version      bigint         NOT NULL DEFAULT 1,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid),
  -- Across tenants on purpose: a directory has one Organization, whichever tenant asks.
  CONSTRAINT organizations_directory UNIQUE (directory_id)
);
ALTER TABLE plumbline.organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.organizations TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.organizations FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON plumbline.organizations TO plumbline_service;

CREATE TABLE plumbline.entitlements (
  org_uuid         uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  state            text           COLLATE "C" NOT NULL CHECK (state IN ('trial', 'active', 'grace', 'expired')),
  trial_started_at timestamptz(3) NOT NULL,
  trial_ends_at    timestamptz(3) NOT NULL,
  plan_key         text           COLLATE "C" CHECK (length(plan_key) BETWEEN 1 AND 128),
  period_ends_at   timestamptz(3),
  version          bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.entitlements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.entitlements TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.entitlements FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON plumbline.entitlements TO plumbline_service;

CREATE TABLE plumbline.members (
  org_uuid     uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  member_uuid  uuid           NOT NULL,
  directory_id text           COLLATE "C" NOT NULL CHECK (length(directory_id) BETWEEN 1 AND 255),
  object_id    text           COLLATE "C" NOT NULL CHECK (length(object_id) BETWEEN 1 AND 255),
  display_name text,
  email        text,
  -- The address in lower case, made by the application: lower() depends on the database's locale.
  email_key    text           COLLATE "C",
  role         text           COLLATE "C" NOT NULL CHECK (role IN ('reader', 'contributor', 'owner')),
  status       text           COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'removed')),
  joined_at    timestamptz(3) NOT NULL,
  version      bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, member_uuid),
  -- A person is one member for good: who comes back after a removal is the same member again.
  CONSTRAINT members_identity UNIQUE (org_uuid, directory_id, object_id),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
CREATE INDEX members_active_email ON plumbline.members (org_uuid, email_key) WHERE status = 'active';
CREATE INDEX members_active_owners ON plumbline.members (org_uuid, member_uuid)
  WHERE role = 'owner' AND status = 'active';
ALTER TABLE plumbline.members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.members TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.members FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON plumbline.members TO plumbline_service;

CREATE TABLE plumbline.invitations (
  org_uuid        uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  invitation_uuid uuid           NOT NULL,
  email           text           NOT NULL,
  email_key       text           COLLATE "C" NOT NULL,
  role            text           COLLATE "C" NOT NULL CHECK (role IN ('reader', 'contributor', 'owner')),
  status          text           COLLATE "C" NOT NULL DEFAULT 'pending'
                                 CHECK (status IN ('pending', 'accepted', 'revoked', 'expired')),
  delivery_state  text           COLLATE "C" NOT NULL
                                 CHECK (delivery_state IN ('notConfigured', 'queued', 'sent', 'failed')),
  secret_hash     text           COLLATE "C" NOT NULL CHECK (secret_hash ~ '^[0-9a-f]{64}$'),
  expires_at      timestamptz(3) NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  created_by      text           COLLATE "C" NOT NULL,
  accepted_at     timestamptz(3),
  accepted_by     uuid,
  version         bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, invitation_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, accepted_by) REFERENCES plumbline.members (org_uuid, member_uuid),
  CONSTRAINT invitations_accepted
    CHECK ((status = 'accepted') = (accepted_at IS NOT NULL) AND (status = 'accepted') = (accepted_by IS NOT NULL))
);
CREATE UNIQUE INDEX invitations_pending_email ON plumbline.invitations (org_uuid, email_key) WHERE status = 'pending';
CREATE INDEX invitations_expiring ON plumbline.invitations (org_uuid, expires_at) WHERE status = 'pending';
CREATE INDEX invitations_status ON plumbline.invitations (org_uuid, status, invitation_uuid);
ALTER TABLE plumbline.invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.invitations TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.invitations TO plumbline_service;

-- plpgsql, not sql: its plans are kept for the session, and every request calls it.
CREATE FUNCTION plumbline.find_caller(p_directory_id text, p_object_id text)
RETURNS TABLE (
  org_uuid uuid, organization_status text, entitlement_state text, trial_ends_at timestamptz,
  period_ends_at timestamptz, member_uuid uuid, member_role text, member_status text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT o.org_uuid, o.status, e.state, e.trial_ends_at::timestamptz, e.period_ends_at::timestamptz,
           m.member_uuid, m.role, m.status
    FROM plumbline.organizations AS o
    JOIN plumbline.entitlements AS e ON e.org_uuid = o.org_uuid
    LEFT JOIN plumbline.members AS m
      ON m.org_uuid = o.org_uuid AND m.directory_id = p_directory_id AND m.object_id = p_object_id
    WHERE o.directory_id = p_directory_id;
END
$$;
REVOKE ALL ON FUNCTION plumbline.find_caller FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.find_caller TO plumbline_service;
