-- What is compared: sources, the datasets in them, and pairs of datasets. Metadata only; no value of a row is kept.

CREATE TABLE plumbline.sources (
  org_uuid    uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  source_uuid uuid           NOT NULL,
  name        text           NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  kind        text           COLLATE "C" NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  settings    jsonb          NOT NULL,
  -- Encrypted by the application, bound to this row.
  secret      text           COLLATE "C",
  created_at  timestamptz(3) NOT NULL,
  version     bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, source_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.sources ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.sources TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.sources TO plumbline_service;

-- What an operation came to, where that is an answer and not a resource: the test of a source, a page of candidates.
ALTER TABLE plumbline.operations ADD COLUMN result jsonb;

CREATE TABLE plumbline.datasets (
  org_uuid          uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  dataset_uuid      uuid           NOT NULL,
  name              text           NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- The name in lower case, made by the application: lower() depends on the database's locale.
  name_key          text           COLLATE "C" NOT NULL,
  source_uuid       uuid           NOT NULL,
  locator           jsonb          NOT NULL,
  zone              text           COLLATE "C",
  -- The operation that prepares it: its status is the dataset's state.
  preparation_uuid  uuid           NOT NULL,
  -- What the last preparation that succeeded found. While the first one is under way, the fields may come early.
  fields            jsonb,
  row_count         bigint         CHECK (row_count >= 0),
  notes             jsonb,
  schema_hash       text           COLLATE "C" CHECK (schema_hash ~ '^[0-9a-f]{64}$'),
  prepared_at       timestamptz(3),
  -- When a preparation last found other fields than the one before.
  schema_changed_at timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  version           bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, dataset_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  CONSTRAINT datasets_source FOREIGN KEY (org_uuid, source_uuid) REFERENCES plumbline.sources (org_uuid, source_uuid),
  FOREIGN KEY (org_uuid, preparation_uuid) REFERENCES plumbline.operations (org_uuid, operation_uuid),
  CONSTRAINT datasets_prepared
    CHECK (prepared_at IS NULL OR (fields IS NOT NULL AND row_count IS NOT NULL AND schema_hash IS NOT NULL))
);
CREATE INDEX datasets_by_source ON plumbline.datasets (org_uuid, source_uuid, dataset_uuid);
ALTER TABLE plumbline.datasets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.datasets TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.datasets TO plumbline_service;

CREATE TABLE plumbline.dataset_pairs (
  org_uuid            uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  dataset_pair_uuid   uuid           NOT NULL,
  name                text           NOT NULL CHECK (length(name) BETWEEN 1 AND 600),
  source_dataset_uuid uuid           NOT NULL,
  target_dataset_uuid uuid           NOT NULL,
  created_at          timestamptz(3) NOT NULL,
  version             bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, dataset_pair_uuid),
  CONSTRAINT dataset_pairs_sides UNIQUE (org_uuid, source_dataset_uuid, target_dataset_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  CONSTRAINT dataset_pairs_source
    FOREIGN KEY (org_uuid, source_dataset_uuid) REFERENCES plumbline.datasets (org_uuid, dataset_uuid),
  CONSTRAINT dataset_pairs_target
    FOREIGN KEY (org_uuid, target_dataset_uuid) REFERENCES plumbline.datasets (org_uuid, dataset_uuid)
);
CREATE INDEX dataset_pairs_by_target ON plumbline.dataset_pairs (org_uuid, target_dataset_uuid);
ALTER TABLE plumbline.dataset_pairs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.dataset_pairs TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.dataset_pairs TO plumbline_service;
