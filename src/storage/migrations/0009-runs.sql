-- Runs: what was asked for (runs), the work it is done by (run_parts), and what came of each test (results).

CREATE TABLE plumbline.runs (
  org_uuid             uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  run_uuid             uuid           NOT NULL,
  name                 text           NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- The name in lower case, made by the application: lower() depends on the database's locale.
  name_key             text           COLLATE "C" NOT NULL,
  scope                text           COLLATE "C" NOT NULL
    CHECK (scope IN ('all', 'dataset_pair', 'dataset_pairs', 'validation_test', 'retry')),
  -- Equal for Runs that cover the same: what a Run is compared with is the one before it with the same key.
  scope_key            text           COLLATE "C" NOT NULL CHECK (length(scope_key) BETWEEN 1 AND 128),
  scope_label          text           NOT NULL CHECK (length(scope_label) BETWEEN 1 AND 800),
  scope_label_key      text           COLLATE "C" NOT NULL,
  status               text           COLLATE "C" NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'running', 'pass', 'fail', 'no_results', 'error')),
  test_count           integer        NOT NULL CHECK (test_count > 0),
  pass_count           integer        NOT NULL DEFAULT 0,
  fail_count           integer        NOT NULL DEFAULT 0,
  error_count          integer        NOT NULL DEFAULT 0,
  -- Tests that ended without a result.
  no_result_count      integer        NOT NULL DEFAULT 0,
  result_count         integer        GENERATED ALWAYS AS (pass_count + fail_count + error_count) STORED,
  -- Of a Run of one test; the test may be deleted since.
  function_code        text           COLLATE "C",
  validation_test_uuid uuid,
  retry_of             uuid,
  submitted_by         jsonb          NOT NULL,
  submitted_at         timestamptz(3) NOT NULL,
  started_at           timestamptz(3),
  finished_at          timestamptz(3),
  cancelled_at         timestamptz(3),
  -- Where a Run stands in a list by start time: one that waits stands where it was submitted.
  listed_at            timestamptz(3) GENERATED ALWAYS AS (coalesce(started_at, submitted_at)) STORED,
  version              bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, run_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, retry_of) REFERENCES plumbline.runs (org_uuid, run_uuid),
  CONSTRAINT runs_finished CHECK ((status IN ('pending', 'running')) = (finished_at IS NULL)),
  CONSTRAINT runs_counted CHECK (pass_count + fail_count + error_count + no_result_count <= test_count),
  -- A verdict says something about every test.
  CONSTRAINT runs_complete
    CHECK (finished_at IS NULL OR pass_count + fail_count + error_count + no_result_count = test_count)
);
-- A list is read in the order of an index, from the place where the page before ended, so that every page costs the
-- same. Without a filter it is one index range; with one, a range for each scope and status that the filter leaves
-- (storage/queries/list-runs.ts), so that rare Runs among a million common ones are found as fast.
CREATE INDEX runs_by_name ON plumbline.runs (org_uuid, name_key, run_uuid);
CREATE INDEX runs_by_status ON plumbline.runs (org_uuid, status, run_uuid);
CREATE INDEX runs_by_tests ON plumbline.runs (org_uuid, test_count, run_uuid);
CREATE INDEX runs_by_results ON plumbline.runs (org_uuid, result_count, run_uuid);
CREATE INDEX runs_by_start ON plumbline.runs (org_uuid, listed_at, run_uuid);
CREATE INDEX runs_filtered_by_name ON plumbline.runs (org_uuid, scope, status, name_key, run_uuid);
CREATE INDEX runs_filtered_by_status ON plumbline.runs (org_uuid, scope, status, run_uuid);
CREATE INDEX runs_filtered_by_tests ON plumbline.runs (org_uuid, scope, status, test_count, run_uuid);
CREATE INDEX runs_filtered_by_results ON plumbline.runs (org_uuid, scope, status, result_count, run_uuid);
CREATE INDEX runs_filtered_by_start ON plumbline.runs (org_uuid, scope, status, listed_at, run_uuid);
CREATE INDEX runs_of_test_by_name ON plumbline.runs (org_uuid, validation_test_uuid, scope, status, name_key, run_uuid)
  WHERE validation_test_uuid IS NOT NULL;
