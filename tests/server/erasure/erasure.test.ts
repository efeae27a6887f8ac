import { beforeAll, expect, it, vi } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { payerAt, testCard, type Payer } from '#tests/support/payer.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { placesOf } from './places.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const day = 86_400;
const slug = 'customer-one';
const organization = `/platform/organizations/${slug}`;

/** These values occur nowhere else in the database. */
const person = {
  email: 'Zelda.Quill+x@private.example',
  username: 'zq-quillperson',
  request: 'quill-request-4711',
  subject: 'oidc-quill-subject',
  address: '203.0.113.77',
};
const owner = { email: 'owen@quillowner.example', username: 'owen-quillowner' };
const company = {
  name: 'Quillcompany Trading',
  billingName: 'Zacharias Quillbilling',
  line1: '77 Quillstreet',
  city: 'Quillham',
  postal: 'QX97ZZ',
  tax: 'DE813579246',
  email: 'books@quillbooks.example',
  project: 'quillproject',
  record: 'quillrecord-1',
};

onEachStore(
  (platform) => {
    let operator: Operator;
    let payer: Payer;
    const db = () => platform().context.db;
    const run = (query: string) => db().execute(query);
    const ok = (answer: { status: number; body: unknown }) => {
      expect([answer.status < 300, answer.status < 300 ? '' : answer.body]).toEqual([true, '']);
      return answer.body as any;
    };
    const send = (as: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      platform().ask(path, {
        as,
        method,
        headers: {
          Version: '2',
          'X-Request-Id': person.request,
          'X-Forwarded-For': person.address,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const arrived = async () => {
      await payer.settled();
      await platform().context.notices.idle();
    };

    beforeAll(async () => {
      operator = await operatorOf(platform());
      payer = payerAt(platform());
      const { ask } = operator;
      const terms = { name: company.name, billing_email: company.email, plan: 'pro', spend_cap: false };
      ok(await ask('PUT', `/organizations/${slug}`, terms));
      ok(await ask('PUT', '/organizations/other', { name: 'Other', plan: 'free' }));
      const member = { role: 'owner', username: person.username };
      for (const place of [slug, 'other']) await ask('PUT', `/organizations/${place}/members/${encodeURIComponent(person.email)}`, member);
      ok(await ask('PUT', `/organizations/${slug}/members/${owner.email}`, { role: 'owner', username: owner.username }));
      ok(await ask('PUT', `/organizations/${slug}/projects/${'q'.repeat(20)}`, { name: company.project }));
      const { clock } = platform().context;
      const record = {
        id: company.record,
        organization: slug,
        project_ref: 'q'.repeat(20),
        metric: 'EGRESS',
        quantity: 5,
        at: clock.nowSeconds(),
      };
      expect(ok(await ask('POST', '/usage', { records: [record] })).accepted).toBe(1);

      const me = person.username;
      ok(await send(me, 'PATCH', organization, { additional_billing_emails: [person.email] }));
      const address = { line1: company.line1, city: company.city, postal_code: company.postal, country: 'DE' };
      ok(await send(me, 'PUT', `${organization}/customer`, { billing_name: company.billingName, address }));
      ok(await send(me, 'PUT', `${organization}/tax-ids`, { type: 'eu_vat', value: company.tax, country: 'DE' }));
      const { client_secret: secret } = ok(
        await send(me, 'POST', `${organization}/payments/setup-intent`, { hcaptchaToken: payer.captcha() }),
      );
      const card = await payer.card(testCard.good);
      await payer.confirm(secret, card);
      ok(await send(me, 'PUT', `${organization}/payments/default`, { payment_method_id: card }));
      const budget = {
        name: 'All',
        scope: 'organization',
        basis: 'bill',
        amount_cents: 100_000,
        thresholds: [{ percent: 80, on: 'actual' }],
        at_limit: 'alert',
        recipients: [person.email],
      };
      ok(await send(me, 'POST', `${organization}/billing/budgets`, budget, { 'Idempotency-Key': 'quill-budget' }));
      const token = { name: `Report, ask ${person.email}`, scopes: ['billing:read'], expires_at: clock.nowSeconds() + day };
      ok(await send(me, 'POST', `${organization}/tokens`, token, { 'Idempotency-Key': 'quill-token' }));
      const kinds = [{ kind: 'receipt', wanted: false }];
      ok(await send(me, 'PUT', `${organization}/billing/notice-settings`, { notice_kinds: [{ address: person.email, kinds }] }));
      const answers = {
        orgSlug: slug,
        prevPlan: 'free',
        currentPlan: 'pro',
        reasons: ['r'],
        additionalFeedback: `Write to\n${person.email}`,
      };
      ok(await send(me, 'POST', '/platform/feedback/upgrade', answers));
      // Stores data that this test's calls do not create: a provider login, and a webhook answer with the member's email address.
      await run(
        `insert into member_logins (issuer, subject, member_id, linked_at) select 'https://id.example', '${person.subject}', id, now() from members where handle = '${me}'`,
      );
      ok(await ask('POST', '/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', events: ['*'] }));
      ok(await ask('PUT', `/organizations/${slug}`, { ...terms, name: `${company.name} Limited` }));
      ok(await ask('PUT', `/organizations/${slug}/members/${encodeURIComponent(person.email)}`, { role: 'billing' }));
      await run(`update webhook_deliveries set last_answer = 'thanks, ${person.email}'`);
      await arrived();
    });

    const ofPerson = [person.email, person.username, person.request, person.subject];

    it('finds the person in many tables first, and the address that they came from in none', async () => {
      expect(Object.keys(await placesOf(db(), ofPerson))).toEqual(
        expect.arrayContaining([
          'audit_entries',
          'budgets',
          'feedback',
          'idempotency_keys',
          'member_logins',
          'members',
          'notice_addresses',
          'notice_deliveries',
          'organization_tokens',
          'organizations',
          'platform_events',
          'postbox_messages',
          'webhook_deliveries',
        ]),
      );
      expect(await placesOf(db(), [person.address])).toEqual({});
    });

    it('erases a person: nothing of them is left in any table, and what happened stays', async () => {
      const { ask } = operator;
      const path = `/members/${encodeURIComponent(person.email.toLowerCase())}/erasure`;
      const before = await placesOf(db(), ofPerson);
      const tried = ok(await ask('POST', path, { reason: 'Asked for', dry_run: true }));
      expect(tried).toMatchObject({ dry_run: true, kept: expect.arrayContaining([{ what: expect.any(String), why: expect.any(String) }]) });
      expect(await placesOf(db(), ofPerson)).toEqual(before);
      const named = await ask('POST', path, { reason: `Asked for by ${person.email}` });
      expect([named.status, named.body.errors?.[0]?.path]).toEqual([422, 'body.reason']);
      const sequences = 'select organization_id, sequence, type from platform_events order by 1, 2';
      const sequenceRows = rowsOf(await run(sequences));

      const done = ok(await ask('POST', path, { reason: 'Asked for' }));
      expect(done.places).toEqual(tried.places);
      await arrived();
      expect(await placesOf(db(), ofPerson)).toEqual({});
      expect(Object.keys(await placesOf(db(), [company.name, owner.email]))).toEqual(expect.arrayContaining(['organizations', 'members']));
      expect((await ask('POST', path, { reason: 'Asked for' })).status).toBe(404);
      await expect.poll(async () => (await send(person.username, 'GET', '/platform/profile')).status).toBe(401);

      // The erasure keeps the sequence numbers of existing events, and adds one event for each of the two memberships that it ended.
      expect(rowsOf(await run(sequences))).toEqual(expect.arrayContaining(sequenceRows));
      for (const place of [slug, 'other']) {
        const { events } = ok(await ask('GET', `/organizations/${place}/events?limit=100`));
        expect(events.map(({ sequence }: any) => sequence)).toEqual(events.map((_: unknown, index: number) => index + 1));
        const ends = events.filter(({ type, data }: any) => type === 'member.changed' && data.role === null);
        expect(ends.map(({ data }: any) => data.email)).toEqual([expect.stringMatching(/^erased-\d+@erased\.invalid$/)]);
      }
      const { entries } = ok(await send(owner.username, 'GET', `${organization}/billing/audit`));
      expect(entries.find(({ what }: any) => what === 'erasure')).toMatchObject({
        call: 'eraseMember',
        actor: 'key:test',
        after: { reason: 'Asked for' },
      });
      expect(entries.find(({ what }: any) => what === 'billing_details').actor).toMatch(/^erased-\d+$/);
    });

    it('notices one value that is left', async () => {
      await run(
        `insert into feedback (organization_id, survey, answers, created_at) select id, 'upgrade', '{"text": "from ZELDA.quill+x@private.example"}', now() from organizations where slug = 'other'`,
      );
      expect(await placesOf(db(), ofPerson)).toEqual({ feedback: [person.email] });
      await run('delete from feedback');
    });

    it('erases a closed organization once its money is settled; its invoices alone keep what the law wants', async () => {
      const { ask } = operator;
      const values = [...Object.values(company), ...Object.values(owner)];
      const path = `/organizations/${slug}/erasure`;
      const erase = (body: object = {}) => ask('POST', path, { reason: 'Asked for', ...body });
      const open = await erase();
      expect([open.status, open.body.message]).toEqual([409, expect.stringContaining('close it first')]);
      ok(await ask('DELETE', `/organizations/${slug}`));
      await arrived();
      expect((await erase()).body.message).toContain('late usage');
      const { clock, jobs, paymentContext, payments } = platform().context;
      await jobs.moveClock(clock.nowSeconds() + 36 * day);
      await arrived();
      const customers = `select gateway_id as id from customers where organization_id = (select id from organizations where slug = '${slug}')`;
      const [customer] = rowsOf<{ id: string }>(await run(customers));
      const books = async () => [
        rowsOf(await run('select id, number, billed_to from invoices order by id')),
        rowsOf(await run('select * from ledger_entries order by id')),
      ];
      const kept = await books();

      const tried = ok(await erase({ dry_run: true }));
      const done = ok(await erase());
      expect(done.places).toEqual(tried.places);
      await arrived();
      const places = await placesOf(db(), values);
      for (const table of Object.keys(places)) expect(['invoices', 'invoice_lines']).toContain(table);
      expect(places['invoices']).toEqual(expect.arrayContaining([company.name, company.billingName, company.line1, company.tax]));
      expect(await books()).toEqual(kept);
      await payments.worker.idle();
      expect(await paymentContext.gateway.retrieveCustomer(customer?.id ?? '')).toMatchObject({ ok: false, error: { kind: 'not_found' } });
      expect(rowsOf(await run(customers))).toEqual([{ id: null }]);
      expect(ok(await ask('GET', `/organizations/${slug}`))).toMatchObject({ name: 'Erased organization', billing_email: null });
      expect(ok(await ask('GET', `/organizations/${slug}/events?limit=100`)).events.length).toBeGreaterThan(5);
      expect(ok(await erase()).places).toEqual([]);
    });

    it('leaves the log without any of it', () => {
      const text = JSON.stringify(platform().logged).toLowerCase();
      const encoded = encodeURIComponent(person.email);
      const values = [...ofPerson.filter((value) => value !== person.request), encoded, ...Object.values(company), owner.email];
      expect(values.filter((value) => text.includes(value.toLowerCase()))).toEqual([]);
    });

    it('lets the audit log be changed by an erasure alone, and its facts by nothing', async () => {
      const failure = (message: string) => ({ cause: { message: expect.stringContaining(message) } });
      await expect(run(`update audit_entries set username = 'x'`)).rejects.toMatchObject(failure('append-only'));
      for (const fact of [`what = 'card'`, `at = now()`, `after = '{}'`, 'member_id = 1'])
        await expect(
          db().transaction(async (tx) => {
            await tx.execute(`select set_config('platform.erasure', 'on', true)`);
            await tx.execute(`update audit_entries set ${fact} where what = 'erasure'`);
          }),
        ).rejects.toMatchObject(failure('replaces values alone'));
      await expect(run('delete from ledger_entries')).rejects.toMatchObject(failure('append-only'));
    });
  },
  { SEED: 'none' },
  { automatic: false },
  'database',
);
