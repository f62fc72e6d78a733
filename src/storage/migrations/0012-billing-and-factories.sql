-- What is paid for, and by whom: grants follow from subscriptions as their providers tell them, never from a redirect.

CREATE TABLE plumbline.billing_customers (
  org_uuid    uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  provider    text           COLLATE "C" NOT NULL CHECK (provider IN ('processor', 'marketplace')),
  customer_id text           COLLATE "C" NOT NULL CHECK (length(customer_id) BETWEEN 1 AND 255),
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid, provider),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.billing_customers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.billing_customers TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT ON plumbline.billing_customers TO plumbline_service;

CREATE TABLE plumbline.billing_checkouts (
  org_uuid      uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  checkout_uuid uuid           NOT NULL,
  provider      text           COLLATE "C" NOT NULL CHECK (provider IN ('processor', 'marketplace')),
  plan_key      text           COLLATE "C" NOT NULL CHECK (length(plan_key) BETWEEN 1 AND 128),
  url           text           NOT NULL,
  expires_at    timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid, checkout_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.billing_checkouts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.billing_checkouts TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT ON plumbline.billing_checkouts TO plumbline_service;

CREATE TABLE plumbline.billing_subscriptions (
  org_uuid        uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  provider        text           COLLATE "C" NOT NULL CHECK (provider IN ('processor', 'marketplace')),
  subscription_id text           COLLATE "C" NOT NULL CHECK (length(subscription_id) BETWEEN 1 AND 255),
  state           text           COLLATE "C" NOT NULL CHECK (state IN ('pending', 'active', 'grace', 'ended')),
  plan_key        text           COLLATE "C",
  period_ends_at  timestamptz(3),
  -- When the provider was asked: what was read earlier never overwrites what was read later.
  read_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid, provider, subscription_id),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  -- Across tenants on purpose: what one has bought is nobody else's.
  CONSTRAINT billing_subscriptions_owner UNIQUE (provider, subscription_id)
);
ALTER TABLE plumbline.billing_subscriptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.billing_subscriptions TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.billing_subscriptions FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE ON plumbline.billing_subscriptions TO plumbline_service;

-- Whose a subscription is: a provider that tells of one does not know our tenants.
CREATE FUNCTION plumbline.find_subscriber(p_provider text, p_subscription_id text)
RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT s.org_uuid FROM plumbline.billing_subscriptions AS s
    WHERE s.provider = p_provider AND s.subscription_id = p_subscription_id
  );
END
$$;
REVOKE ALL ON FUNCTION plumbline.find_subscriber FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.find_subscriber TO plumbline_service;

-- Events that were received, so that one that comes twice has its effect once.
CREATE TABLE plumbline.billing_events (
  org_uuid    uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  provider    text           COLLATE "C" NOT NULL CHECK (provider IN ('processor', 'marketplace')),
  event_id    text           COLLATE "C" NOT NULL CHECK (length(event_id) BETWEEN 1 AND 255),
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid, provider, event_id),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.billing_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.billing_events TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT ON plumbline.billing_events TO plumbline_service;

-- Data factories that can be registered as sources, as the last refresh that succeeded found them.
CREATE TABLE plumbline.factory_options (
  org_uuid          uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  subscription_id   uuid           NOT NULL,
  resource_group    text           NOT NULL CHECK (length(resource_group) BETWEEN 1 AND 90),
  factory_name      text           NOT NULL CHECK (length(factory_name) BETWEEN 1 AND 63),
  -- Azure's names have no case; made by the application, because lower() depends on the database's locale.
  option_key        text           COLLATE "C" NOT NULL,
  subscription_name text,
  location          text,
  refreshed_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid, option_key),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations
);
ALTER TABLE plumbline.factory_options ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.factory_options TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.factory_options TO plumbline_service;

-- The refresh that is under way, or was the last: one row for each tenant.
CREATE TABLE plumbline.factory_refreshes (
  org_uuid       uuid NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  operation_uuid uuid NOT NULL,
  PRIMARY KEY (org_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, operation_uuid) REFERENCES plumbline.operations (org_uuid, operation_uuid)
);
ALTER TABLE plumbline.factory_refreshes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.factory_refreshes TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT, UPDATE ON plumbline.factory_refreshes TO plumbline_service;