CREATE INDEX runs_of_test_by_status ON plumbline.runs (org_uuid, validation_test_uuid, scope, status, run_uuid)
  WHERE validation_test_uuid IS NOT NULL;
CREATE INDEX runs_of_test_by_tests ON plumbline.runs (org_uuid, validation_test_uuid, scope, status, test_count, run_uuid)
  WHERE validation_test_uuid IS NOT NULL;
CREATE INDEX runs_of_test_by_results
  ON plumbline.runs (org_uuid, validation_test_uuid, scope, status, result_count, run_uuid)
  WHERE validation_test_uuid IS NOT NULL;
CREATE INDEX runs_of_test_by_start ON plumbline.runs (org_uuid, validation_test_uuid, scope, status, listed_at, run_uuid)
  WHERE validation_test_uuid IS NOT NULL;
CREATE INDEX runs_of_scope ON plumbline.runs (org_uuid, scope_key, submitted_at, run_uuid) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_retries ON plumbline.runs (org_uuid, retry_of) WHERE retry_of IS NOT NULL;
ALTER TABLE plumbline.runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.runs TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.runs TO plumbline_service;

-- One for each work item: tests of one pair, which share its scans.
CREATE TABLE plumbline.run_parts (
  org_uuid            uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  -- The work item, which is deleted some days after it is done.
  work_uuid           uuid           NOT NULL,
  run_uuid            uuid           NOT NULL,
  operation_uuid      uuid           NOT NULL,
  dataset_pair_uuid   uuid           NOT NULL,
  test_count          integer        NOT NULL CHECK (test_count > 0),
  state               text           COLLATE "C" NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'running', 'ended')),
  started_at          timestamptz(3),
  finished_at         timestamptz(3),
  -- Where its evidence lies, on the side of the data: one folder in one store, relative to it.
  evidence_state      text           COLLATE "C" NOT NULL DEFAULT 'none'
    CHECK (evidence_state IN ('none', 'written', 'deleting', 'deleted')),
  evidence_store_uuid uuid,
  evidence_folder     text           COLLATE "C",
  PRIMARY KEY (org_uuid, work_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, run_uuid) REFERENCES plumbline.runs (org_uuid, run_uuid),
  FOREIGN KEY (org_uuid, operation_uuid) REFERENCES plumbline.operations (org_uuid, operation_uuid),
  CONSTRAINT run_parts_finished CHECK ((state = 'ended') = (finished_at IS NOT NULL)),
  CONSTRAINT run_parts_evidence
    CHECK (evidence_state = 'none' OR (evidence_store_uuid IS NOT NULL AND evidence_folder IS NOT NULL))
);
CREATE INDEX run_parts_by_run ON plumbline.run_parts (org_uuid, run_uuid, work_uuid);
ALTER TABLE plumbline.run_parts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.run_parts TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.run_parts TO plumbline_service;

