import { expect, it } from 'vitest';
import type { CallResponse } from '#contract/types.ts';
import { rowsOf } from '#server/database/database.ts';
import { onEachStore } from '#tests/support/platform.ts';

type Entry = CallResponse<'listActivity'>['entries'][number];

const yearDays = 366;

onEachStore((platform) => {
  const rows = async <T>(query: string): Promise<T[]> => rowsOf<T>(await platform().context.db.execute(query));
  const seededAt = `(select to_timestamp(value::text::numeric) from settings where key = 'seeded_at_seconds')`;
  const read = async (rest: string): Promise<any> => {
    const { status, body } = await platform().ask(`/platform/organizations/busy-year${rest}`, { as: 'owner', headers: { Version: '2' } });
    expect([rest, status]).toEqual([rest, 200]);
    return body;
  };
  const activityOf = async (slug: string): Promise<Entry[]> => {
    const found: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path = `/platform/organizations/${slug}/billing/activity${cursor && `?cursor=${cursor}`}`;
      const { body }: { body: CallResponse<'listActivity'> } = await platform().ask(path, { as: 'owner' });
      found.push(...body.entries);
      cursor = body.next_cursor;
    }
    return found;
  };

  it('dates nothing in the past of an organization at the seeding', async () => {
    const dated = Object.entries({
      audit_entries: 'at',
      notices: 'occurred_at',
      ledger_transactions: 'occurred_at',
      top_ups: 'created_at',
      changes: 'created_at',
      budgets: 'created_at',
      payments: 'created_at',
      refunds: 'created_at',
      staff_actions: 'created_at',
    }).map(([table, column]) => `select organization_id, '${table}' as what, ${column} as at from ${table}`);
    const all = `(${dated.join(' union all ')} union all select id, 'organizations', created_at from organizations) dated`;
    const atSeeding = `at between ${seededAt} - interval '1 minute' and ${seededAt} + interval '1 second'`;
    expect(
      await rows(`select distinct o.slug, what from ${all} join organizations o on o.id = organization_id where ${atSeeding}`),
    ).toEqual([]);
    const [{ count }] = (await rows<{ count: number }>(`select count(distinct what)::int as count from ${all}`)) as [{ count: number }];
    expect(count).toBe(10);
  });

  it('dates entries and credit in the order in which they were written', async () => {
    const before = (order: string): string => `lag(at) over (partition by organization_id order by ${order})`;
    expect(
      await rows(`select o.slug, a.what from (select *, ${before('id')} as earlier from audit_entries) a
        join organizations o on o.id = a.organization_id where a.earlier > a.at`),
    ).toEqual([]);
    expect(
      await rows(`select o.slug from (
          select e.organization_id, e.id, t.occurred_at as at, lag(t.occurred_at) over (partition by e.organization_id order by e.id) as earlier
          from ledger_entries e join ledger_transactions t on t.organization_id = e.organization_id and t.id = e.transaction_id
          where e.account = 'customer_credit') c
        join organizations o on o.id = c.organization_id where c.earlier > c.at`),
    ).toEqual([]);
  });

  it('lets only members act, and only while the organization exists', async () => {
    const acts = `audit_entries a join organizations o on o.id = a.organization_id`;
    expect(await rows(`select o.slug, a.what, a.at from ${acts} where a.at < o.created_at`)).toEqual([]);
    expect(
      await rows(`select o.slug, a.username from ${acts} where a.member_id is not null and not exists (
        select from memberships m join members p on p.id = m.member_id
        where m.organization_id = o.id and p.id = a.member_id and p.username = a.username)`),
    ).toEqual([]);
    const signed = await rows<{ slug: string }>(`select distinct o.slug from ${acts} where a.what = 'card' and a.member_id is null
      and a.after ->> 'state' = 'attached'`);
    expect(signed).toEqual([]);
  });

  it('emails about an invoice or its payment only once it was there', async () => {
    const early = `select o.slug, n.kind, i.number from notices n join invoices i on i.organization_id = n.organization_id and i.id = n.invoice_id
      join organizations o on o.id = n.organization_id where n.occurred_at < coalesce(i.finalized_at, i.period_end)`;
    expect(await rows(early)).toEqual([]);
    const late = `select o.slug from notice_deliveries d join notices n on n.organization_id = d.organization_id and n.id = d.notice_id
      join organizations o on o.id = n.organization_id where n.occurred_at < ${seededAt} and d.state = 'sent' and d.sent_at <> n.occurred_at`;
    expect(await rows(late)).toEqual([]);
  });

  it('restricts an organization on the days that the calendar says', async () => {
    const steps = await rows<{ slug: string; status: string; days: number }>(`
      select o.slug, a.after ->> 'restriction_status' as status, floor(extract(epoch from ${seededAt} - a.at) / 86400)::int as days
      from audit_entries a join organizations o on o.id = a.organization_id
      where o.slug in ('grace-period', 'grace-over') and a.after ? 'restriction_status' order by a.id`);
    expect(steps.map(({ slug, status }) => `${slug} ${status}`).toSorted()).toEqual([
      'grace-over grace_period',
      'grace-over grace_period_over',
      'grace-period grace_period',
    ]);
    for (const { days } of steps) expect(days).toBeGreaterThan(0);
  });

  it('bills busy-year for the usage that its days show', async () => {
    const { cycles, usages } = await read('/usage');
    const [{ start, end }] = cycles;
    const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
    const { usages: days } = await read(`/usage/daily?start=${iso(start)}&end=${iso(end)}`);
    const ofMetric = (all: { metric: string; usage_original: number }[], wanted: string): number =>
      all.filter(({ metric }) => metric === wanted).reduce((sum, { usage_original: quantity }) => sum + quantity, 0);
    expect(ofMetric(days, 'EGRESS')).toBeGreaterThan(0);
    expect(ofMetric(usages, 'EGRESS')).toBe(ofMetric(days, 'EGRESS'));
  });

  it('gives busy-year a year of acts by its members, staff and the bank', async () => {
    const entries = await activityOf('busy-year');
    const titles = entries.map(({ title }) => title);
    for (const title of [
      'Spend cap changed',
      'Plan changed',
      'Email recipients changed',
      'Billing name or address changed',
      'Card added: Mastercard ending in 4444',
      'Card deleted: Visa ending in 0341',
      'Budget Whole bill added',
      'Budget Overage stop added',
      'Budget Overage stop changed',
      'Credit of $25.00: Slow queries in box-office',
      'Refund of $100.00: Bought twice by mistake',
    ])
      expect(titles).toContain(title);
    const usernames = new Set(entries.flatMap(({ by }) => (by.kind === 'member' ? [by.name] : [])));
    expect([...usernames].toSorted()).toEqual(['adam-admin', 'bianca-billing', 'edith-editor', 'olivia-owner']);
    const now = platform().context.clock.nowSeconds();
    for (const { at } of entries) expect(now - at).toBeLessThan(yearDays * 86_400);
    const months = new Set(entries.map(({ at }) => new Date(at * 1000).toISOString().slice(0, 7)));
    expect(months.size).toBeGreaterThanOrEqual(12);
  });

  it('gives busy-year what the list of demo organizations says', async () => {
    const organization = await read('');
    expect([organization.name, organization.plan.id, organization.usage_billing_enabled]).toEqual(['Sundial Tickets', 'pro', true]);
    const { budgets } = await read('/billing/budgets');
    expect(budgets.map(({ name, at_limit }: any) => `${name} ${at_limit}`)).toEqual(['Whole bill alert', 'Overage stop stop']);
    const reached = await rows(`select from budget_crossings c
      join organizations o on o.id = c.organization_id where o.slug = 'busy-year' and c.percent = 100`);
    expect(reached).toHaveLength(1);
    expect((await read('/customer')).bounced_emails).toEqual(['boxoffice@sundial.example']);
    const states =
      await rows(`select 'dispute' as what, d.state from disputes d join organizations o on o.id = d.organization_id where o.slug = 'busy-year'
      union all select 'refund', r.state from refunds r join organizations o on o.id = r.organization_id where o.slug = 'busy-year'
      union all select 'credit note', c.reason from credit_notes c join organizations o on o.id = c.organization_id
        where o.slug = 'busy-year' and c.change_id is null order by 1`);
    expect(states).toEqual([
      { what: 'credit note', state: 'Egress of seat-maps was counted twice' },
      { what: 'dispute', state: 'won' },
      { what: 'refund', state: 'succeeded' },
    ]);
    const failed = await rows(`select from payments p join organizations o on o.id = p.organization_id
      where o.slug = 'busy-year' and p.state = 'failed' and p.invoice_id is not null`);
    expect(failed.length).toBeGreaterThan(0);
    const open = (await read('/billing/invoices')).filter(({ status }: any) => status !== 'paid');
    expect(open).toEqual([]);
  });
});
