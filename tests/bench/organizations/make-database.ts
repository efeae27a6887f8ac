import { cpSync } from 'node:fs';
import pg from 'pg';
import { readConfig, type Config } from '#server/settings/config.ts';
import { openContext, type Context } from '#server/context.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import { writeSetting } from '#server/database/settings.ts';
import { addBudget } from '#server/billing/budgets/save-budget.ts';
import { removeExpired } from '#server/store/retention/remove-expired.ts';
import { copyOrganizations } from './copy-organizations.ts';
import { madeAtSeconds, templateSeeds, type TemplateSeed } from './template-seeds.ts';

export const configOf = (databaseUrl: string, dataDir: string): Config =>
  readConfig({ PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, METRICS_TOKEN: metricsToken });

export const metricsToken = 'a-token-for-the-metrics-of-a-benchmark';

async function setClock(databaseUrl: string, dataDir: string, atSeconds: number): Promise<void> {
  const store = await openStore({ mode: 'embedded', dataDir, databaseUrl, startImage: null, report: () => undefined });
  await writeSetting(store.db, 'clock_offset_ms', atSeconds * 1000 - Date.now());
  await store.close();
}

/** Sets the clock to the time of the database. At the real time, all jobs would be due. */
export async function openMade(databaseUrl: string, dataDir: string, atSeconds: number): Promise<Context> {
  await setClock(databaseUrl, dataDir, atSeconds);
  return openContext(configOf(databaseUrl, dataDir), null, undefined, { automatic: false });
}

const past = `
  do $$ declare one record; begin
    for one in select i.*, f.type from invoices i
        cross join lateral (values ('invoice.finalized'), ('invoice.paid')) f (type)
      where i.status <> 'draft' and (f.type = 'invoice.finalized' or i.status = 'paid') order by i.finalized_at, f.type
    loop perform record_event(one.organization_id, one.type, jsonb_build_object(
      'invoice_id', one.id, 'number', one.number, 'kind', one.kind, 'status', one.status, 'subtotal_cents', one.subtotal_cents,
      'amount_due_cents', one.amount_due_cents, 'period_start', unix_seconds(one.period_start), 'period_end', unix_seconds(one.period_end),
      'due_at', unix_seconds(one.due_at)));
    end loop; end $$;
  update platform_events e set at = i.finalized_at from invoices i where i.id = e.data ->> 'invoice_id';
  update webhook_deliveries d set state = 'delivered', delivered_at = e.at, first_attempt_at = e.at, last_attempt_at = e.at, next_attempt_at = e.at,
    attempts = 1, last_status = 204 from platform_events e where e.id = d.event_id;
  insert into gateway_events (id, type, object_type, object_id, created_at, processed_at, run_after)
    select 'evt_' || left(md5(p.id || type), 24), type, 'payment_intent', p.intent_id, p.created_at, p.created_at, p.created_at
    from payments p, unnest(array['payment_intent.created', 'payment_intent.succeeded']) type where p.intent_id is not null
      and p.created_at > to_timestamp(${madeAtSeconds}) - interval '30 days';
  insert into idempotency_keys (organization_id, key, call, body_hash, subject, state, locked_until, status, response, created_at)
    select organization_id, md5(id), 'updateSubscription', md5(id), 'chg_' || left(md5(id), 24), 'done', created_at, 200, '{"status":"done"}', created_at
    from payments where attempt = 1;
  insert into setup_intents (id, organization_id, state, created_at)
    select 'seti_' || left(md5(id), 24), organization_id, 'succeeded', added_at from payment_methods;
  insert into feedback (organization_id, survey, answers, created_at)
    select id, 'downgrade', '{"reasons":["Price"]}', to_timestamp(${madeAtSeconds}) - interval '80 days' from organizations where slug like 'bench-capped-%';
  insert into outbox (organization_id, kind, subject, state, run_after)
    select organization_id, 'sync_customer', organization_id::text, 'done', now() - interval '3 days' from subscriptions where plan <> 'free';
  insert into notice_addresses (organization_id, address, muted_kinds)
    select id, billing_email, array['budget'] from organizations where billing_email is not null;
  insert into restriction_reviews (organization_id) select id from organizations on conflict do nothing`;
async function addBudgets(db: Database): Promise<void> {
  const found = await db.execute(
    "select o.id, o.slug from organizations o where o.slug like 'bench-year-%' or o.slug like 'bench-team-%' order by 1",
  );
  for (const { id, slug } of rowsOf<{ id: number; slug: string }>(found))
    await db.transaction((tx) =>
      addBudget(
        tx,
        {
          id: `bud_${slug.replace(/[^a-z0-9]/g, '').padEnd(24, '0')}`,
          organizationId: id,
          name: 'All of it',
          scope: 'organization',
          basis: 'bill',
          amountCents: 1000,
          thresholds: [
            { percent: 50, on: 'actual' },
            { percent: 100, on: 'actual' },
          ],
          atLimit: 'alert',
          recipients: null,
          createdAt: instantOf(madeAtSeconds - 5 * 86_400),
        },
        madeAtSeconds,
      ),
    );
}

/** Simulates the past of the templates in an empty database, with the platform's code and the sandbox gateway. */
export async function makeTemplates(databaseUrl: string, dataDir: string, seeds: readonly TemplateSeed[] = templateSeeds): Promise<void> {
  await setClock(databaseUrl, dataDir, madeAtSeconds);
  const context = await openContext(configOf(databaseUrl, dataDir), null, undefined, { automatic: false, seeds });
  await addBudgets(context.db);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`insert into webhook_endpoints (id, url, events, secret, created_at, created_by)
    values ('wep_bench', 'https://hooks.example/billing', '{*}', 'whsec_bench', now(), 'command')`);
  await client.query(past);
  await client.query("update webhook_endpoints set deleted_at = now(), secret = null, deleted_by = 'command'");
  await client.query(
    `update notice_deliveries set state = 'sent', sent_at = coalesce(sent_at, to_timestamp(${madeAtSeconds})) where state = 'queued'`,
  );
  await client.query('delete from pgboss.job');
  await client.end();
  // A copied row is up to a day older than its original in the template. Removes each row that would already be expired in a copy.
  await removeExpired(context.db, new Date((madeAtSeconds + 2 * 86_400) * 1000));
  await context.close();
}

interface Making {
  readonly name: string;
  readonly dataDir: string;
  readonly from: { readonly name: string; readonly dataDir: string };
  readonly organizations: number;
}

export async function makeOrganizations(
  cluster: string,
  { name, from, dataDir, organizations }: Making,
  say?: (words: string) => void,
): Promise<string> {
  const client = new pg.Client(`${cluster}/postgres`);
  await client.connect();
  await client.query(`create database ${name} template ${from.name}`);
  await client.end();
  cpSync(from.dataDir, dataDir, { recursive: true });
  const url = `${cluster}/${name}`;
  await copyOrganizations(url, organizations, templateSeeds, say);
  return url;
}
