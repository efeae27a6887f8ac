import { expect, it, vi } from 'vitest';
import type { CallResponse } from '#contract/types.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { confirmRecipients } from '#tests/support/confirm-recipients.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

vi.setConfig({ testTimeout: 60_000 });

type Entry = CallResponse<'listActivity'>['entries'][number];

const base = (slug: string) => `/platform/organizations/${slug}`;
const activity = (slug: string, query = '') => `${base(slug)}/billing/activity${query}`;

onMoneyPlatformWith({ subject: 'database' }, (money) => {
  const { act, as } = staffAt(money);
  const read = async (slug: string, query = ''): Promise<{ entries: Entry[]; next_cursor: string | null }> => {
    const { status, body } = await money().send('GET', activity(slug, query));
    expect([status, body.message]).toEqual([200, undefined]);
    return body;
  };
  const find = (entries: readonly Entry[], title: string): Entry | undefined => entries.find((entry) => entry.title === title);

  it('tells in one list who changed what, what staff did, and the emails about it, in words', async () => {
    const { send, change, card, settled } = money();
    const slug = 'free-one';
    const emails = { billing_email: 'ada@one.example', additional_billing_emails: ['bob@one.example', 'eve@one.example'] };
    await send('PATCH', base(slug), emails, { as: 'org-editor' });
    await confirmRecipients(money().platform, slug, ['ada@one.example', 'bob@one.example', 'eve@one.example']);
    expect((await change(slug, { tier: 'tier_payg', payment_method: await card(testCard.good) })).status).toBe(200);
    await settled();
    const budget = { name: '=1+1', scope: 'organization', basis: 'bill', amount_cents: 50_000, thresholds: [], at_limit: 'alert' };
    expect((await send('POST', `${base(slug)}/billing/budgets`, budget, { as: 'billing' })).status).toBe(201);
    const credit = { amount_cents: 500, reason: 'Slow queries on Oct 3', reference: 'ticket-7' };
    expect((await act(`/organizations/${slug}/credits`, credit)).status).toBe(201);
    // Pending approvals and external ids are visible only to staff, so the activity omits them.
    expect((await act(`/organizations/${slug}/credits`, { ...credit, amount_cents: 900_000_000, reason: 'Not decided' })).status).toBe(202);
    expect(
      (await (await as('ops@example.com')).ask('PUT', `/organizations/${slug}`, { name: 'Organization free-one', external_id: 'crm-1' }))
        .status,
    ).toBe(200);
    await settled();

    const { entries } = await read(slug);
    expect(entries.map(({ title }) => title)).toContain('Card added: Visa ending in 4242');
    expect(find(entries, 'Plan changed')).toMatchObject({
      kind: 'plan',
      by: { kind: 'member', name: 'olivia-owner' },
      changes: [
        { what: 'Plan', before: 'Free', after: 'Pro' },
        { what: 'Spend cap', before: 'On', after: 'Off' },
      ],
      about: { kind: 'subscription', id: null, name: 'Subscription Plan' },
    });
    expect(find(entries, 'Card added: Visa ending in 4242')).toMatchObject({ kind: 'cards', about: { kind: 'cards' } });
    expect(find(entries, 'Plan or spend cap change applied')).toMatchObject({ amount_cents: 2500 });
    expect(find(entries, 'Email recipients changed')).toMatchObject({
      by: { kind: 'member', name: 'edith-editor' },
      changes: [
        { what: 'Billing email', before: null, after: 'ada@one.example' },
        { what: 'Recipients', before: null, after: 'bob@one.example, eve@one.example' },
      ],
      about: { kind: 'recipients' },
    });
    expect(find(entries, 'Budget =1+1 added')).toMatchObject({
      kind: 'budgets',
      by: { name: 'bianca-billing' },
      changes: expect.arrayContaining([{ what: 'Amount', before: null, after: '$500.00' }]),
    });
    expect(find(entries, 'Credit of $5.00: Slow queries on Oct 3')).toMatchObject({
      kind: 'staff',
      by: { kind: 'staff', name: 'Groundwork staff' },
      changes: [{ what: 'Credit balance', before: '$0.00', after: '$5.00' }],
      amount_cents: 500,
    });
    const receipt = entries.find(({ kind, title }) => kind === 'emails' && title.startsWith('Receipt'));
    expect(receipt).toMatchObject({
      by: { kind: 'platform', name: 'Groundwork' },
      changes: [{ what: 'Delivered to', before: null, after: 'ada@one.example, bob@one.example, eve@one.example' }],
      about: { kind: 'invoice', name: expect.stringMatching(/-0001$/) },
      amount_cents: 2500,
    });
    expect(JSON.stringify(entries)).not.toMatch(/key:|ticket-7|Not decided|crm-1|tier_|fingerprint|staff_action/);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => b - a));
  });

  it('is filtered by kind, person and days, and saved as a table without formulas', async () => {
    const slug = 'free-one';
    const kinds = async (query: string) => [...new Set((await read(slug, query)).entries.map(({ kind }) => kind))].toSorted();
    expect(await kinds('?kind=emails')).toEqual(['emails']);
    expect(await kinds('?kind=staff,budgets')).toEqual(['budgets', 'staff']);
    expect(await kinds('?by=staff')).toEqual(['staff']);
    expect(await kinds('?by=member:bianca-billing')).toEqual(['budgets']);
    expect(await kinds('?by=platform&kind=emails,cards')).toEqual(['emails']);
    expect(await kinds('?by=member:nobody')).toEqual([]);
    const day = new Date(money().platform.context.clock.nowMs()).toISOString().slice(0, 10);
    expect((await read(slug, `?from=${day}&to=${day}`)).entries.length).toBeGreaterThan(5);
    expect((await read(slug, `?to=2020-01-01`)).entries).toEqual([]);

    const { entries } = await read(slug);
    const file = await money().platform.ask(activity(slug, '/export'), { as: 'developer' });
    expect(file.headers.get('Content-Type')).toContain('text/csv');
    expect(file.headers.get('Content-Disposition')).toContain('activity-free-one.csv');
    const rows = String(file.body).trim().split('\r\n');
    expect(rows[0]).toContain('Date,Kind,Who,What,Before,After,About,Amount,Currency');
    expect(rows).toHaveLength(entries.length + 1);
    expect(file.body).toContain(',Plan: Free; Spend cap: On,Plan: Pro; Spend cap: Off,Subscription Plan,,');
    expect(file.body).toContain(
      'Credit of $5.00: Slow queries on Oct 3,Credit balance: $0.00,Credit balance: $5.00,Credit Balance,5.00,USD',
    );
    expect(String((await money().platform.ask(activity(slug, '/export?kind=budgets'), { as: 'owner' })).body).split('\r\n')).toHaveLength(
      4,
    );
  });

  it('turns its pages once over every entry, also of one instant, and shows strangers nothing', async () => {
    const { db, send, rows } = money();
    const { id } = (await send('GET', base('aws'))).body;
    const before = (await read('aws')).entries.length;
    await db.execute(`insert into audit_entries (organization_id, at, what, subject, before, after)
        select ${id}, '2026-01-01T00:00:00Z', 'member', 'm' || i || '@x.example', '{}', '{"role":"admin"}' from generate_series(1, 80) i`);
    await db.execute(`insert into notices (organization_id, kind, business_key, facts, occurred_at)
        select ${id}, 'restored', 'again:' || i, '{"before":"restricted"}', '2026-01-01T00:00:00Z' from generate_series(1, 40) i`);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { entries: Entry[]; next_cursor: string | null } = await read('aws', cursor && `?cursor=${cursor}`);
      seen.push(...page.entries.map((entry) => entry.id));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(before + 120);
    expect(new Set(seen).size).toBe(seen.length);
    const [noticeCount] = await rows<{ count: string }>(`select count(*) from notices where organization_id = ${id}`);
    expect(seen.filter((each) => each.startsWith('n'))).toHaveLength(Number(noticeCount?.count));

    const denied = await send('GET', activity('aws'), undefined, { as: 'viewer' });
    expect([denied.status, denied.body.message]).toEqual([403, "You need additional permissions to view this organization's activity"]);
    expect((await send('GET', activity('aws', '/export'), undefined, { as: 'outsider' })).status).toBe(404);
    const bad = ['?cursor=1', '?kind=secrets', '?by=key:test', '?from=2026-02-02&to=2026-02-01', '?limit=1000'];
    for (const query of bad) expect((await send('GET', activity('aws', query))).status).toBe(400);
  });

  it('sends an invoice again once under its key, and says which recipients email comes back from', async () => {
    const { send, settled, db } = money();
    const slug = 'by-invoice';
    await send('PATCH', base(slug), { billing_email: 'Ada@invoice.example', additional_billing_emails: ['gone@invoice.example'] });
    await confirmRecipients(money().platform, slug, ['Ada@invoice.example', 'gone@invoice.example']);
    const [invoice] = (await send('GET', `${base(slug)}/billing/invoices`)).body;
    const path = `${base(slug)}/billing/invoices/${invoice.id}/notices`;
    const first = await send('POST', path, undefined, { key: 'send-1' });
    expect([first.status, first.body.notices[0].deliveries.length]).toEqual([200, 2]);
    await settled();
    const again = await send('POST', path, undefined, { key: 'send-1' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await send('GET', path)).body.notices[0].deliveries).toHaveLength(2);
    await db.execute(`update rate_limits set expire = expire - 61000 where key like 'send_again:%'`);
    await send('POST', path, undefined, { key: 'send-2' });
    expect((await send('GET', path)).body.notices[0].deliveries).toHaveLength(4);
    expect((await send('POST', path, undefined, { as: 'billing' })).body.message).toBe('You need additional permissions to send invoices');

    const { body: before } = await send('GET', `${base(slug)}/customer`);
    expect(before).not.toHaveProperty('bounced_emails');
    await db.execute(`insert into notice_addresses (organization_id, address, bounced_at)
        select id, lower(a), now() from organizations, unnest(array['ada@invoice.example', 'former@invoice.example']) a where slug = '${slug}'`);
    expect((await send('GET', `${base(slug)}/customer`)).body.bounced_emails).toEqual(['Ada@invoice.example']);
  });
});
