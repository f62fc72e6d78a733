-- Messages to people: what they want to hear of, and what waits to be told in one message.

CREATE TABLE plumbline.notification_rules (
  org_uuid      uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  rule_uuid     uuid           NOT NULL,
  name          text           NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  channel       text           COLLATE "C" NOT NULL CHECK (channel IN ('email', 'slack', 'teams')),
  -- Who gets the mail.
  member_uuid   uuid,
  -- Encrypted: whoever has the address of a chat's webhook can write into the chat.
  sealed_url    text,
  url_host      text,
  occasion      text           COLLATE "C" NOT NULL CHECK (occasion IN ('failures', 'changes')),
  group_minutes integer        NOT NULL CHECK (group_minutes BETWEEN 0 AND 1440),
  state         text           COLLATE "C" NOT NULL CHECK (state IN ('active', 'paused')),
  -- Since when something waits to be told; null where nothing does. Set exactly while there is work that tells it.
  waiting_since timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  version       bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, rule_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, member_uuid) REFERENCES plumbline.members (org_uuid, member_uuid),
  CONSTRAINT notification_rules_target CHECK ((channel = 'email') = (member_uuid IS NOT NULL) AND
                                              (channel = 'email') = (sealed_url IS NULL) AND
                                              (sealed_url IS NULL) = (url_host IS NULL))
);
ALTER TABLE plumbline.notification_rules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.notification_rules TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.notification_rules TO plumbline_service;

CREATE TABLE plumbline.notification_items (
  org_uuid  uuid   NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  rule_uuid uuid   NOT NULL,
  sequence  bigint NOT NULL,
  PRIMARY KEY (org_uuid, rule_uuid, sequence),
  FOREIGN KEY (org_uuid, rule_uuid) REFERENCES plumbline.notification_rules ON DELETE CASCADE,
  FOREIGN KEY (org_uuid, sequence) REFERENCES plumbline.events ON DELETE CASCADE
);
CREATE INDEX notification_items_event ON plumbline.notification_items (org_uuid, sequence);
ALTER TABLE plumbline.notification_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.notification_items TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, DELETE ON plumbline.notification_items TO plumbline_service;
