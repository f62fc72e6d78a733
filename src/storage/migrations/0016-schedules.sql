-- Runs by the clock: one for each tick, however many replicas look at it.

CREATE TABLE plumbline.schedules (
  org_uuid         uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  schedule_uuid    uuid           NOT NULL,
  name             text           NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  cron             text           COLLATE "C" NOT NULL CHECK (length(cron) BETWEEN 1 AND 200),
  time_zone        text           COLLATE "C" NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
  scope            jsonb          NOT NULL,
  catch_up_minutes integer        NOT NULL CHECK (catch_up_minutes BETWEEN 1 AND 10080),
  state            text           COLLATE "C" NOT NULL CHECK (state IN ('active', 'paused')),
  -- The tick to decide about next, and when: later than the tick where an executor is waited for. Null while paused.
  next_tick_at     timestamptz(3),
  due_at           timestamptz(3),
  last_run_uuid    uuid,
  created_at       timestamptz(3) NOT NULL,
  version          bigint         NOT NULL DEFAULT 1,
  PRIMARY KEY (org_uuid, schedule_uuid),
  FOREIGN KEY (org_uuid) REFERENCES plumbline.organizations,
  FOREIGN KEY (org_uuid, last_run_uuid) REFERENCES plumbline.runs (org_uuid, run_uuid),
  CONSTRAINT schedules_next CHECK ((state = 'active') = (next_tick_at IS NOT NULL) AND
                                   (state = 'active') = (due_at IS NOT NULL))
);
CREATE INDEX schedules_due ON plumbline.schedules (due_at) WHERE state = 'active';
ALTER TABLE plumbline.schedules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.schedules TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
CREATE POLICY across_tenants ON plumbline.schedules FOR SELECT TO plumbline_owner USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.schedules TO plumbline_service;

-- What was decided about a tick, once: written in the transaction that submits its Run.
CREATE TABLE plumbline.schedule_ticks (
  org_uuid      uuid           NOT NULL DEFAULT current_setting('plumbline.org_uuid')::uuid,
  schedule_uuid uuid           NOT NULL,
  tick_at       timestamptz(3) NOT NULL,
  outcome       text           COLLATE "C" NOT NULL CHECK (outcome IN ('submitted', 'skipped')),
  reason        text           COLLATE "C",
  run_uuid      uuid,
  -- Earlier ticks that were due as well, and that this one stands for.
  passed_over   integer        NOT NULL CHECK (passed_over >= 0),
  decided_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (org_uuid, schedule_uuid, tick_at),
  FOREIGN KEY (org_uuid, schedule_uuid) REFERENCES plumbline.schedules ON DELETE CASCADE,
  FOREIGN KEY (org_uuid, run_uuid) REFERENCES plumbline.runs (org_uuid, run_uuid),
  CONSTRAINT schedule_ticks_outcome CHECK ((outcome = 'submitted') = (run_uuid IS NOT NULL) AND
                                           (outcome = 'skipped') = (reason IS NOT NULL))
);
ALTER TABLE plumbline.schedule_ticks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON plumbline.schedule_ticks TO plumbline_service
  USING (org_uuid = current_setting('plumbline.org_uuid')::uuid);
GRANT SELECT, INSERT ON plumbline.schedule_ticks TO plumbline_service;

-- Which schedules of all tenants are due, the longest waiting first.
CREATE FUNCTION plumbline.due_schedules(p_now timestamptz, p_limit integer)
RETURNS TABLE (org_uuid uuid, schedule_uuid uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.org_uuid, s.schedule_uuid FROM plumbline.schedules AS s
  WHERE s.state = 'active' AND s.due_at <= p_now
  ORDER BY s.due_at LIMIT p_limit
$$;
REVOKE ALL ON FUNCTION plumbline.due_schedules FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plumbline.due_schedules TO plumbline_service;
