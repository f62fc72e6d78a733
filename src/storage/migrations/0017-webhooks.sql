-- Receivers outside that are told of events, and what came of telling them.

CREATE TABLE plumbline.webhooks (
  org_uuid              uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  webhook_uuid          uuid           NOT NULL,
  name                  text           NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  url                   text           NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  -- Empty: all of them.
  event_types           text[]         NOT NULL,
  state                 text           COLLATE "C" NOT NULL CHECK (state IN ('active', 'disabled')),
  -- Encrypted; the previous one signs as well until its time is over.
  secret                text           NOT NULL,
  previous_secret       text,
  previous_secret_until timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  version               bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, webhook_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  CONSTRAINT webhooks_previous CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
ALTER TABLE plumbline.webhooks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.webhooks TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.webhooks TO plumbline_service;

-- One event to one receiver. Goes with its event when that has outlived its retention.
CREATE TABLE plumbline.webhook_deliveries (
  org_uuid      uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  delivery_uuid uuid           NOT NULL,
  webhook_uuid  uuid           NOT NULL,
  sequence      bigint         NOT NULL,
  state         text           COLLATE "C" NOT NULL DEFAULT 'pending'
                               CHECK (state IN ('pending', 'delivered', 'failed')),
  -- [{at, status, failure, durationMs}], the first attempt first.
  attempts      jsonb          NOT NULL DEFAULT '[]',
  created_at    timestamptz(3) NOT NULL,
  finished_at   timestamptz(3),
  PRIMARY KEY (org_uuid, delivery_uuid),
  FOREIGN KEY (org_uuid, webhook_uuid) REFERENCES plumbline.webhooks ON DELETE CASCADE,
  FOREIGN KEY (org_uuid, sequence) REFERENCES plumbline.events ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_finished CHECK ((state = 'pending') = (finished_at IS NULL))
);
CREATE INDEX webhook_deliveries_of ON plumbline.webhook_deliveries (org_uuid, webhook_uuid, delivery_uuid);
CREATE INDEX webhook_deliveries_event ON plumbline.webhook_deliveries (org_uuid, sequence);
ALTER TABLE plumbline.webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.webhook_deliveries TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.webhook_deliveries TO plumbline_service;
