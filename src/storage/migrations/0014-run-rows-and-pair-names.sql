-- What row-by-row tests of a Run came to in rows, so that a list of Runs shows how far apart the sides were.

-- Each is a sum over the tests, which for twenty thousand of them may leave 64 bits.
ALTER TABLE plumbline.runs
  -- Pairs of rows that a key brought together.
  ADD COLUMN matched_rows    numeric(38, 0) NOT NULL DEFAULT 0 CHECK (matched_rows >= 0),
  -- Those of them whose values differ.
  ADD COLUMN mismatched_rows numeric(38, 0) NOT NULL DEFAULT 0 CHECK (mismatched_rows >= 0),
  -- Rows that one side lacks.
  ADD COLUMN missing_rows    numeric(38, 0) NOT NULL DEFAULT 0 CHECK (missing_rows >= 0);

ALTER TABLE plumbline.runs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE plumbline.results NO FORCE ROW LEVEL SECURITY;
UPDATE plumbline.runs AS run
SET matched_rows = found.matched, mismatched_rows = found.mismatched, missing_rows = found.missing
FROM (
  SELECT r.org_uuid, r.run_uuid,
         sum((r.report ->> 'matchedRows')::numeric) AS matched,
         sum(coalesce((r.report ->> 'mismatchedRows')::numeric, 0)) AS mismatched,
         sum(coalesce((r.report ->> 'missingInSource')::numeric, 0)
           + coalesce((r.report ->> 'missingInTarget')::numeric, 0)) AS missing
  FROM plumbline.results AS r
  -- Sets have values that a side lacks, not rows.
  WHERE r.report ->> 'matchedRows' IS NOT NULL
  GROUP BY r.org_uuid, r.run_uuid
) AS found
WHERE run.org_uuid = found.org_uuid AND run.run_uuid = found.run_uuid;
ALTER TABLE plumbline.results FORCE ROW LEVEL SECURITY;
ALTER TABLE plumbline.runs FORCE ROW LEVEL SECURITY;

-- Pairs are searched by name, as datasets are: in lower case, made by the application from here on.
ALTER TABLE plumbline.dataset_pairs ADD COLUMN name_key text COLLATE "C";
ALTER TABLE plumbline.dataset_pairs NO FORCE ROW LEVEL SECURITY;
UPDATE plumbline.dataset_pairs SET name_key = lower(name);
ALTER TABLE plumbline.dataset_pairs FORCE ROW LEVEL SECURITY;
ALTER TABLE plumbline.dataset_pairs ALTER COLUMN name_key SET NOT NULL;