-- One for each test of a Run, from its submission on. It refers to the test and the pair without a foreign key and
-- keeps a copy of both: what was found outlives what was looked at.
CREATE TABLE plumbline.results (
  org_uuid             uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  result_uuid          uuid           NOT NULL,
  run_uuid             uuid           NOT NULL,
  work_uuid            uuid           NOT NULL,
  -- Its place in the Run.
  ordinal              integer        NOT NULL,
  validation_test_uuid uuid           NOT NULL,
  dataset_pair_uuid    uuid           NOT NULL,
  name                 text           NOT NULL,
  pair_name            text           NOT NULL,
  function_code        text           COLLATE "C" NOT NULL,
  definition           jsonb          NOT NULL,
  -- Null until it has ended.
  status               text           COLLATE "C" CHECK (status IN ('pass', 'fail', 'error', 'no_results')),
  -- The worst first, what has not ended before what is fine.
  severity             smallint       GENERATED ALWAYS AS (
    CASE status WHEN 'error' THEN 0 WHEN 'fail' THEN 1 WHEN 'no_results' THEN 2 WHEN 'pass' THEN 4 ELSE 3 END
  ) STORED,
  -- Values that were computed, counts and diagnostics; nothing out of a row.
  report               jsonb,
  error                jsonb,
  retryable            boolean        NOT NULL DEFAULT false,
  engine               jsonb,
  -- Its rows of evidence, in the folder of its part.
  evidence_file        text           COLLATE "C",
  evidence_rows        bigint         NOT NULL DEFAULT 0 CHECK (evidence_rows >= 0),
  evidence_capped      boolean        NOT NULL DEFAULT false,
  started_at           timestamptz(3),
  finished_at          timestamptz(3),
  PRIMARY KEY (org_uuid, result_uuid),
  CONSTRAINT results_ordinal UNIQUE (org_uuid, run_uuid, ordinal),
  CONSTRAINT results_test UNIQUE (org_uuid, run_uuid, validation_test_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, run_uuid) REFERENCES plumbline.runs (org_uuid, run_uuid),
  FOREIGN KEY (org_uuid, work_uuid) REFERENCES plumbline.run_parts (org_uuid, work_uuid),
  CONSTRAINT results_finished CHECK ((status IS NULL) = (finished_at IS NULL)),
  CONSTRAINT results_error CHECK ((status IS NOT DISTINCT FROM 'error') = (error IS NOT NULL))
);
CREATE INDEX results_by_severity ON plumbline.results (org_uuid, run_uuid, severity, ordinal);
CREATE INDEX results_by_part ON plumbline.results (org_uuid, work_uuid, ordinal);
ALTER TABLE plumbline.results ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.results TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.results TO plumbline_service;

-- The texts of a Run that a search looks into, in lower case: written once, so that a Run that goes on does not have to
-- be indexed again.
CREATE TABLE plumbline.run_texts (
  org_uuid uuid   NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  run_uuid uuid   NOT NULL,
  texts    text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (org_uuid, run_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, run_uuid) REFERENCES plumbline.runs (org_uuid, run_uuid)
);
ALTER TABLE plumbline.run_texts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.run_texts TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.run_texts FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT ON plumbline.run_texts TO plumbline_service;

-- Every one, two and three characters that stand together in the texts, as hashes that differ from tenant to tenant: a
-- search costs by what it finds in its own tenant. pg_trgm does neither: it skips what is no letter or digit, and its
-- keys are those of all tenants.
CREATE FUNCTION plumbline.grams(p_org_uuid uuid, p_texts text[])
RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT ARRAY(
    SELECT hashtextextended(substr(t.text, start, size), uuid_hash_extended(p_org_uuid, 0))
    FROM unnest(p_texts) AS t (text), generate_series(1, length(t.text)) AS start, generate_series(1, 3) AS size)
$$;
REVOKE ALL ON FUNCTION plumbline.grams FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.grams TO plumbline_service;
-- Entries go in at once: a list of those still to be sorted in would be read by every search.
CREATE INDEX run_texts_grams ON plumbline.run_texts USING gin (plumbline.grams(org_uuid, texts)) WITH (fastupdate = off);

-- Runs of the tenant that hold the text, in no order, and no more than are asked for. With the owner's rights: operators on arrays are not
-- leakproof, so under row-level security they cannot use an index; the tenant is compared here instead.
CREATE FUNCTION plumbline.search_runs(p_text text, p_limit integer)
RETURNS TABLE (run_uuid uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_org_uuid uuid := current_setting('plumbline.org_uuid')::uuid;
  -- The longest that are indexed: shorter ones within them narrow nothing down.
  v_grams bigint[] := ARRAY(
    SELECT hashtextextended(substr(p_text, start, 3), uuid_hash_extended(v_org_uuid, 0))
    FROM generate_series(1, greatest(length(p_text) - 2, 1)) AS start);
BEGIN
  RETURN QUERY
    SELECT t.run_uuid FROM plumbline.run_texts AS t
    WHERE plumbline.grams(t.org_uuid, t.texts) @> v_grams
      -- Not as "=": beside a thousand tenants the planner would take that for the narrower index, and read all Runs of a
      -- tenant that has a million.
      AND t.org_uuid IS NOT DISTINCT FROM v_org_uuid
      AND EXISTS (SELECT FROM unnest(t.texts) AS text WHERE position(p_text IN text) > 0)
    LIMIT p_limit;
END
$$;
REVOKE ALL ON FUNCTION plumbline.search_runs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.search_runs TO plumbline_service;
