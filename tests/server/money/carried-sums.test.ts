import { expect, it } from 'vitest';
import { onMoneyPlatform, type MoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const gigabyte = 1_000_000_000;
const carried = 'Carried to your next invoice';

function readsOf(money: () => MoneyPlatform) {
  const now = () => money().platform.context.clock.nowSeconds();
  const billing = async (slug: string, path: string) => money().send('GET', `/platform/organizations/${slug}/billing/${path}`);
  const newest = async (slug: string): Promise<Record<string, any>> => (await billing(slug, 'invoices?offset=0&limit=1')).body[0];
  return { now, billing, newest };
}

onMoneyPlatform((money) => {
  const { now, billing, newest } = readsOf(money);
  const chargedCents = (): number =>
    money()
      .sandbox.money()
      .filter(({ kind }) => kind === 'charge_succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);

  it('ten cents that credit leaves of an upgrade are not charged: it takes effect, and the next charge collects them', async () => {
    const { preview, change, card, owe, balance, subscription } = money();
    await owe('free-one', 2490);
    const before = chargedCents();
    const { body: shown } = await preview('free-one', 'tier_pro');
    expect(shown).toMatchObject({ upfront_charge: { total: 0.1 }, quote: { total_cents: 10, due_now_cents: 0 } });
    const made = await change('free-one', { tier: 'tier_pro', quote_id: shown.quote.id });
    expect([made.status, made.body.amounts]).toEqual([200, { charge_cents: 0, usage_due_cents: 0, carried_cents: 10, credited_cents: 0 }]);
    expect([(await subscription('free-one'))['plan'].id, await balance('free-one'), chargedCents()]).toEqual(['pro', -10, before]);

    const invoice = await newest('free-one');
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, subtotal: 2490, collection: null });
    expect((await billing('free-one', `invoices/${invoice['id']}/lines`)).body.lines).toEqual([
      expect.objectContaining({ description: 'Pro Plan', amount: 25 }),
      expect.objectContaining({ description: carried, amount: -0.1, unit_price_desc: 'Sums under $0.50 are not charged' }),
    ]);
    const file = (await billing('free-one', 'invoices/export?kind=lines')).body as string;
    expect(file).toContain(`${carried},,`);
    const totals = (await billing('free-one', 'invoices/export?kind=totals')).body as string;
    const [head = [], row = []] = totals.split('\r\n').map((line) => line.split(','));
    const cell = (name: string) => row[head.indexOf(name)];
    expect(['Subtotal', 'Credits applied', 'Amount due', carried].map(cell)).toEqual(['24.90', '24.90', '0.00', '0.10']);
    const { entries } = (await billing('free-one', 'credits/history')).body;
    expect(entries[0]).toMatchObject({ description: 'Credits applied, $0.10 carried to your next invoice', amount: -2500, balance: -10 });

    const team = (await preview('free-one', 'tier_team')).body;
    expect(team.upfront_charge.customer_balance).toBe(-0.1);
    const upgraded = await change('free-one', { tier: 'tier_team', quote_id: team.quote.id, payment_method: await card(testCard.good) });
    expect([upgraded.status, chargedCents() - before]).toEqual([200, team.quote.total_cents]);
    // The upgrade collects the unpaid 10 cents of the Pro fee, so the unused time of Pro may return up to 10 cents as credit.
    expect([0, 9, 10]).toContain(await balance('free-one'));
  });

  it('an invoice payer is neither asked for 9 cents nor restricted for them; the next invoice collects them', async () => {
    const { change, use, balance, pass, subscription } = money();
    await use('by-invoice', 'EGRESS', 251 * gigabyte, now() - 10);
    const made = await change('by-invoice', { tier: 'tier_pro' });
    expect([made.status, made.body.amounts.usage_due_cents, made.body.amounts.carried_cents]).toEqual([200, 0, 9]);
    const invoice = await newest('by-invoice');
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0 });
    expect((await billing('by-invoice', `invoices/${invoice['id']}/payment-link`)).status).toBe(422);
    expect(await balance('by-invoice')).toBe(-9);

    await pass((await subscription('by-invoice'))['current_period_end'] - now() + 3700);
    const cycle = await newest('by-invoice');
    expect([cycle['amount_due'] - cycle['subtotal'], await balance('by-invoice')]).toEqual([9, 0]);
    const { body: organization } = await money().send('GET', '/platform/organizations/by-invoice');
    expect(organization.restriction_data?.violations ?? []).not.toContain('overdue_payment');
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});

// Open invoices of the tests above would use up the credit, so these tests need a new platform.
onMoneyPlatform((money) => {
  const { now, billing, newest } = readsOf(money);

  it('a renewal that leaves 30 cents carries them, and says so on the draft and when it is final', async () => {
    const { owe, balance, pass, subscription } = money();
    await owe('sleeping', 2470);
    await pass((await subscription('sleeping'))['current_period_end'] - now() + 60);
    const draft = await newest('sleeping');
    expect(draft).toMatchObject({ status: 'draft', amount_due: 0 });
    await pass(3600);
    const final = await newest('sleeping');
    expect(final).toMatchObject({ id: draft['id'], status: 'paid', amount_due: 0, subtotal: 2470 });
    const { lines } = (await billing('sleeping', `invoices/${final['id']}/lines`)).body;
    expect(lines.filter(({ description }: { description: string }) => description === carried)).toEqual([
      expect.objectContaining({ amount: -0.3 }),
    ]);
    expect(await balance('sleeping')).toBe(-30);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
