import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminParamExamples, adminWords } from '#contract/admin/admin-messages.ts';
import { callTable, type CallName } from '#contract/calls.ts';
import type { Context } from '#server/context.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { startSession } from '#server/http/session.ts';
import { copyOrganizations } from '#tests/bench/organizations/copy-organizations.ts';
import { makeTemplates, openMade } from '#tests/bench/organizations/make-database.ts';
import { measuredWork, prepareWork } from '#tests/bench/organizations/measured-work.ts';
import { madeAtSeconds, templateSeeds } from '#tests/bench/organizations/template-seeds.ts';
import { toRequest, wellFormed } from '#tests/server/bad-input/requests.ts';
import { simulate } from '#tests/simulation/simulate.ts';
import { groundOfTests } from '#tests/simulation/ground-of-tests.ts';
import { openWorlds } from '#tests/simulation/worlds.ts';
import { localConnection } from '#tests/support/local-connection.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { growingTables, hearStatements, walksIn, wholeReads, type HeardStatement } from '#tests/support/statement-plans.ts';
import { fillThinTables } from './thin-tables.ts';

// Checks that PostgreSQL's plan of each statement uses an index. The benchmark tests/bench/million-organizations.mjs measures the times.

const organizations = 8000;
const ownLooks = 8;
const cluster = inject('postgresUrl');

let folder: string;
let client: pg.Client;
let context: Context;
let closed: Promise<void> | null = null;
/** PostgreSQL publishes its statistics only when the connections close. */
const closePlatform = (): Promise<void> => (closed ??= context.close());

