-- What must hold between the datasets of a pair. A Run keeps a copy of the tests that it ran, so one can be deleted.

CREATE TABLE plumbline.validation_tests (
  org_uuid             uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  validation_test_uuid uuid           NOT NULL,
  dataset_pair_uuid    uuid           NOT NULL,
  -- Tests that were created by one request, so that its replay finds them all.
  batch_uuid           uuid,
  name                 text           NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- The name in lower case, made by the application: lower() depends on the database's locale.
  name_key             text           COLLATE "C" NOT NULL,
  function_code        text           COLLATE "C" NOT NULL,
  -- Fields, keys, bindings, scopes, filters and rules: all that says what is compared, and how.
  definition           jsonb          NOT NULL,
  status               text           COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  version              bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, validation_test_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  CONSTRAINT validation_tests_pair
    FOREIGN KEY (org_uuid, dataset_pair_uuid) REFERENCES plumbline.dataset_pairs (org_uuid, dataset_pair_uuid)
);
CREATE INDEX validation_tests_by_pair
  ON plumbline.validation_tests (org_uuid, dataset_pair_uuid, validation_test_uuid);
-- What a Run of everything, or of some pairs, is made of.
CREATE INDEX validation_tests_active
  ON plumbline.validation_tests (org_uuid, dataset_pair_uuid, validation_test_uuid) WHERE status = 'active';
CREATE INDEX validation_tests_by_batch
  ON plumbline.validation_tests (org_uuid, batch_uuid, validation_test_uuid) WHERE batch_uuid IS NOT NULL;
ALTER TABLE plumbline.validation_tests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.validation_tests TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.validation_tests TO plumbline_service;
