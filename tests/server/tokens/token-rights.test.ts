import { expect, it, vi } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { demoOrganizations } from '#server/seed/demo-organizations/all-organizations.ts';
import { newToken } from '#tests/support/new-token.ts';
import { once, operatorOf } from '#tests/support/operator.ts';
import { onEachStore, type TestPlatform } from '#tests/support/platform.ts';

vi.setConfig({ testTimeout: 60_000 });

const slug = 'pro-payg';
const base = (of = slug) => `/platform/organizations/${of}`;
const day = 86_400;

onEachStore(
  (platform) => {
    const now = () => platform().context.clock.nowSeconds();
    const rows = async <Row>(query: string) => rowsOf<Row>(await platform().context.db.execute(query));
    const create = (body: object, { as = 'owner', of = slug, key = '' } = {}) =>
      platform().ask(`${base(of)}/tokens`, {
        as,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
        body: JSON.stringify({ name: 'Report', scopes: ['billing:read'], expires_at: now() + day, ...body }),
      });
    const askAs = (token: string, path: string, { method = 'GET', headers = {} }: Parameters<TestPlatform['ask']>[1] = {}) =>
      platform().ask(path, { method, headers: { Authorization: `Bearer ${token}`, Version: '2', ...headers } });
    const asOwner = (path: string) => platform().ask(path, { as: 'owner', headers: { Version: '2' } });

    it('never shows the text of an ended or deleted token again, nor to another member', async () => {
      const body = { expires_at: now() + day };
      const first = (await create(body, { key: 'again' })).body;
      expect((await create(body, { key: 'again' })).body.token).toBe(first.token);
      expect((await create(body, { key: 'again', as: 'admin' })).body.token).not.toBe(first.token);

      const [{ hash } = { hash: '' }] = await rows<{ hash: string }>(
        `select token_hash as hash from organization_tokens where id = '${first.id}'`,
      );
      await rows(`update organization_tokens set token_hash = 'of another key' where id = '${first.id}' returning id`);
      const rotated = await create(body, { key: 'again' });
      expect([rotated.status, rotated.body.message]).toEqual([409, expect.stringContaining('can no longer be shown')]);
      await rows(`update organization_tokens set token_hash = '${hash}' where id = '${first.id}' returning id`);

      await platform().ask(`${base()}/tokens/${first.id}`, { as: 'owner', method: 'DELETE' });
      const revoked = await create(body, { key: 'again' });
      expect([revoked.status, revoked.body.message]).toEqual([409, expect.stringContaining('has ended')]);
      await rows(`delete from organization_tokens where id = '${first.id}' returning id`);
      const later = await create(body, { key: 'again' });
      expect([later.status, later.body.token === first.token]).toEqual([201, false]);
      expect((await askAs(first.token, `${base()}/usage`)).status).toBe(401);
      const { entries } = (await asOwner(`${base()}/billing/activity?kind=tokens`)).body;
      expect(entries.map(({ title }: { title: string }) => title)).toContain('Token Report revoked');
    });

    it('limits the live tokens of an organization', async () => {
      const of = 'team-eu';
      await rows(`insert into organization_tokens (id, organization_id, name, scopes, token_hash, created_by, created_at, ends_at)
        select 'tok_' || lpad(i::text, 24, '0'), o.id, 'n', '{propose}', 'h' || i, (select id from members where handle = 'owner'), now(), now() + interval '300 days'
        from organizations o, generate_series(1, 99) i where o.slug = '${of}' returning id`);
      expect((await create({}, { of })).status).toBe(201);
      const full = await create({}, { of });
      expect([full.status, full.body.message]).toEqual([422, 'An organization can have 100 tokens. Revoke one that is no longer used.']);
      expect((await asOwner(`${base(of)}/tokens`)).body.tokens).toHaveLength(100);
    });

    it('creates no token for a member who leaves or loses a permission while the request waits', async () => {
      const { db } = platform().context;
      const of = 'free-one-card';
      const membership = `member_id = (select id from members where handle = 'admin') and organization_id = (select id from organizations where slug = '${of}')`;
      for (const [change, status] of [
        [`update memberships set role = 'viewer' where ${membership}`, 403],
        [`delete from memberships where ${membership}`, 404],
      ] as const) {
        await rows(`update memberships set role = 'admin' where ${membership} returning role`);
        let request: ReturnType<typeof create> | undefined;
        await db.transaction(async (tx) => {
          await tx.execute(`select id from organizations where slug = '${of}' for no key update`);
          request = create({}, { of, as: 'admin' });
          // On PostgreSQL, the request is authorized and then waits for the lock. On the embedded database, it waits for the connection.
          if (expect.getState().currentTestName?.includes('on postgres'))
            await expect
              .poll(() => rows(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
              .toHaveLength(1);
          await tx.execute(change);
        });
        expect((await request)?.status).toBe(status);
      }
    });

    it('reads no texts that staff wrote, no emails and no charge attempts', async () => {
      const operator = await operatorOf(platform());
      const credit = { amount_cents: 500, reason: 'Sorry, Quill Quince' };
      expect((await operator.ask('POST', `/organizations/${slug}/credits`, credit, once())).status).toBe(201);
      const { token } = await newToken(platform(), slug, { scopes: ['billing:read'] });
      const history = `${base()}/billing/credits/history`;
      expect(JSON.stringify((await asOwner(history)).body)).toContain('Quill');
      const [entry] = (await askAs(token, history)).body.entries;
      expect([entry.description, entry.amount]).toEqual(['Entry by staff', 500]);

      const kinds = ({ body }: { body: { events: { kind: string }[] } }) => new Set(body.events.map(({ kind }) => kind));
      const forecast = `${base()}/billing/forecast`;
      expect([...kinds(await asOwner(forecast))]).toEqual(expect.arrayContaining(['invoice', 'email', 'attempt']));
      const read = kinds(await askAs(token, forecast));
      expect([read.has('invoice'), read.has('email'), read.has('attempt')]).toEqual([true, false, false]);
    });

    it('reads unpaid invoices without the cards that will pay them and without notes of staff', async () => {
      const operator = await operatorOf(platform());
      let [plans, notes] = [0, 0];
      for (const { slug: of, fault } of demoOrganizations) {
        if (fault) continue;
        const path = `${base(of)}/billing/invoices`;
        const { status, body } = await asOwner(path);
        if (status !== 200) continue;
        const owed = body.find((invoice: any) => ['open', 'issued', 'uncollectible'].includes(invoice.status) && invoice.amount_due > 0);
        const hasPlan = JSON.stringify(body).includes('"last4"');
        if (!owed || !(hasPlan || notes === 0)) continue;
        const { token } = await newToken(platform(), of, { scopes: ['billing:read'] });
        if (hasPlan) {
          plans += 1;
          expect([of, JSON.stringify((await askAs(token, path)).body).includes('last4')]).toEqual([of, false]);
        }
        if (notes > 0) continue;
        notes += 1;
        expect((await operator.ask('POST', `/invoices/${owed.id}/forgive`, { reason: 'Sorry, Quill Quince' }, once())).status).toBe(200);
        expect(JSON.stringify((await asOwner(path)).body)).toContain('Quill');
        expect(JSON.stringify((await askAs(token, path)).body)).not.toContain('Quill');
      }
      expect([plans > 0, notes]).toEqual([true, 1]);
    });

    it('answers HEAD, and is no credential for the admin API, sign-out or the creation of tokens', async () => {
      const { id, token } = await newToken(platform(), slug, { scopes: ['billing:read'] });
      const head = await askAs(token, `${base()}/billing/invoices`, { method: 'HEAD' });
      expect([head.status, Number(head.headers.get('X-Total-Count')) > 0]).toEqual([200, true]);
      expect((await askAs(token, `/admin/v1/organizations/${slug}`)).status).toBe(401);
      expect((await askAs(token, '/sign-out', { method: 'POST' })).status).toBeLessThan(500);
      const made = await askAs(token, `${base()}/tokens`, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
      expect([made.status, made.body.message]).toEqual([403, 'Only members can make this call, not tokens']);
      expect((await askAs(token, `${base()}/usage`)).status).toBe(200);
      expect(platform().logged.filter((line) => line['tokenId'] === id && line['msg'] === 'request').length).toBeGreaterThan(2);
    });
  },
  {},
  { automatic: false },
  'database',
);
