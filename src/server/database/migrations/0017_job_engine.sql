-- What pg-boss 10.4.2 makes in its schema, statement by statement; a test compares.
CREATE SCHEMA IF NOT EXISTS pgboss;
--> statement-breakpoint
CREATE TYPE pgboss.job_state AS ENUM (
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed'
);
--> statement-breakpoint
CREATE TABLE pgboss.version (
  version int primary key,
  maintained_on timestamp with time zone,
  cron_on timestamp with time zone,
  monitored_on timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE pgboss.queue (
  name text,
  policy text,
  retry_limit int,
  retry_delay int,
  retry_backoff bool,
  expire_seconds int,
  retention_minutes int,
  dead_letter text REFERENCES pgboss.queue (name),
  partition_name text,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);
--> statement-breakpoint
CREATE TABLE pgboss.schedule (
  name text REFERENCES pgboss.queue ON DELETE CASCADE,
  cron text not null,
  timezone text,
  data jsonb,
  options jsonb,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);
--> statement-breakpoint
CREATE TABLE pgboss.subscription (
  event text not null,
  name text not null REFERENCES pgboss.queue ON DELETE CASCADE,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY(event, name)
);
--> statement-breakpoint
CREATE TABLE pgboss.job (
  id uuid not null default gen_random_uuid(),
  name text not null,
  priority integer not null default(0),
  data jsonb,
  state pgboss.job_state not null default('created'),
  retry_limit integer not null default(2),
  retry_count integer not null default(0),
  retry_delay integer not null default(0),
  retry_backoff boolean not null default false,
  start_after timestamp with time zone not null default now(),
  started_on timestamp with time zone,
  singleton_key text,
  singleton_on timestamp without time zone,
  expire_in interval not null default interval '15 minutes',
  created_on timestamp with time zone not null default now(),
  completed_on timestamp with time zone,
  keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
  output jsonb,
  dead_letter text,
  policy text
) PARTITION BY LIST (name);
--> statement-breakpoint
ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id);
--> statement-breakpoint
CREATE TABLE pgboss.archive (LIKE pgboss.job);
--> statement-breakpoint
ALTER TABLE pgboss.archive ADD PRIMARY KEY (name, id);
--> statement-breakpoint
ALTER TABLE pgboss.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
CREATE INDEX archive_i1 ON pgboss.archive(archived_on);
--> statement-breakpoint
CREATE FUNCTION pgboss.create_queue(queue_name text, options json)
RETURNS VOID AS
$$
DECLARE
  table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
  queue_created_on timestamptz;
