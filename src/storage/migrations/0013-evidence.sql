-- Rows of evidence lie where the data is; what has outlived its retention is found here, of all tenants.

CREATE INDEX run_parts_with_evidence ON plumbline.run_parts (finished_at) WHERE evidence_state = 'written';
CREATE POLICY across_tenants ON plumbline.run_parts FOR SELECT TO plumbline_owner USING (true);

CREATE FUNCTION plumbline.expired_evidence(p_before timestamptz, p_limit integer)
RETURNS TABLE (org_uuid uuid, run_uuid uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT DISTINCT old.org_uuid, old.run_uuid
  FROM (
    SELECT p.org_uuid, p.run_uuid FROM plumbline.run_parts AS p
    WHERE p.evidence_state = 'written' AND p.finished_at < p_before
    ORDER BY p.finished_at LIMIT p_limit
  ) AS old
$$;
REVOKE ALL ON FUNCTION plumbline.expired_evidence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.expired_evidence TO plumbline_service;
