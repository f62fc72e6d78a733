-- Removing a connection is staged first: what depends on it is listed, reviewed, and the plan carried out or cancelled.

CREATE TABLE plumbline.removal_plans (
  org_uuid        uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  plan_uuid       uuid           NOT NULL,
  source_uuid     uuid           NOT NULL,
  state           text           COLLATE "C" NOT NULL DEFAULT 'staged' CHECK (state IN ('staged', 'cancelled')),
  -- As they were when the plan was staged: what somebody reviews does not change under their eyes.
  dependants      jsonb          NOT NULL,
  dependant_count bigint         NOT NULL CHECK (dependant_count >= 0),
  created_at      timestamptz(3) NOT NULL,
  cancelled_at    timestamptz(3),
  version         bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, plan_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  -- A plan that was carried out goes with its connection.
  CONSTRAINT removal_plans_source FOREIGN KEY (org_uuid, source_uuid)
    REFERENCES plumbline.sources (org_uuid, source_uuid) ON DELETE CASCADE,
  CONSTRAINT removal_plans_cancelled CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL))
);
CREATE UNIQUE INDEX removal_plans_staged ON plumbline.removal_plans (org_uuid, source_uuid) WHERE state = 'staged';
CREATE INDEX removal_plans_by_source ON plumbline.removal_plans (org_uuid, source_uuid);
ALTER TABLE plumbline.removal_plans ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.removal_plans TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.removal_plans TO plumbline_service;
