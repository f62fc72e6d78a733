-- Deletes what has outlived its retention, of all tenants, at most p_limit rows of each kind.

CREATE FUNCTION plumbline.purge(p_keys_before timestamptz, p_done_work_before timestamptz, p_limit integer)
RETURNS TABLE (keys bigint, done_work bigint, full_buckets bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  DELETE FROM plumbline.idempotency_keys AS k
  WHERE k.ctid = ANY (ARRAY(
    SELECT old.ctid FROM plumbline.idempotency_keys AS old
    WHERE old.created_at < p_keys_before ORDER BY old.created_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS keys = ROW_COUNT;

  DELETE FROM plumbline.work AS w
  WHERE w.ctid = ANY (ARRAY(
    SELECT old.ctid FROM plumbline.work AS old
    WHERE old.state = 'done' AND old.finished_at < p_done_work_before
    ORDER BY old.finished_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS done_work = ROW_COUNT;

  DELETE FROM plumbline.rate_buckets AS b
  WHERE b.ctid = ANY (ARRAY(
    SELECT old.ctid FROM plumbline.rate_buckets AS old
    WHERE old.full_at < clock_timestamp() ORDER BY old.full_at LIMIT p_limit FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS full_buckets = ROW_COUNT;

  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION plumbline.purge FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.purge TO plumbline_service;
