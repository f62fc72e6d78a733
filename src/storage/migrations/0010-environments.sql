-- Where the work of an Organization is done: an environment in its own subscription, and the executor in it.

CREATE TABLE plumbline.environments (
  org_uuid                uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  environment_uuid        uuid           NOT NULL,
  name                    text           NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  subscription_id         uuid           NOT NULL,
  location                text           COLLATE "C" NOT NULL CHECK (location ~ '^[a-z0-9]{2,64}$'),
  browser_reader_group_id uuid,
  state                   text           COLLATE "C" NOT NULL DEFAULT 'recorded'
                                         CHECK (state IN ('recorded', 'preparing', 'awaitingDeployment',
                                                          'provisioning', 'ready', 'failed', 'retired')),
  resource_names          jsonb          NOT NULL,
  -- What the customer deploys, as it was made: an upgrade of the service does not change what was reviewed.
  template                jsonb,
  installer_expires_at    timestamptz(3) NOT NULL,
  -- The managed identity of the executor, once it is known.
  executor_directory_id   text           COLLATE "C",
  executor_object_id      text           COLLATE "C",
  -- When a provisioning that has seen no executor is given up.
  provision_by            timestamptz(3),
  -- The latest operation that brings it forward.
  operation_uuid          uuid           NOT NULL,
  created_at              timestamptz(3) NOT NULL,
  version                 bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, environment_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, operation_uuid) REFERENCES plumbline.operations (org_uuid, operation_uuid),
  CONSTRAINT environments_identity
    CHECK ((executor_directory_id IS NULL) = (executor_object_id IS NULL)),
  CONSTRAINT environments_provisioned
    CHECK (state NOT IN ('provisioning', 'ready') OR (template IS NOT NULL AND executor_object_id IS NOT NULL))
);
CREATE UNIQUE INDEX environments_active ON plumbline.environments (org_uuid) WHERE state <> 'retired';
CREATE INDEX environments_ready ON plumbline.environments (org_uuid) WHERE state = 'ready';
ALTER TABLE plumbline.environments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.environments TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.environments FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON plumbline.environments TO plumbline_service;

-- As before, and: an executor that serves everybody gets no work of a tenant whose own environment is ready.
CREATE OR REPLACE FUNCTION plumbline.claim_work(
  p_kinds text[], p_connectors text[], p_org_uuid uuid, p_holder text, p_executor text, p_limit integer,
  p_lease_seconds integer, p_now timestamptz
)
RETURNS TABLE (
  org_uuid uuid, work_uuid uuid, kind text, payload jsonb, operation_uuid uuid, fencing_number bigint,
  attempt integer, max_attempts integer, lease_expires_at timestamptz
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(1886156141, 2);
  -- After the lock: the wait for it must not shorten the lease.
  v_now := coalesce(p_now, clock_timestamp());
  RETURN QUERY
    WITH RECURSIVE queues AS (
      SELECT k.kind, head.org_uuid
      FROM unnest(p_kinds) AS k (kind)
      CROSS JOIN LATERAL (
        SELECT w.org_uuid FROM plumbline.work AS w
        WHERE w.state IN ('queued', 'leased') AND w.kind = k.kind
          AND (p_org_uuid IS NULL OR w.org_uuid = p_org_uuid)
        ORDER BY w.org_uuid LIMIT 1
      ) AS head
      UNION ALL
      SELECT q.kind, head.org_uuid
      FROM queues AS q
      CROSS JOIN LATERAL (
        SELECT w.org_uuid FROM plumbline.work AS w
        WHERE w.state IN ('queued', 'leased') AND w.kind = q.kind AND w.org_uuid > q.org_uuid
          AND p_org_uuid IS NULL
        ORDER BY w.org_uuid LIMIT 1
      ) AS head
    ),
    tenants AS (
      SELECT q.org_uuid, count(l.work_uuid) AS running
      FROM queues AS q
      LEFT JOIN plumbline.work AS l
        ON l.kind = q.kind AND l.org_uuid = q.org_uuid AND l.state = 'leased' AND l.due_at > v_now
      -- Without p_executor it is the service that asks, for work of its own: that stays with it.
      WHERE p_executor IS NULL OR p_org_uuid IS NOT NULL
         OR NOT EXISTS (SELECT FROM plumbline.environments AS e WHERE e.org_uuid = q.org_uuid AND e.state = 'ready')
      GROUP BY q.org_uuid
    ),
    due AS (
      SELECT q.org_uuid, item.work_uuid, item.due_at,
             t.running + row_number() OVER (PARTITION BY q.org_uuid ORDER BY item.due_at, item.work_uuid) AS turn
      FROM queues AS q
      JOIN tenants AS t ON t.org_uuid = q.org_uuid
      CROSS JOIN LATERAL (
        SELECT w.work_uuid, w.due_at FROM plumbline.work AS w
        WHERE w.state IN ('queued', 'leased') AND w.kind = q.kind AND w.org_uuid = q.org_uuid AND w.due_at <= v_now
          AND (w.connector IS NULL OR w.connector = ANY (p_connectors))
        ORDER BY w.due_at, w.work_uuid LIMIT p_limit
      ) AS item
      ORDER BY turn, item.due_at, item.work_uuid
      LIMIT p_limit
    ),
    chosen AS (
      SELECT w.org_uuid, w.work_uuid
      FROM due AS d JOIN plumbline.work AS w ON w.org_uuid = d.org_uuid AND w.work_uuid = d.work_uuid
      WHERE w.state IN ('queued', 'leased') AND w.due_at <= v_now
      FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE plumbline.work AS w
    SET state = 'leased', holder = p_holder, executor = p_executor, outcome_hash = NULL, report_sequence = 0,
        due_at = v_now + make_interval(secs => p_lease_seconds),
        fencing_number = w.fencing_number + 1, attempts = w.attempts + 1
    FROM chosen AS c
    WHERE w.org_uuid = c.org_uuid AND w.work_uuid = c.work_uuid
    RETURNING w.org_uuid, w.work_uuid, w.kind, w.payload, w.operation_uuid, w.fencing_number, w.attempts,
              w.max_attempts, w.due_at::timestamptz;
END
$$;
REVOKE ALL ON FUNCTION plumbline.claim_work FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.claim_work TO plumbline_service;

-- Whether an executor that may do work of this tenant, and can, has called since then.
CREATE FUNCTION plumbline.has_executor(p_org_uuid uuid, p_connector text, p_since timestamptz)
RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_serves uuid;
BEGIN
  SELECT e.org_uuid INTO v_serves FROM plumbline.environments AS e
  WHERE e.org_uuid = p_org_uuid AND e.state = 'ready';
  RETURN EXISTS (
    SELECT FROM plumbline.executors AS x
    WHERE x.last_seen_at >= p_since AND p_connector = ANY (x.connectors) AND x.serves IS NOT DISTINCT FROM v_serves
  );
END
$$;
REVOKE ALL ON FUNCTION plumbline.has_executor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.has_executor TO plumbline_service;
