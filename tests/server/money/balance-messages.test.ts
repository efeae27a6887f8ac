import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { plainDollars } from '#lib/money.ts';
import { creditEntries, postToLedger } from '#server/store/ledger.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';

onMoneyPlatformWith({ organizations: ['rich', 'by-invoice', 'top'] }, (money) => {
  async function newestTotals(slug: string): Promise<Record<string, string>> {
    const { body } = await money().send('GET', `/platform/organizations/${slug}/billing/invoices/export?kind=totals`);
    const [head = '', row = ''] = (body as string).replace('\ufeff', '').split('\r\n');
    const cells = row.split(',');
    return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index] ?? '']));
  }

  async function newestEntries(slug: string): Promise<{ entries: Record<string, unknown>[]; invoice: { id: string; number: string } }> {
    const billing = `/platform/organizations/${slug}/billing`;
    const { body } = await money().send('GET', `${billing}/credits/history`);
    const [{ id, number }] = (await money().send('GET', `${billing}/invoices?offset=0&limit=1`)).body;
    return { entries: body.entries, invoice: { id, number } };
  }

  it('says that a downgrade gave credit', async () => {
    const { preview, change, balance } = money();
    const { body } = await preview('top', 'tier_payg');
    expect((await change('top', { tier: 'tier_payg', quote_id: body.quote.id })).status).toBe(200);
    const balanceCents = await balance('top');
    expect(balanceCents).toBeGreaterThan(0);
    expect(await newestTotals('top')).toMatchObject({
      Subtotal: plainDollars(-balanceCents),
      'Credits applied': '0.00',
      'Owed from before': '0.00',
      'Credits added': plainDollars(balanceCents),
      'Amount due': '0.00',
    });
    const { entries, invoice } = await newestEntries('top');
    expect(entries).toEqual([
      expect.objectContaining({ description: 'Credits added', amount: balanceCents, balance: balanceCents, invoice }),
    ]);
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
    const { entries, invoice } = await newestEntries('by-invoice');
    expect(entries).toEqual([
      expect.objectContaining({ description: 'Owed from before', amount: 57_901, balance: 0, invoice }),
      expect.objectContaining({ description: 'Correction', amount: -57_901 }),
    ]);
    expect(entries[1]).not.toHaveProperty('invoice');
  });

  it('says that credits were applied', async () => {
    const { preview, change, balance } = money();
    const before = await balance('rich');
    const { body } = await preview('rich', 'tier_team');
    expect((await change('rich', { tier: 'tier_team', quote_id: body.quote.id })).status).toBe(200);
    const { entries, invoice } = await newestEntries('rich');
    const amount = (await balance('rich')) - before;
    expect(entries[0]).toMatchObject({ description: 'Credits applied', amount, invoice });
    expect(amount).toBeLessThan(0);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
