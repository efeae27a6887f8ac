import { expect, it, vi } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { rowsOf } from '#server/database/database.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { placesOf } from '#tests/server/erasure/places.ts';
import { toRequest, wellFormed } from '#tests/server/bad-input/requests.ts';
import { postboxOf } from '#tests/support/confirm-recipients.ts';
import { localConnection } from '#tests/support/local-connection.ts';
import { newToken } from '#tests/support/new-token.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { storedDigest } from '#tests/support/stored-digest.ts';
import { onEachStore, type TestPlatform } from '#tests/support/platform.ts';

vi.setConfig({ testTimeout: 60_000 });

const slug = 'pro-payg';
const base = (of = slug) => `/platform/organizations/${of}`;
const daySeconds = 86_400;
const tokenForm = /^bt_\d+_[\w-]{43}$/;

onEachStore(
  (platform) => {
    const now = () => platform().context.clock.nowSeconds();
    const send = (method: string, path: string, body?: object, { as = 'owner', headers = {} }: Parameters<TestPlatform['ask']>[1] = {}) =>
      platform().ask(path, {
        as,
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const askAs = (token: string, path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) =>
      platform().ask(path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Version: '2' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const listed = async (id: string, of = slug) =>
      (await send('GET', `${base(of)}/tokens`)).body.tokens.find((token: { id: string }) => token.id === id);
    const projectsOf = async (of = slug): Promise<string[]> =>
      (await send('GET', `${base(of)}/projects?limit=100`)).body.projects.map(({ ref }: { ref: string }) => ref);
    const request = () => ({ name: 'Cost report', scopes: ['billing:read'], expires_at: now() + 30 * daySeconds });
    const idle = () => platform().context.notices.idle();

    it('shows a new token once, stores only its hash, logs it and tells the owners', async () => {
      expect((await send('GET', '/platform/profile')).body.capabilities).toContain('tokens');
      const [ref = ''] = await projectsOf();
      const { status, body } = await send('POST', `${base()}/tokens`, { ...request(), project_ref: ref }, { as: 'admin' });
      expect(status).toBe(201);
      expect(body.token).toMatch(tokenForm);
      const { token, ...known } = body;
      expect(known).toMatchObject({ name: 'Cost report', scopes: ['billing:read'], project_ref: ref, created_by: 'adam-admin' });
      expect([known.last_used_at, known.revoked_at, known.creator_left_at]).toEqual([null, null, null]);
      expect(await listed(known.id)).toEqual(known);
      const [, secret = ''] = /_([\w-]{43})$/.exec(token) ?? [];
      expect(await placesOf(platform().context.db, [secret])).toEqual({});

      const { entries } = (await send('GET', `${base()}/billing/audit`)).body;
      expect(entries[0]).toMatchObject({
        what: 'token',
        subject: known.id,
        actor: 'adam-admin',
        call: 'createToken',
        after: { name: 'Cost report', scopes: ['billing:read'], project_ref: ref },
      });
      const activity = (await send('GET', `${base()}/billing/activity?kind=tokens`)).body.entries;
      expect(activity[0]).toMatchObject({ title: 'Token Cost report created', about: { kind: 'tokens' } });

      await idle();
      const emails = (await postboxOf(platform())).filter(({ kind, organization }) => kind === 'token_created' && organization === slug);
      expect(emails.map(({ to }) => to)).toEqual([['owner@fleet.example']]);
      expect(emails[0]?.text).toMatch(
        /adam-admin created a token[^]*Scopes: Read costs and usage[^]*owner@fleet\.example gets this as an owner/,
      );
      expect(emails[0]?.text).not.toContain(secret);
    });

    it('gives a repeated request the same token, and refuses another request with its key', async () => {
      const body = { ...request(), name: 'Repeated' };
      const again = { headers: { 'Idempotency-Key': 'token-1' } };
      const first = await send('POST', `${base()}/tokens`, body, again);
      const second = await send('POST', `${base()}/tokens`, body, again);
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
      const other = await send('POST', `${base()}/tokens`, { ...body, name: 'Other' }, again);
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
      const { tokens } = (await send('GET', `${base()}/tokens`)).body;
      expect(tokens.filter(({ name }: { name: string }) => name === 'Repeated')).toHaveLength(1);
    });

    it.each([
      ['an end that has passed', () => ({ expires_at: now() - 1 }), 400, 'body.expires_at'],
      ['an end in more than a year', () => ({ expires_at: now() + 367 * daySeconds }), 400, 'body.expires_at'],
      ['no end', () => ({ expires_at: undefined }), 400, 'body.expires_at'],
      ['no scope', () => ({ scopes: [] }), 400, 'body.scopes'],
      ['an unknown scope', () => ({ scopes: ['billing:write'] }), 400, 'body.scopes.0'],
      ['a scope twice', () => ({ scopes: ['propose', 'propose'] }), 400, 'body.scopes'],
      ['a name with a web address', () => ({ name: 'see https://evil.example' }), 400, 'body.name'],
      ['a project of another organization', () => ({ project_ref: 'a'.repeat(20) }), 422, 'body.project_ref'],
    ])('refuses %s and names the field', async (_, change, status, path) => {
      const answer = await send('POST', `${base()}/tokens`, { ...request(), ...change() });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, path]);
    });

    it('limits how many tokens an organization creates within an hour', async () => {
      const of = 'enterprise-invoice';
      const answers = [];
      for (let count = 0; count < 21; count += 1) answers.push(await send('POST', `${base(of)}/tokens`, request()));
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
      expect(answers.at(-1)?.body.message).toMatch(/^An organization can create 20 tokens an hour\. Next possible at /);
    });

    it('notes the last use at most once a minute, and counts the requests of each token', async () => {
      const { id, token } = await newToken(platform(), slug, { scopes: ['billing:read'] });
      const { db, clock } = platform().context;
      const first = await askAs(token, `${base()}/usage`);
      expect([first.status, first.headers.get('RateLimit-Policy')]).toEqual([200, '"requests";q=600;w=60']);
      const used = async () => (await listed(id)).last_used_at;
      const noted = await used();
      expect(Math.abs(noted - now())).toBeLessThanOrEqual(2);
      const offset = clock.offsetMs();
      clock.moveTo(offset + 55_000);
      await askAs(token, `${base()}/usage`);
      expect(await used()).toBe(noted);
      clock.moveTo(offset + 70_000);
      await askAs(token, `${base()}/usage`);
      expect(await used()).toBeGreaterThanOrEqual(noted + 60);
      clock.moveTo(offset);

      await db.execute(`update rate_limits set points = 600 where key = 'token_requests:${id}'`);
      const refused = await askAs(token, `${base()}/usage`);
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
      expect(refused.headers.get('RateLimit')).toMatch(/^"requests";r=0;t=\d+$/);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      const { token: other } = await newToken(platform(), slug, { scopes: ['billing:read'] });
      expect((await askAs(other, `${base()}/usage`)).status).toBe(200);
    });

    it('refuses a token that is unknown, revoked, expired, of another organization, or in a cookie', async () => {
      const path = `${base()}/usage`;
      const { id, token } = await newToken(platform(), slug, { scopes: ['billing:read'] });
      const unknown = await askAs(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, path);
      expect([unknown.status, unknown.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
      for (const id of ['999999', '2147483647', '2147483648', '9999999999', '0', '007'])
        expect([id, (await askAs(token.replace(/^bt_\d+/, `bt_${id}`), path)).status]).toEqual([id, 401]);
      expect((await askAs(token, `${base('team-eu')}/usage`)).status).toBe(404);
      expect((await platform().ask(path, { headers: { Cookie: `session=${token}` } })).status).toBe(401);
      const { clock } = platform().context;
      const offset = clock.offsetMs();
      clock.moveTo(offset + 25 * 3_600_000);
      const expired = await askAs(token, path);
      clock.moveTo(offset);
      expect([expired.status, expired.body.message]).toEqual([401, 'This token has expired']);
      expect((await askAs(token, path)).status).toBe(200);

      expect((await send('DELETE', `${base('team-eu')}/tokens/${id}`)).status).toBe(404);
      expect([(await send('DELETE', `${base()}/tokens/${id}`)).status, (await send('DELETE', `${base()}/tokens/${id}`)).status]).toEqual([
        204, 204,
      ]);
      const revoked = await askAs(token, path);
      expect([revoked.status, revoked.body.message]).toEqual([401, 'This token has been revoked']);
      expect((await listed(id)).revoked_at).toBeGreaterThan(0);
      const { entries } = (await send('GET', `${base()}/billing/audit`)).body;
      expect(entries[0]).toMatchObject({ what: 'token', subject: id, call: 'revokeToken', actor: 'olivia-owner' });
    });

    it('refuses a scope that a token lacks, and names it', async () => {
      const { token } = await newToken(platform(), slug, { scopes: ['propose'] });
      const { status, body, headers } = await askAs(token, `${base()}/usage`);
      expect([status, body.message]).toEqual([403, 'This token lacks the scope billing:read']);
      expect(headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope", scope="billing:read"');
    });

    it('opens no call that pays or changes something, and reveals no member, address, tax ID or card', async () => {
      const { db } = platform().context;
      const { token } = await newToken(platform(), slug, { scopes: ['billing:read', 'propose'] });
      const [invoice] = (await send('GET', `${base()}/billing/invoices?status=paid&limit=1`)).body;
      const values = async (query: string): Promise<string[]> =>
        rowsOf<{ value: string | null }>(await db.execute(query)).flatMap(({ value }) => value ?? []);
      const own = `organization_id = (select id from organizations where slug = '${slug}')`;
      const hidden = [
        '"last4"',
        '"brand"',
        ...(await values(
          `select unnest(array[primary_email, username]) as value from members where id in (select member_id from memberships where ${own})`,
        )),
        ...(await values(`select unnest(array[line1, tax_id_value]) as value from customers where ${own}`)),
        ...(await values(
          `select unnest(array[billing_email] || additional_billing_emails) as value from organizations where slug = '${slug}'`,
        )),
      ];
      expect(hidden.length).toBeGreaterThan(14);
      const app = createApp(platform().context, {
        render: () => Promise.reject(new Error('no pages here')),
        manifest: null,
        assets: noAssets,
      });

      const opened: CallName[] = [];
      const before = await storedDigest(db);
      for (const name of Object.keys(callTable) as CallName[]) {
        const parts = wellFormed(name);
        const params = { ...parts.params, slug, invoice_id: invoice.id };
        const named = Object.fromEntries(Object.keys(parts.params).map((key) => [key, (params as Record<string, string>)[key] ?? '']));
        const answer = await app.fetch(toRequest(name, { ...parts, params: named }, { Authorization: `Bearer ${token}` }), localConnection);
        const text = await answer.text();
        if (answer.status >= 300) continue;
        opened.push(name);
        expect([name, hidden.filter((value) => text.includes(value))]).toEqual([name, []]);
      }
      const isHarmless = (name: CallName): boolean => {
        const { method }: CallDeclaration = callTable[name];
        return method === 'GET' || method === 'HEAD' || name === 'priceItem';
      };
      expect(opened.length).toBeGreaterThan(12);
      expect(await storedDigest(db)).toBe(before);
      expect(opened.filter((name) => !isHarmless(name))).toEqual([]);
    });

    it('keeps a token that is limited to a project to this project', async () => {
      const [mine = '', other = ''] = await projectsOf();
      const { token } = await newToken(platform(), slug, { scopes: ['billing:read', 'usage:write'], project_ref: mine });
      const status = async (path: string) => (await askAs(token, `${base()}${path}`)).status;
      expect(await status(`/usage?project_ref=${mine}`)).toBe(200);
      expect([await status('/usage'), await status(`/usage?project_ref=${other}`), await status('/billing/invoices/upcoming')]).toEqual([
        403, 403, 403,
      ]);
      const record = (id: string, ref: string, more: object = {}) => ({
        id,
        project_ref: ref,
        metric: 'EGRESS',
        quantity: 1,
        at: now() - 60,
        ...more,
      });
      const { token: whole } = await newToken(platform(), slug, { scopes: ['usage:write'] });
      const records = (all: object[]) => ({ method: 'POST', body: { records: all } });
      const path = `${base()}/usage/records`;
      expect((await askAs(whole, path, records([record('of-other', other)]))).body).toMatchObject({ accepted: 1, rejected: [] });
      const { body } = await askAs(
        token,
        path,
        records([
          record('mine', mine),
          record('foreign', other),
          record('correction', mine, { replaces: 'of-other', quantity: 0 }),
          record('own-correction', mine, { replaces: 'mine', quantity: 2 }),
        ]),
      );
      expect(body.accepted).toBe(2);
      expect(body.rejected.map(({ id, path: field, code }: Record<string, string>) => [id, field, code])).toEqual([
        ['foreign', 'project_ref', 'other_project'],
        // The error code is the same as for a record that does not exist.
        ['correction', 'replaces', 'unknown_record'],
      ]);
    });

    it('lists a token whose creator left, and ends it after 30 days', async () => {
      const of = 'pro-capped';
      const longest = { scopes: ['billing:read' as const], expires_at: now() + 300 * daySeconds };
      const { id, token } = await newToken(platform(), of, longest, 'admin');
      const operator = await operatorOf(platform());
      expect((await operator.ask('DELETE', `/organizations/${of}/members/admin@fleet.example`)).status).toBeLessThan(300);
      const { creator_left_at: leftAt, expires_at: end, created_by: by } = await listed(id, of);
      expect([by, Math.abs(leftAt - now()) <= 2, end]).toEqual(['adam-admin', true, leftAt + 30 * daySeconds]);
      expect((await askAs(token, `${base(of)}/usage`)).status).toBe(200);
      const { clock } = platform().context;
      const offset = clock.offsetMs();
      clock.moveTo(offset + 31 * daySeconds * 1000);
      const ended = await askAs(token, `${base(of)}/usage`);
      clock.moveTo(offset);
      expect([ended.status, ended.body.message]).toEqual([401, 'This token has ended, because its creator has left']);
      const { entries } = (await send('GET', `${base(of)}/billing/activity?kind=tokens`)).body;
      expect(entries[0].title).toBe('Token Report ends soon because its creator left');
    });

    it('refuses the tokens of a closed organization', async () => {
      const operator = await operatorOf(platform());
      expect((await operator.ask('PUT', '/organizations/closing', { name: 'Closing', plan: 'free' })).status).toBe(201);
      await operator.ask('PUT', '/organizations/closing/members/owner@fleet.example', { role: 'owner' });
      const { token } = await newToken(platform(), 'closing', { scopes: ['billing:read'] });
      expect((await askAs(token, `${base('closing')}/billing/plans`)).status).toBe(200);
      expect((await operator.ask('DELETE', '/organizations/closing')).status).toBe(202);
      expect((await askAs(token, `${base('closing')}/billing/plans`)).status).toBe(401);
    });
  },
  {},
  { automatic: false },
  'database',
);
