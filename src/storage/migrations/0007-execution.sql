-- Work that executors do: which of them can, who holds it, and how it was told to have ended.

ALTER TABLE plumbline.work
  -- What the executor must be able to reach; null for work that the service does itself.
  ADD COLUMN connector text COLLATE "C",
  -- The identity that claimed it, kept after the end: a repeated outcome must come from the same one.
  ADD COLUMN executor text COLLATE "C",
  -- SHA-256 of the outcome that was received with the current fencing number, so that the same one can be told again.
  ADD COLUMN outcome_hash text COLLATE "C",
  -- The last report that was received with the current fencing number.
  ADD COLUMN report_sequence bigint NOT NULL DEFAULT 0;
CREATE INDEX work_claimed ON plumbline.work (work_uuid) WHERE executor IS NOT NULL;

-- As before, and: only work that the caller can reach (p_connectors), of one tenant if it serves only one (p_org_uuid).
DROP FUNCTION plumbline.claim_work;
CREATE FUNCTION plumbline.claim_work(
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

-- Whose work a lease is of: an executor knows the work, not the tenant. Only work that the same identity has claimed.
CREATE FUNCTION plumbline.find_lease(p_work_uuid uuid, p_executor text)
RETURNS TABLE (org_uuid uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT w.org_uuid FROM plumbline.work AS w WHERE w.work_uuid = p_work_uuid AND w.executor = p_executor;
END
$$;
REVOKE ALL ON FUNCTION plumbline.find_lease FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.find_lease TO plumbline_service;

-- Which executors have called, and when. No org_uuid: one executor may serve every tenant.
CREATE TABLE plumbline.executors (
  identity         text           COLLATE "C" NOT NULL CHECK (length(identity) BETWEEN 1 AND 600),
  executor_uuid    uuid           NOT NULL,
  -- The one Organization that it serves; null for all.
  serves           uuid,
  software         text           NOT NULL,
  protocol_version integer        NOT NULL,
  connectors       text[]         NOT NULL,
  first_seen_at    timestamptz(3) NOT NULL,
  last_seen_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (identity, executor_uuid)
);
CREATE INDEX executors_last_seen ON plumbline.executors (last_seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.executors TO plumbline_service;
