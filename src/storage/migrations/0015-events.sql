-- What happened, told in the order in which it was committed (docs/explanation/events.md).

-- The number of the last event. Whoever writes one has this row until its transaction ends: a number that others can
-- read is therefore never followed by a smaller one. A sequence would give numbers in the order of the statements.
CREATE TABLE plumbline.event_heads (
  org_uuid      uuid   NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  last_sequence bigint NOT NULL CHECK (last_sequence >= 1),
  PRIMARY KEY (org_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.event_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.event_heads TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.event_heads TO plumbline_service;

CREATE TABLE plumbline.events (
  org_uuid    uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  sequence    bigint         NOT NULL,
  event_uuid  uuid           NOT NULL,
  type        text           COLLATE "C" NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
  subject     text           COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  occurred_at timestamptz(3) NOT NULL,
  data        jsonb          NOT NULL,
  PRIMARY KEY (org_uuid, sequence),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
CREATE INDEX events_type ON plumbline.events (org_uuid, type, sequence);
CREATE INDEX events_subject ON plumbline.events (org_uuid, subject, sequence);
CREATE INDEX events_age ON plumbline.events (occurred_at);
ALTER TABLE plumbline.events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.events TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.events TO plumbline_owner USING (true);
GRANT SELECT, INSERT ON plumbline.events TO plumbline_service;

-- Deletes events of all tenants that have outlived their retention, at most p_limit.
CREATE FUNCTION plumbline.purge_events(p_before timestamptz, p_limit integer)
RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_count bigint;
BEGIN
  DELETE FROM plumbline.events AS e
  WHERE e.ctid = ANY (ARRAY(
    SELECT old.ctid FROM plumbline.events AS old
    WHERE old.occurred_at < p_before ORDER BY old.occurred_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;
REVOKE ALL ON FUNCTION plumbline.purge_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.purge_events TO plumbline_service;

-- What time alone changes is noticed by a look now and then; this is what the last look saw.
CREATE TABLE plumbline.observed_states (
  org_uuid          uuid NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  executor_state    text COLLATE "C" NOT NULL CHECK (executor_state IN ('present', 'absent')),
  entitlement_state text COLLATE "C" NOT NULL CHECK (entitlement_state IN ('trial', 'active', 'grace', 'expired')),
  PRIMARY KEY (org_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.observed_states ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.observed_states TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.observed_states FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON plumbline.observed_states TO plumbline_service;

-- Organizations for which something else holds now than the last look saw: whether executors serve it, and what it is
-- entitled to. The rules of entitlements are in domain/entitlement.ts, and decide; these only say where to look.
CREATE FUNCTION plumbline.changed_states(
  p_now timestamptz, p_since timestamptz, p_grace_before timestamptz, p_limit integer
)
RETURNS TABLE (org_uuid uuid, executor_state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH present AS (
      SELECT DISTINCT x.serves FROM plumbline.executors AS x WHERE x.last_seen_at >= p_since
    ), current AS (
      SELECT o.org_uuid,
             CASE WHEN EXISTS (
               SELECT FROM present AS p
               WHERE p.serves IS NOT DISTINCT FROM (
                 SELECT v.org_uuid FROM plumbline.environments AS v
                 WHERE v.org_uuid = o.org_uuid AND v.state = 'ready')
             ) THEN 'present' ELSE 'absent' END AS executor_state,
             CASE
               WHEN e.state = 'expired' THEN 'expired'
               WHEN e.state = 'trial' THEN CASE WHEN p_now < e.trial_ends_at THEN 'trial' ELSE 'expired' END
               WHEN e.period_ends_at IS NULL OR p_now < e.period_ends_at THEN e.state
               WHEN e.period_ends_at > p_grace_before THEN 'grace'
               ELSE 'expired'
             END AS entitlement_state
      FROM plumbline.organizations AS o
      JOIN plumbline.entitlements AS e ON e.org_uuid = o.org_uuid
    )
    SELECT c.org_uuid, c.executor_state
    FROM current AS c
    LEFT JOIN plumbline.observed_states AS s ON s.org_uuid = c.org_uuid
    WHERE s.org_uuid IS NULL
       OR s.executor_state <> c.executor_state OR s.entitlement_state <> c.entitlement_state
    LIMIT p_limit;
END
$$;
REVOKE ALL ON FUNCTION plumbline.changed_states FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.changed_states TO plumbline_service;