BEGIN
  WITH q as (
  INSERT INTO pgboss.queue (
    name,
    policy,
    retry_limit,
    retry_delay,
    retry_backoff,
    expire_seconds,
    retention_minutes,
    dead_letter,
    partition_name
  )
  VALUES (
    queue_name,
    options->>'policy',
    (options->>'retryLimit')::int,
    (options->>'retryDelay')::int,
    (options->>'retryBackoff')::bool,
    (options->>'expireInSeconds')::int,
    (options->>'retentionMinutes')::int,
    options->>'deadLetter',
    table_name
  )
  ON CONFLICT DO NOTHING
  RETURNING created_on
  )
  SELECT created_on into queue_created_on from q;
  IF queue_created_on IS NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD PRIMARY KEY (name, id)', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON pgboss.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON pgboss.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
  EXECUTE format('CREATE INDEX %1$s_i5 ON pgboss.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);
  EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
  EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', table_name, queue_name);
END;
$$
LANGUAGE plpgsql;
--> statement-breakpoint
CREATE FUNCTION pgboss.delete_queue(queue_name text)
RETURNS VOID AS
$$
DECLARE
  table_name varchar;
BEGIN
  WITH deleted as (
    DELETE FROM pgboss.queue
    WHERE name = queue_name
    RETURNING partition_name
  )
  SELECT partition_name from deleted INTO table_name;
-- beside the version before: it has no queue, and nothing calls this
  EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', table_name);
END;
$$
LANGUAGE plpgsql;
--> statement-breakpoint
INSERT INTO pgboss.version(version) VALUES ('24');
--> statement-breakpoint
SELECT pgboss.create_queue('dead-letters', '{"policy": "standard", "retentionMinutes": 129600}');
--> statement-breakpoint
SELECT pgboss.create_queue('gateway-events', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('gateway-work', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('notices', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('webhooks', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('schedules', '{"policy": "singleton", "retryLimit": 0, "expireInSeconds": 3600, "retentionMinutes": 60}');
--> statement-breakpoint
-- A lane of a queue is to be looked at, from an instant of real time on. pg-boss documents adding jobs by SQL. A moment early: it takes what
-- is due before now, and clocks may go by whole milliseconds.
CREATE FUNCTION add_job(of_queue text, lane text, due timestamptz) RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO pgboss.job (name, data, singleton_key, start_after, keep_until, expire_in, retry_limit, retry_delay, retry_backoff,
      dead_letter, policy)
    SELECT name, jsonb_build_object('queue', name, 'lane', lane), lane, greatest(due, now()) - interval '50 milliseconds',
      greatest(due, now()) + retention_minutes * interval '1 minute', expire_seconds * interval '1 second',
      coalesce(retry_limit, 0), coalesce(retry_delay, 0), coalesce(retry_backoff, false), dead_letter, policy
    FROM pgboss.queue WHERE name = of_queue
$$;
--> statement-breakpoint
-- Whatever writes a delivery that waits adds a job for its lane in the same transaction: a new one, a repeat, one that is put off.
CREATE FUNCTION wake_notices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('notices', organization_id::text, run_after)
    FROM (SELECT DISTINCT organization_id, run_after FROM changed WHERE state = 'queued' AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON notice_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_notices();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON notice_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_notices();
--> statement-breakpoint
CREATE FUNCTION clock_lead() RETURNS interval
    LANGUAGE sql STABLE
    AS $$ SELECT coalesce((SELECT value::text::numeric FROM settings WHERE key = 'clock_offset_ms'), 0) * interval '1 millisecond' $$;
--> statement-breakpoint
-- Deliveries go by the platform's clock, jobs by the database's.
CREATE FUNCTION wake_webhooks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('webhooks', endpoint_id, next_attempt_at - clock_lead())
    FROM (SELECT DISTINCT endpoint_id, next_attempt_at FROM changed WHERE state = 'pending' AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_webhooks();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON webhook_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_webhooks();
--> statement-breakpoint
CREATE FUNCTION wake_gateway_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('gateway-events', object_id, run_after)
    FROM (SELECT DISTINCT object_id, run_after FROM changed WHERE processed_at IS NULL AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON gateway_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_events();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON gateway_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_events();
--> statement-breakpoint
CREATE FUNCTION wake_gateway_work() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('gateway-work', organization_id::text, run_after)
    FROM (SELECT DISTINCT organization_id, run_after FROM changed WHERE state = 'pending' AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON outbox REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_work();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON outbox REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_work();
--> statement-breakpoint
-- For what a process of the version before has left, and for what was written while triggers were off. A lane that has failed for too long
-- is an operator's.
CREATE FUNCTION add_missing_jobs() RETURNS void
    LANGUAGE sql
    AS $$
  WITH due AS (
    SELECT DISTINCT 'notices' AS queue, organization_id::text AS lane FROM notice_deliveries WHERE state = 'queued' AND run_after <= now()
    UNION ALL
    SELECT DISTINCT 'gateway-events', object_id FROM gateway_events WHERE processed_at IS NULL AND run_after <= now()
    UNION ALL
    SELECT DISTINCT 'gateway-work', organization_id::text FROM outbox WHERE state = 'pending' AND run_after <= now()
    UNION ALL
    SELECT DISTINCT 'webhooks', d.endpoint_id FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.state = 'pending' AND d.next_attempt_at <= now() + clock_lead() AND coalesce(d.leased_until, 'epoch') <= now()
      AND e.disabled_at IS NULL AND e.deleted_at IS NULL
  )
  SELECT add_job(queue, lane, now()) FROM due
    WHERE (queue, lane) NOT IN (
        SELECT name, singleton_key FROM pgboss.job WHERE name NOT IN ('schedules', 'dead-letters')
          AND (state IN ('retry', 'active') OR (state = 'created' AND start_after <= now())))
      AND (queue, lane) NOT IN (
        SELECT data ->> 'queue', data ->> 'lane' FROM pgboss.job WHERE name = 'dead-letters' AND state = 'created')
$$;
--> statement-breakpoint
SELECT add_missing_jobs();
--> statement-breakpoint
CREATE INDEX "notice_deliveries_of_lane" ON "notice_deliveries" USING btree ("organization_id","id") WHERE "notice_deliveries"."state" = 'queued';
