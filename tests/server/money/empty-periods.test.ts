import { expect, it } from 'vitest';
import { periodsToBill } from '#server/store/billing-periods.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const gigabyte = 1_000_000_000;

onMoneyPlatformWith({ organizations: ['capped', 'sleeping'] }, (money) => {
  const now = () => money().platform.context.clock.nowSeconds();
  const loaded = async (slug: string) => (await periodsToBill(money().db, await money().idOf(slug))).open;

  it('a period in which nothing was used is not loaded, until usage for its time arrives', async () => {
    const { owe, change, pass, use, send } = money();
    await owe('sleeping', 500_000);
    await pass(60);
    for (const tier of ['tier_team', 'tier_pro', 'tier_team', 'tier_pro', 'tier_team']) {
      expect((await change('sleeping', { tier, payment_method: await money().card(testCard.good) })).status).toBe(200);
      await pass(60);
    }
    const rows = await money().rows<{ plan: string; is_empty: boolean; starts: number }>(
      `select plan, is_empty, extract(epoch from starts_at)::int as starts from billing_periods where organization_id = ${await money().idOf('sleeping')} order by id`,
    );
    expect(rows.map(({ plan, is_empty: isEmpty }) => [plan, isEmpty])).toEqual([
      ['pro', true],
      ['team', true],
      ['pro', true],
      ['team', true],
      ['pro', true],
      ['team', false],
    ]);
    expect((await loaded('sleeping')).map(({ plan }) => plan)).toEqual(['team']);

    // The quota of 250 GB is prorated to this one minute of Team, so most of the 10 GB are charged.
    await use('sleeping', 'EGRESS', 10 * gigabyte, (rows[1]?.starts ?? 0) + 30);
    expect((await loaded('sleeping')).map(({ plan }) => plan)).toEqual(['team', 'team']);
    const { lines } = (await send('GET', '/platform/organizations/sleeping/billing/invoices/upcoming')).body;
    const late = lines.find(({ id }: { id: string }) => id.startsWith('EGRESS'));
    expect([late.usage_original, late.amount]).toEqual([10 * gigabyte, 0.9]);
  });

  it('the invoice of the cycle bills the empty ones too, so that what arrives later is late for it', async () => {
    const { subscription, pass } = money();
    await pass((await subscription('sleeping'))['current_period_end'] - now() + 10);
    const rows = await money().rows<{ invoice: string | null }>(
      `select distinct invoice_id as invoice from billing_periods where organization_id = ${await money().idOf('sleeping')} and closed_at is not null`,
    );
    expect([rows.length, typeof rows[0]?.invoice]).toEqual([1, 'string']);
    expect(await loaded('sleeping')).toHaveLength(1);
  });

  it('the cap turned on and off within a second leaves no trace', async () => {
    const { change } = money();
    const id = await money().idOf('capped');
    for (const tier of ['tier_payg', 'tier_pro', 'tier_payg', 'tier_pro']) expect((await change('capped', { tier })).status).toBe(200);
    const [period] = await loaded('capped');
    const seconds = period?.capChanges.map(({ atSeconds }) => atSeconds) ?? [];
    expect([new Set(seconds).size, id > 0]).toEqual([seconds.length, true]);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
