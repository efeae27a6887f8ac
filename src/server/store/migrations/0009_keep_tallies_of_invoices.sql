-- How many invoices of each status lie in each span of time, kept with every change of them. Rows are changed in one
-- order, so that two writers never wait for each other in turn.
CREATE FUNCTION tally_added_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_tallies AS tally (organization_id, span, place, status, count)
    SELECT organization_id, span, extract(epoch FROM period_end)::bigint >> span, status, count(*)
    FROM added, unnest(ARRAY[12, 18, 24]::smallint[]) AS span
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, span, place, status) DO UPDATE SET count = tally.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An organization that is removed takes its tallies along, so there is nothing left to count down then.
CREATE FUNCTION tally_removed_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoice_tallies AS tally SET count = tally.count - gone.count
    FROM (
      SELECT organization_id, span, extract(epoch FROM period_end)::bigint >> span AS place, status, count(*) AS count
      FROM removed, unnest(ARRAY[12, 18, 24]::smallint[]) AS span
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ) AS gone
    WHERE tally.organization_id = gone.organization_id AND tally.span = gone.span AND tally.place = gone.place AND tally.status = gone.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_changed_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_tallies AS tally (organization_id, span, place, status, count)
    SELECT organization_id, span, place, status, sum(change)
    FROM (
      SELECT id, organization_id, extract(epoch FROM period_end)::bigint AS ended, status, 1 AS change FROM added
      UNION ALL
      SELECT id, organization_id, extract(epoch FROM period_end)::bigint, status, -1 FROM removed
    ) AS moved, unnest(ARRAY[12, 18, 24]::smallint[]) AS span, LATERAL (SELECT ended >> span AS place) AS placed
    GROUP BY organization_id, span, place, status HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, span, place, status) DO UPDATE SET count = tally.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_tally_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_added_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_tally_removed AFTER DELETE ON invoices REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_tally_changed AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_invoices();
--> statement-breakpoint
INSERT INTO invoice_tallies (organization_id, span, place, status, count)
  SELECT organization_id, span, extract(epoch FROM period_end)::bigint >> span, status, count(*)
  FROM invoices, unnest(ARRAY[12, 18, 24]::smallint[]) AS span
  GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- How many invoices of these statuses (null: of any) ended at an instant or later.
CREATE FUNCTION invoices_since(organization integer, statuses text[], instant bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT sum(part)::bigint FROM (
    SELECT sum(count) AS part FROM invoice_tallies
      WHERE organization_id = organization AND span = 24 AND place > instant >> 24 AND (statuses IS NULL OR status = ANY (statuses))
    UNION ALL
    SELECT sum(count) FROM invoice_tallies
      WHERE organization_id = organization AND span = 18 AND place > instant >> 18 AND place < ((instant >> 24) + 1) << 6
        AND (statuses IS NULL OR status = ANY (statuses))
    UNION ALL
    SELECT sum(count) FROM invoice_tallies
      WHERE organization_id = organization AND span = 12 AND place > instant >> 12 AND place < ((instant >> 18) + 1) << 6
        AND (statuses IS NULL OR status = ANY (statuses))
    UNION ALL
    SELECT count(*) FROM invoices
      WHERE organization_id = organization AND (statuses IS NULL OR status = ANY (statuses))
        AND period_end >= to_timestamp(instant) AND period_end < to_timestamp(((instant >> 12) + 1) << 12)
  ) AS parts
$$;
--> statement-breakpoint
-- Where the invoice of a rank is found, counted from 0 from the newest: among those that ended before an instant, how
-- many to pass over. No row when there are not so many.
CREATE FUNCTION invoice_place(organization integer, statuses text[], rank bigint, OUT ended_before bigint, OUT passed bigint)
RETURNS SETOF record LANGUAGE plpgsql STABLE AS $$
DECLARE
  counted smallint;
  tally record;
  lowest bigint := 0;
  highest bigint := (1::bigint << 40);
BEGIN
  passed := rank;
  FOREACH counted IN ARRAY ARRAY[24, 18, 12]::smallint[] LOOP
    ended_before := NULL;
    FOR tally IN
      SELECT place, sum(count)::bigint AS count FROM invoice_tallies
      WHERE organization_id = organization AND span = counted AND place >= lowest AND place < highest
        AND (statuses IS NULL OR status = ANY (statuses))
      GROUP BY place ORDER BY place DESC
    LOOP
      IF passed < tally.count THEN
        lowest := tally.place << 6;
        highest := (tally.place + 1) << 6;
        ended_before := (tally.place + 1) << counted;
        EXIT;
      END IF;
      passed := passed - tally.count;
    END LOOP;
    IF ended_before IS NULL THEN RETURN; END IF;
  END LOOP;
  RETURN NEXT;
END $$;