beforeAll(async () => {
  if (cluster === null) return;
  folder = mkdtempSync(join(tmpdir(), 'growth-'));
  const url = await createDatabase(cluster);
  await makeTemplates(url, folder);
  await copyOrganizations(url, organizations, templateSeeds);
  client = new pg.Client(url);
  await client.connect();
  await fillThinTables(client);
  context = await openMade(url, folder, madeAtSeconds);
}, 180_000);
afterAll(async () => {
  if (context) await closePlatform();
  await client?.end();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const one = async <T>(text: string): Promise<T> => (await client.query(text)).rows[0] as T;

it.skipIf(cluster === null)(
  'a made organization keeps the rules that triggers keep, and its page and bill are those of its template',
  { timeout: 120_000 },
  async () => {
    const count = async (text: string) => (await one<{ count: number }>(`select count(*)::int as count from (${text}) found`)).count;
    expect(await count('select from organizations')).toBe(organizations);
    expect(
      await count(
        'select t.id from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id group by t.id having count(e.id) <> max(t.entry_count) or sum(e.amount_cents) <> 0',
      ),
    ).toBe(0);
    expect(
      await count(
        'select organization_id, count(*)::int from invoices group by 1 except select organization_id, count from invoice_counts',
      ),
    ).toBe(0);
    expect(
      await count(`(select organization_id, span, extract(epoch from period_end)::bigint >> span, status, count(*)::int from invoices, unnest(array[12, 18, 24]::smallint[]) span group by 1, 2, 3, 4)
      except select organization_id, span, place, status, count from invoice_tallies`),
    ).toBe(0);
    expect(
      await count(`select organization_id, project_id, metric, sum(quantity) from usage_records where until_seconds is null group by 1, 2, 3
      except select organization_id, project_id, metric, sum(quantity) from usage_totals group by 1, 2, 3`),
    ).toBe(0);
    const { rows: references } = await client.query<{ text: string; name: string }>(`
    select format('select from %s a where %s and not exists (select from %s b where %s)', conrelid::regclass,
        (select string_agg(format('a.%I is not null', attname), ' and ') from unnest(conkey) k join pg_attribute on attrelid = conrelid and attnum = k), confrelid::regclass,
        (select string_agg(format('a.%I = b.%I', f.attname, t.attname), ' and ') from unnest(conkey, confkey) as k (f, t)
          join pg_attribute f on f.attrelid = conrelid and f.attnum = k.f join pg_attribute t on t.attrelid = confrelid and t.attnum = k.t)) as text, conname as name
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
    const filled =
      /change_|crossing|announcement|top_up|refund|dispute|credit_note|correction|late_invoice|late_record|collection|approval|staff_action|replica|addon|budget|quote|discount|held_usage/;
    const broken: string[] = [];
    for (const { text, name } of references) if (!filled.test(name) && (await count(text)) > 0) broken.push(name);
    expect(broken).toEqual([]);

    const app = createApp(context, {
      render: async (request) => (await import('#app/entry-server.tsx')).renderPage(request),
      manifest: null,
      assets: noAssets,
    });
    const { rows: sample } = await client.query<{ slug: string; template: string; member: number; template_member: number }>(`
    select o.slug, t.slug as template, r.member_id as member, s.member_id as template_member from organizations o join organizations t on t.slug = regexp_replace(o.slug, '-[0-9]+$', '')
    join memberships r on r.organization_id = o.id and r.role = 'owner' join memberships s on s.organization_id = t.id and s.role = 'owner'
    where o.slug ~ '^bench-[a-z]+-[0-9]+-[0-9]+$' and o.slug !~ 'largest' order by md5(o.slug) limit 25`);
    expect(sample).toHaveLength(25);
    for (const { slug, template, member, template_member: templateMember } of sample) {
      const read = async (of: string, memberId: number, path: string) => {
        const headers = { Cookie: `session=${await startSession(context.db, memberId)}`, Version: '2' };
        return app.fetch(new Request(`http://localhost${path.replace('{slug}', of)}`, { headers }), localConnection);
      };
      const page = await read(slug, member, '/org/{slug}/billing');
      expect([slug, page.status]).toEqual([slug, 200]);
      expect(await page.text()).not.toContain('went wrong');
      const totals = async (of: string, memberId: number) => {
        const invoices = (await (await read(of, memberId, '/platform/organizations/{slug}/billing/invoices?limit=100')).json()) as Record<
          string,
          unknown
        >[];
        const upcoming = (await (await read(of, memberId, '/platform/organizations/{slug}/billing/invoices/upcoming')).json()) as Record<
          string,
          any
        >;
        const metered = (upcoming['lines'] as Record<string, any>[]).filter(({ usage_metric: metric }) =>
          /EGRESS|ACTIVE_USERS|INVOCATIONS/.test(String(metric)),
        );
        return [
          invoices.map(({ number, status, amount_due }) => [status, amount_due, String(number).slice(-4)]),
          metered.map(({ amount, usage_original: used }) => [amount, used]),
        ];
      };
      expect([slug, await totals(slug, member)]).toEqual([slug, await totals(template, templateMember)]);
    }
  },
);

const connections = `select count(*)::int as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

async function askEverything(): Promise<void> {
  const app = createApp(context, { render: () => Promise.reject(new Error('no pages here')), manifest: null, assets: noAssets });
  const place = await one<{ slug: string; member: number; invoice: string; ref: string; budget: string }>(`
    select o.slug, r.member_id as member, (select id from invoices where organization_id = o.id limit 1) as invoice, (select ref from projects where organization_id = o.id limit 1) as ref,
      (select id from budgets where organization_id = o.id limit 1) as budget
    from organizations o join memberships r on r.organization_id = o.id and r.role = 'owner' where o.slug like 'bench-year-%-%' limit 1`);
  const member = { Cookie: `session=${await startSession(context.db, place.member)}` };
  for (const call of Object.keys(callTable) as CallName[]) {
    const parts = wellFormed(call);
    const knownParams = { ...parts.params, slug: place.slug, invoice_id: place.invoice, ref: place.ref, budget_id: place.budget };
    const params = Object.fromEntries(Object.keys(parts.params).map((name) => [name, (knownParams as Record<string, string>)[name] ?? '']));
    const credentials = call === 'recordUsage' ? { Authorization: `Bearer ${context.config.serviceToken}` } : member;
    const body = typeof parts.body === 'string' ? parts.body.replaceAll('free-one-card', place.slug) : parts.body;
    await (await app.fetch(toRequest(call, { ...parts, params, body }, credentials), localConnection)).arrayBuffer();
  }
  const asks = async (
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) => {
    const answer = await app.fetch(
      new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
      localConnection,
    );
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const operator = await operatorOf({ context, ask: asks } as never);
  for (const name of Object.keys(adminCallTable) as AdminCallName[]) {
    const { method, path, body, idempotent }: AdminCallDeclaration = adminCallTable[name];
    const params: Record<string, string> = { ...adminParamExamples, slug: place.slug, invoice_id: place.invoice, ref: place.ref };
    const filledPath = path.replace('/admin/v1', '').replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
    // Calls that erase data scan many tables for a person's traces, which is intended.
    if (['closeOrganization', 'eraseOrganization', 'eraseMember'].includes(name)) continue;
    await operator.ask(
      method,
      filledPath,
      body ? adminWords[name].example : undefined,
      idempotent ? { headers: { 'Idempotency-Key': `growth-${name}` } } : {},
    );
  }
}

async function statementsOfWork(): Promise<readonly HeardStatement[]> {
  // Uses batches of ten organizations. For batches of a hundred, a full scan would be the best plan in this small database.
  const works = measuredWork(context, await prepareWork(context, 10));
  const worlds = await openWorlds(groundOfTests());
  const hearing = hearStatements();
  for (const round of [0, 1]) for (const { run } of works) await run(round, round);
  await askEverything();
  for (const seed of [1, 2, 3, 4, 5]) await simulate(worlds, seed);
  const heard = hearing.stop();
  await worlds.close();
  return heard;
}

it.skipIf(cluster === null)('no statement of a request or a job reads the whole of a table that grows', { timeout: 180_000 }, async () => {
  const growing = await growingTables(client);
  const { rows: thin } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relname = any ($1) and c.relkind = 'r' and c.reltuples < 1500`,
    [growing],
  );
  expect(thin).toEqual([]);
  const before = await wholeReads(client);
  const heard = await statementsOfWork();
  expect(heard.length).toBeGreaterThan(250);
  const walks = await walksIn(client, heard, growing);
  expect(walks).toEqual([]);
  // The captured statements do not include statements in triggers and functions, so the test also compares the scan counts of the database.
  await closePlatform();
  await expect.poll(async () => (await one<{ count: number }>(connections)).count).toBe(0);
  const after = await wholeReads(client);
  const read = growing.map((table) => [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)] as const);
  expect(read.filter(([, times]) => times > ownLooks)).toEqual([]);

  await client.query('begin; drop index members_by_email; drop index work_dead');
  const found = await walksIn(client, heard, growing);
  await client.query('rollback');
  // Compares only table names, because PostgreSQL may scan any remaining index instead of the dropped index.
  expect([...new Set(found.map(({ what }) => what.split(' of ').at(-1)))].toSorted()).toEqual(['members', 'outbox']);
});

/** Tables whose rows are never deleted, so a foreign key to them needs no index. */
const neverDeleted = ['members', 'price_books', 'webhook_endpoints'];

it.skipIf(cluster === null)('every reference has an index that begins with it, so that what it names can be removed', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.conrelid::regclass || ': ' || c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 and c.confrelid::regclass::text <> all ($1) and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))`,
    [neverDeleted],
  );
  expect(rows).toEqual([]);
});
