-- Which request made which resource, so that an exact retry finds it (interface.md, section 4).

CREATE TABLE plumbline.idempotency_keys (
  org_uuid      uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  principal     text           COLLATE "C" NOT NULL,
  operation_id  text           COLLATE "C" NOT NULL,
  key           text           COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
  fingerprint   text           COLLATE "C" NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  resource_uuid uuid           NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid, principal, operation_id, key),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
CREATE INDEX idempotency_keys_age ON plumbline.idempotency_keys (created_at);
ALTER TABLE plumbline.idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.idempotency_keys TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.idempotency_keys TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON plumbline.idempotency_keys TO plumbline_service;
