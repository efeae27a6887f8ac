import { expect, it, vi } from 'vitest';
import { rowsOf, type Database } from '#server/database/database.ts';
import { removeExpired } from '#server/store/retention/remove-expired.ts';
import { lastingTables } from '#server/store/retention/lasting-tables.ts';
import { retentionRules } from '#server/store/retention/retention-table.ts';
import { once, operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { tableNames } from '#tests/support/stored-digest.ts';

vi.setConfig({ testTimeout: 120_000 });

const dayMs = 86_400_000;

async function unlisted(db: Database): Promise<string[]> {
  const tables = await tableNames(db);
  const lasting = lastingTables.map(({ table }) => table);
  const listed = new Set([...retentionRules.map(({ table }) => table), ...lasting]);
  const twice = lasting.filter((table, index) => lasting.indexOf(table) !== index || retentionRules.some((rule) => rule.table === table));
  return [...tables.filter((name) => !listed.has(name)), ...[...listed].filter((name) => !tables.includes(name)), ...twice];
}

onEachStore(
  (platform) => {
    const db = () => platform().context.db;
    const run = (query: string) => db().execute(query);
    const count = async (table: string) => rowsOf<{ n: number }>(await run(`select count(*)::int as n from ${table}`))[0]?.n;

    it('says of every table how long its rows stay', async () => {
      expect(await unlisted(db())).toEqual([]);
      const faults = await db()
        .transaction(async (tx) => {
          await tx.execute('create table surplus (a int)');
          throw Object.assign(new Error('seeded'), { faults: await unlisted(tx) });
        })
        .catch((error: { faults: string[] }) => error.faults);
      expect(faults).toEqual(['surplus']);
    });

    it('removes what has had its time, in batches, by several at once, and nothing else', async () => {
      const { ask } = await operatorOf(platform());
      expect((await ask('PUT', '/organizations/kept', { name: 'Kept', plan: 'free' })).status).toBe(201);
      expect((await ask('PUT', '/organizations/kept/members/ada@kept.example', { role: 'owner', username: 'ada' })).status).toBe(201);
      expect((await ask('PUT', `/organizations/kept/projects/${'k'.repeat(20)}`, { name: 'web' })).status).toBe(201);
      await run(`update projects set created_at = now() - interval '600 days'`);
      const org = `(select id from organizations where slug = 'kept')`;
      const project = `(select id from projects limit 1)`;
      const before = await count('platform_events');
      const rows = (old: string, young: string) =>
        `select i, case when i <= 5 then ${old} else ${young} end as at from generate_series(1, 6) i`;
      const days = (old: number, young: number) => rows(`now() - interval '${old} days'`, `now() - interval '${young} days'`);
      const epoch = (at: string) => `extract(epoch from ${at})::bigint`;
      for (const statement of [
        `insert into sessions select 's' || i, (select id from members limit 1), now(), now(), at from (${rows("now() - interval '1 minute'", "now() + interval '1 day'")}) r`,
        `insert into staff_sessions select 't' || i, 'i', 's', 'ada@example.com', at, at from (${rows("now() - interval '1 minute'", "now() + interval '1 day'")}) r`,
        `insert into platform_emails (kind, business_key, address, facts, occurred_at, state) select 'key_created', 'e' || i, 'a', '{}', at, 'sent' from (${days(401, 399)}) r`,
        `insert into gateway_events (id, type, object_type, object_id, created_at, processed_at, run_after) select 'evt' || i, 't', 'o', 'o', at, at, at from (${days(31, 29)}) r`,
        `insert into gateway_events (id, type, object_type, object_id, created_at, run_after) values ('waits', 't', 'o', 'o', now() - interval '90 days', now())`,
        `insert into idempotency_keys (organization_id, key, call, body_hash, state, locked_until, status, subject, created_at) select ${org}, 'k' || i, 'c', 'h', 'done', now(), 200, 'x', at from (${days(401, 399)}) r`,
        `insert into idempotency_keys (organization_id, key, call, body_hash, locked_until, created_at) select ${org}, 'n' || i, 'c', 'h', now(), at from (${days(8, 6)}) r`,
        `insert into admin_requests (key_id, request_hash, call, body_hash, created_at) select 'key', 'h' || i, 'c', 'h', at from (${days(401, 399)}) r`,
        `insert into captcha_tokens (token_hash, organization_id, used_at) select 't' || i, ${org}, at from (${days(2, 0)}) r`,
        `insert into rate_limits (key, points, expire) select 'l' || i, 1, (extract(epoch from at) * 1000)::bigint from (${days(2, 0)}) r`,
        `insert into outbox (organization_id, kind, subject, state, run_after) select ${org}, 'sync_methods', 'w' || i, 'done', at from (${days(8, 6)}) r`,
        `insert into outbox (organization_id, kind, subject, state, run_after) values (${org}, 'sync_methods', 'dead', 'dead', now() - interval '90 days')`,
        `insert into notices (organization_id, kind, business_key, facts, occurred_at) select ${org}, 'receipt', 'b' || i, '{}', at from (${days(401, 399)}) r`,
        `insert into notices (organization_id, kind, business_key, facts, occurred_at) values (${org}, 'receipt', 'queued', '{}', now() - interval '500 days')`,
        `insert into notice_deliveries (notice_id, organization_id, address, run_after) select id, ${org}, 'a@kept.example', now() + interval '1 day' from notices where business_key = 'queued'`,
        `insert into postbox_messages (kind, organization, recipient, subject, headers, text, html, sent_at) select 'receipt', 'kept', 'r', 's', '{}', 't', 'h', at from (${days(401, 399)}) r`,
        `insert into usage_records (organization_id, project_id, record_id, metric, kind, resource_id, from_seconds, quantity) select ${org}, ${project}, 'u' || i, 'EGRESS', 'project', 'r', ${epoch('at')}, 1 from (${days(432, 430)}) r`,
        `insert into usage_records (organization_id, project_id, record_id, metric, kind, resource_id, from_seconds, until_seconds, quantity) select ${org}, ${project}, 'p' || i, 'AUTH_MFA_PHONE', 'project', 'r', ${epoch("now() - interval '440 days'")} + i, ${epoch("now() - interval '439 days'")}, 1 from generate_series(1, 6) i`,
        `insert into feedback (organization_id, survey, answers, created_at) select ${org}, 'upgrade', '{}', at from (${days(401, 399)}) r`,
        `insert into budget_events (organization_id, budget_id, budget_name, version, period_id, at, kind, thresholds, amount_cents, actual_cents, projected_cents) select ${org}, 'b', 'b', 1, 1, at, 'resolved', '[]', 1, 1, 1 from (${days(401, 399)}) r`,
        `insert into organization_tokens (id, organization_id, name, scopes, token_hash, created_by, created_at, ends_at) select 'tok' || i, ${org}, 'n', '{propose}', 'h' || i, (select id from members limit 1), at, at from (${days(91, 89)}) r`,
        `insert into proposals (id, organization_id, act, tier, reason, token_id, due_cents, monthly_cents, created_at, ends_at) select 'prop' || i, ${org}, 'plan', 'tier_team', 'r', 'tok', 1, 1, at, at from (${days(401, 399)}) r`,
        `insert into setup_intents (id, organization_id, state, created_at) select 'seti' || i, ${org}, 'canceled', at from (${days(401, 399)}) r`,
        `insert into quotes (id, organization_id, tier, quoted_at, expires_at, total_cents, usage_due_cents) select 'q' || i, ${org}, 'tier_pro', at, at, 0, 0 from (${days(2, 0)}) r`,
        `update platform_events set at = now() - interval '500 days'`,
      ])
        await run(statement);

      const now = new Date();
      const runs = await Promise.all([1, 2, 3].map(() => removeExpired(db(), now, { batch: 2 })));
      const removed: Record<string, number> = {};
      for (const one of runs) for (const [table, n] of Object.entries(one)) removed[table] = (removed[table] ?? 0) + n;
      expect(removed).toEqual({
        sessions: 5,
        staff_sessions: 5,
        platform_emails: 5,
        gateway_events: 5,
        idempotency_keys: 10,
        admin_requests: 5,
        captcha_tokens: 5,
        rate_limits: 5,
        outbox: 5,
        platform_events: (before ?? 0) - 1,
        notices: 5,
        postbox_messages: 5,
        usage_records: 10,
        usage_days: 3,
        usage_hours: 1,
        usage_minutes: 1,
        feedback: 5,
        budget_events: 5,
        organization_tokens: 5,
        proposals: 5,
        setup_intents: 5,
        quotes: 5,
      });
      const left = [
        'sessions',
        'gateway_events',
        'idempotency_keys',
        'outbox',
        'notices',
        'usage_records',
        'usage_hours',
        'usage_minutes',
        'platform_events',
        'feedback',
      ];
      expect(Object.fromEntries(await Promise.all(left.map(async (table) => [table, await count(table)])))).toEqual({
        sessions: 1,
        gateway_events: 2,
        idempotency_keys: 2,
        outbox: 2,
        notices: 2,
        usage_records: 2,
        usage_hours: 1,
        usage_minutes: 1,
        platform_events: 1,
        feedback: 1,
      });
      expect(await removeExpired(db(), now)).toEqual({});
    });

    it('erases an organization 400 days after its close, and removes it with its books after ten years', async () => {
      const { ask } = await operatorOf(platform());
      expect((await ask('PUT', '/organizations/gone', { name: 'Gone Limited', plan: 'pro', spend_cap: false })).status).toBe(201);
      expect((await ask('PUT', '/organizations/gone/members/gus@gone.example', { role: 'owner', username: 'gus' })).status).toBe(201);
      expect((await ask('POST', '/organizations/gone/credits', { amount_cents: 500, reason: 'Kindness' }, once())).status).toBe(201);
      expect((await ask('DELETE', '/organizations/gone')).status).toBe(202);
      const later = (days: number) => new Date(Date.now() + days * dayMs);
      const others = `ledger_entries where organization_id <> (select id from organizations where slug = 'gone')`;
      const kept = await count(others);
      expect((await removeExpired(db(), later(399)))['erased_organizations']).toBeUndefined();
      expect(await removeExpired(db(), later(401))).toMatchObject({ erased_organizations: 1 });
      const { body } = await ask('GET', '/organizations/gone');
      expect([body.name, (await ask('GET', '/organizations/gone/members')).body.members]).toEqual(['Erased organization', []]);
      expect(await count(`members where handle like 'erased-%'`)).toBe(1);
      expect((await removeExpired(db(), later(3600)))['organizations']).toBeUndefined();
      expect(await removeExpired(db(), later(3700))).toMatchObject({ organizations: 1 });
      expect((await ask('GET', '/organizations/gone')).status).toBe(404);
      expect(await count('ledger_entries')).toBe(kept);
      expect(await count(`audit_entries where organization_id not in (select id from organizations)`)).toBe(0);
    });
  },
  { SEED: 'none' },
  { automatic: false },
  'database',
);
