import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Invoice } from '#contract/types.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import { rowsOf } from '#server/database/database.ts';
import { demoOrganizations } from '#server/seed/demo-organizations/all-organizations.ts';
import { seedDemo } from '#server/seed/seed.ts';
import { createLog } from '#server/tracing/log.ts';
import { openBillingStore, seconds } from '#tests/support/billing-store.ts';
import { onEachStore, type TestPlatform } from '#tests/support/platform.ts';

const slugs = [
  'all-paused',
  'aws-market',
  'billing-off',
  'busy-year',
  'card-no-address',
  'changes-disabled',
  'enterprise-invoice',
  'extreme-text',
  'failing-org',
  'features-off',
  'fly-partner',
  'fly-scheduled',
  'free-exceeded',
  'free-one-card',
  'free-start',
  'grace-over',
  'grace-period',
  'oriole-lab',
  'over-limit',
  'pending-payment',
  'pro-capped',
  'pro-invoice',
  'pro-payg',
  'rare-usage',
  'restricted',
  'slow-org',
  'team-eu',
  'vercel_icfg_7f3kQz',
];

const invoicesOf = async ({ ask }: TestPlatform, slug: string): Promise<Invoice[]> =>
  (await ask(`/platform/organizations/${slug}/billing/invoices`, { as: 'owner' })).body;

async function counts({ context }: TestPlatform): Promise<unknown> {
  const tables = [
    'members',
    'organizations',
    'memberships',
    'subscriptions',
    'projects',
    'project_addons',
    'invoices',
    'ledger_transactions',
    'ledger_entries',
  ];
  const query = tables.map((table) => `select '${table}' as name, count(*)::int as count from ${table}`).join(' union all ');
  return rowsOf(await context.db.execute(`${query} order by 1`));
}

