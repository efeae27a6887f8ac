import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { plainDollars } from '#lib/money.ts';
import { creditEntries, postToLedger } from '#server/store/ledger.ts';
import { organizations } from '#server/store/tables/organizations.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';

onMoneyPlatform((money) => {
  /** The newest invoice in the file of totals, by the names of its columns. */
  async function newestTotals(slug: string): Promise<Record<string, string>> {
    const { body } = await money().send('GET', `/platform/organizations/${slug}/billing/invoices/export?kind=totals`);
    const [head = '', row = ''] = (body as string).replace('\ufeff', '').split('\r\n');
    const cells = row.split(',');
    return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index] ?? '']));
  }

  it('says that a downgrade gave credit', async () => {
    const { preview, change, balance } = money();
    const { body } = await preview('top', 'tier_payg');
    expect((await change('top', { tier: 'tier_payg', quote_id: body.quote.id })).status).toBe(200);
    const given = await balance('top');
    expect(given).toBeGreaterThan(0);
    expect(await newestTotals('top')).toMatchObject({
      Subtotal: plainDollars(-given),
      'Credits applied': '0.00',
      'Owed from before': '0.00',
      'Credits added': plainDollars(given),
      'Amount due': '0.00',
    });
  });

  it('says that debt was collected', async () => {
    const { db, balance, pass, subscription, platform } = money();
    const [row] = await db.select({ id: organizations.id }).from(organizations).where(eq(organizations.slug, 'by-invoice'));
    await postToLedger(db, [
      {
        organizationId: row?.id ?? 0,
        businessKey: 'test:debt',
        description: 'Correction',
        occurredAt: new Date(platform.context.clock.nowMs()),
        entries: creditEntries('goodwill', -57_901),
      },
    ]);
    expect(await balance('by-invoice')).toBe(-57_901);
    const end = (await subscription('by-invoice'))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3660);
    const { Subtotal, ...totals } = await newestTotals('by-invoice');
    expect(totals).toMatchObject({
      'Credits applied': '0.00',
      'Owed from before': '579.01',
      'Credits added': '0.00',
      'Amount due': (Number(Subtotal) + 579.01).toFixed(2),
    });
    expect(await balance('by-invoice')).toBe(0);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