onEachStore((platform) => {
  it.each(['owner', 'viewer'])('shows every organization to %s', async (member) => {
    const { body } = await platform().ask('/platform/organizations', { as: member });
    expect(body.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(slugs.toSorted());
  });

  it('is seeded once, however often and however many at a time', async () => {
    const { db, clock, log } = platform().context;
    const before = await counts(platform());
    await Promise.all([1, 2, 3].map(() => seedDemo(db, { nowSeconds: clock.nowSeconds() + 1, gatewayFolder: null, log })));
    expect(await counts(platform())).toEqual(before);
  });

  it('keeps the number of invoices right through insertion and removal', async () => {
    const { db } = platform().context;
    const wrong = rowsOf(
      await db.execute(
        'select c.organization_id from invoice_counts c where c.count <> (select count(*) from invoices i where i.organization_id = c.organization_id)',
      ),
    );
    expect(wrong).toEqual([]);
    await db.execute(
      "update billing_periods set fee_invoice_id = null where organization_id = (select id from organizations where slug = 'pro-invoice')",
    );
    await db.execute(
      "delete from invoices where number like '%-0001' and organization_id = (select id from organizations where slug = 'pro-invoice')",
    );
    const { headers } = await platform().ask('/platform/organizations/pro-invoice/billing/invoices', { as: 'owner', method: 'HEAD' });
    expect(headers.get('X-Total-Count')).toBe('2');
  });

  it('has an invoice for the start and for every cycle that is over, each at the end of its cycle', async () => {
    const { ask } = platform();
    const { billing_cycle_anchor: anchor, current_period_start: start } = (
      await ask('/platform/organizations/pro-capped/billing/subscription', { as: 'owner' })
    ).body;
    const ends = (await invoicesOf(platform(), 'pro-capped')).map(({ period_end }) => period_end);
    expect(ends[0]).toBe(start);
    expect(ends.at(-1)).toBe(anchor);
    for (const end of ends) expect(cycleAt(anchor, end).startSeconds).toBe(end);
  });

  it('invoices the plan, the compute beyond its credits and nothing else where nothing else was used', async () => {
    const invoices = await invoicesOf(platform(), 'card-no-address');
    const hours = (index: number) => ((invoices[index]?.period_end ?? 0) - (invoices[index + 1]?.period_end ?? 0)) / 3600;
    // One micro project costs $0.01344 per started hour, minus $10 of credits. An hour that lies in two cycles counts in the earlier one.
    const startsWithinAnHour = (invoices[2]?.period_end ?? 0) % 3600 === 0 ? 0 : 1;
    const compute = (touchedHours: number) => Math.max(0, Math.round(touchedHours * 1.344) - 1000);
    expect(invoices[1]?.amount_due).toBe(2500 + compute(hours(1) + startsWithinAnHour));
    expect(invoices[0]?.amount_due).toBe(2500 + compute(hours(0)));
    expect(invoices[2]?.amount_due).toBe(2500);
  });

  it('shows every state of an invoice in pro-payg', async () => {
    const states = (await invoicesOf(platform(), 'pro-payg')).map((invoice) =>
      [invoice.status, invoice.payment_attempted, invoice.payment_is_processing].join(),
    );
    expect(new Set(states)).toEqual(
      new Set([
        'draft,false,false',
        'open,false,false',
        'open,true,false',
        'open,true,true',
        'issued,false,false',
        'paid,true,false',
        'uncollectible,true,false',
        'void,false,false',
      ]),
    );
  });

  it('ends a discount with the cycle that it was agreed for', async () => {
    const path = '/platform/organizations/extreme-text/billing/invoices';
    const { ask } = platform();
    const [newest] = await invoicesOf(platform(), 'extreme-text');
    const past = (await ask(`${path}/${newest?.id}/lines`, { as: 'owner' })).body;
    const coming = (await ask(`${path}/upcoming`, { as: 'owner', headers: { Version: '2' } })).body;
    const amounts = (lines: any[], name: string) => {
      const { amount, amount_before_discount: before } = lines.find(({ description }) => description === name);
      return [amount, before];
    };
    // The newest invoice still has the discount: the fee of the current cycle and the compute of the previous cycle are free.
    // The upcoming invoice has no discount.
    expect(amounts(past.lines ?? past, 'Pro Plan')).toEqual([0, 25]);
    expect(amounts(coming.lines, 'Pro Plan')).toEqual([25, 25]);
    const [was, full] = amounts(past.lines ?? past, 'Small Compute');
    expect([was, full > 0]).toEqual([0, true]);
    const [is, undiscounted] = amounts(coming.lines, 'Small Compute');
    expect([is, is > 0]).toEqual([undiscounted, true]);
  });

  it('keeps an invoice that a transfer is paying as it is when somebody asks to pay it', async () => {
    const processing = async () =>
      (await invoicesOf(platform(), 'pro-payg')).find(({ payment_is_processing, status }) => payment_is_processing && status === 'open');
    const before = await processing();
    const link = await platform().ask(`/platform/organizations/pro-payg/billing/invoices/${before?.id}/payment-link`, { as: 'owner' });
    expect([link.status, link.body.code]).toEqual([409, 'conflict']);
    expect(await processing()).toEqual(before);
  });

  it('has amounts of zero, of the least that a card pays and of a million', async () => {
    const invoices = await invoicesOf(platform(), 'extreme-text');
    expect(invoices.map(({ amount_due }) => amount_due)).toEqual(expect.arrayContaining([0, 50, 100_000_000]));
    // No card can be charged a million dollars, so the platform refuses the payment without opening a payment page.
    const million = invoices.find(({ amount_due, status }) => amount_due === 100_000_000 && status === 'open');
    const link = await platform().ask(`/platform/organizations/extreme-text/billing/invoices/${million?.id}/payment-link`, { as: 'owner' });
    expect([link.status, link.body.message]).toEqual([
      422,
      'This invoice is above $999,999.99, the most that a card can be charged at once. Contact support to settle it.',
    ]);
  });
});

it('knows the charges of all organizations while it replays a year, in whatever hour it is seeded', async () => {
  // With this seed time, two organizations are charged shortly before a job of `busy-year` runs. The job must find these charges.
  const nowSeconds = seconds('2026-11-29T13:02:00Z');
  const { db, stop } = await openBillingStore('pglite', [], nowSeconds);
  const folder = mkdtempSync(join(tmpdir(), 'billing-hour-'));
  try {
    const seeds = demoOrganizations.filter(({ slug }) => ['busy-year', 'slow-org', 'failing-org'].includes(slug));
    await seedDemo(db, { nowSeconds, gatewayFolder: join(folder, 'gateway'), log: createLog({ logLevel: 'silent' } as never), seeds });
    expect(rowsOf(await db.execute("select subject from outbox where kind = 'unknown_payment'"))).toEqual([]);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
