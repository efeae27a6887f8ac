import { expect, it } from 'vitest';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const gigabyte = 1_000_000_000;

interface Told {
  readonly charge: number;
  readonly usage: number;
  readonly due: number | null;
  readonly invoicedOn: string;
}

onMoneyPlatformWith({ organizations: ['payg', 'capped', 'rich', 'by-invoice', 'branching', 'top', 'crowded'] }, (money) => {
  const now = () => money().platform.context.clock.nowSeconds();
  const owe = (slug: string, balanceCents: number) => money().owe(slug, balanceCents);
  const book = (slug: string, metric: UsageMetric, quantity: number, atSeconds: number) => money().use(slug, metric, quantity, atSeconds);
  const use = (slug: string, gigabytes: number, atSeconds = now() - 60) => book(slug, 'EGRESS', gigabytes * gigabyte, atSeconds);

  const invoices = async (slug: string): Promise<Record<string, any>[]> =>
    (await money().send('GET', `/platform/organizations/${slug}/billing/invoices?offset=0&limit=100`)).body;
  const charged = (): number => {
    const succeeded = money()
      .sandbox.money()
      .filter(({ kind }) => kind === 'charge_succeeded');
    return succeeded.reduce((sum, { amount }) => sum + amount, 0);
  };

  async function tell(slug: string, tier: string): Promise<{ announced: Told; confirm: () => Promise<void> }> {
    const { body } = await money().preview(slug, tier);
    const { total, due, invoiced_on: invoicedOn } = body.usage_so_far;
    return {
      announced: {
        charge: body.quote.total_cents,
        usage: Math.round(total * 100),
        due: due === null ? null : Math.round(due * 100),
        invoicedOn,
      },
      confirm: async () => {
        const answer = await money().change(slug, { tier, quote_id: body.quote.id, payment_method: await money().card(testCard.good) });
        expect(answer).toMatchObject({ status: 200, body: { pending_payment_intent_secret: null } });
        await money().settled();
      },
    };
  }

  async function expectAsTold(slug: string, tier: string): Promise<Told> {
    const { announced, confirm } = await tell(slug, tier);
    const known = new Set((await invoices(slug)).map(({ id }) => id));
    const chargedBefore = charged();
    await confirm();
    const brought = (await invoices(slug)).filter(({ id }) => !known.has(id));
    const ofUsage = announced.invoicedOn === 'next_invoice' ? [] : [{ subtotal: announced.usage, amount_due: announced.due }];
    for (const invoice of ofUsage) expect(brought).toContainEqual(expect.objectContaining(invoice));
    expect(brought.reduce((sum, { amount_due: due }) => sum + due, 0)).toBe(announced.charge + (announced.due ?? 0));
    expect(charged() - chargedBefore).toBe(announced.charge + (announced.due ?? 0));
    return announced;
  }

  it('the cap turned on invoices the overage so far, with what is owed from before', async () => {
    await use('payg', 300);
    await owe('payg', -700);
    const announced = await expectAsTold('payg', 'tier_pro');
    expect(announced).toMatchObject({ charge: 0, invoicedOn: 'invoice_now', due: announced.usage + 700 });
    expect(announced.usage).toBeGreaterThan(0);
    expect(await money().balance('payg')).toBe(0);
  });

  it('the cap turned on without overage invoices nothing, so debt waits', async () => {
    await owe('branching', -700);
    expect(await expectAsTold('branching', 'tier_pro')).toEqual({ charge: 0, usage: 0, due: null, invoicedOn: 'next_invoice' });
    expect(await money().balance('branching')).toBe(-700);
  });

  it('the cap turned off invoices nothing, whatever was used and is owed', async () => {
    await use('capped', 300);
    await owe('capped', -700);
    expect(await expectAsTold('capped', 'tier_payg')).toEqual({ charge: 0, usage: 0, due: null, invoicedOn: 'next_invoice' });
    expect(await money().balance('capped')).toBe(-700);
  });

  it('an upgrade charges debt with it and leaves usage to the next invoice', async () => {
    await use('crowded', 300);
    await owe('crowded', -700);
    expect(await expectAsTold('crowded', 'tier_team')).toMatchObject({ due: null, invoicedOn: 'next_invoice' });
    expect(await money().balance('crowded')).toBe(0);
  });

  it('a downgrade that costs more than its unused time is worth is charged, its usage is on the next invoice', async () => {
    await use('top', 300);
    await owe('top', -70_000);
    const announced = await expectAsTold('top', 'tier_payg');
    expect(announced).toMatchObject({ due: null, invoicedOn: 'next_invoice' });
    expect(announced.charge).toBeGreaterThan(0);
  });

  it('the way to Free charges debt, and the usage so far on a final invoice', async () => {
    await use('rich', 300);
    await owe('rich', -5000);
    const announced = await expectAsTold('rich', 'tier_free');
    expect(announced).toMatchObject({ invoicedOn: 'final_invoice', due: announced.usage });
    expect([announced.charge > 0, announced.usage > 0]).toEqual([true, true]);
  });

  const connect = (connections: number, atSeconds: number) => book('by-invoice', 'REALTIME_PEAK_CONNECTIONS', connections, atSeconds);

  it('usage between price and change is billed: more is due than was told, so it is told again', async () => {
    await money().pass(3600);
    await use('by-invoice', 300);
    await connect(1500, now() - 60);
    const { body: shown } = await money().preview('by-invoice', 'tier_pro');
    await money().pass(30);
    await use('by-invoice', 20, now() - 10);
    await connect(3000, now() - 10);
    const refused = await money().change('by-invoice', { tier: 'tier_pro', quote_id: shown.quote.id });
    expect([refused.status, refused.body.code]).toEqual([409, 'quote_changed']);
    expect(refused.body.quote.due_now_cents).toBeGreaterThan(shown.quote.due_now_cents);
    const made = await money().change('by-invoice', { tier: 'tier_pro', quote_id: refused.body.quote.id });
    expect([made.status, made.body.amounts.usage_due_cents]).toEqual([200, refused.body.quote.due_now_cents]);
    const [invoice] = await invoices('by-invoice');
    expect(invoice).toMatchObject({ amount_due: refused.body.quote.due_now_cents });
  });

  it('usage after the change is under the cap', async () => {
    await use('by-invoice', 10, now());
    await connect(4000, now());
    await money().pass(1);
    const { lines } = (await money().send('GET', '/platform/organizations/by-invoice/billing/invoices/upcoming')).body;
    const lineOf = (metric: string) => lines.find((line: { usage_metric: string }) => line.usage_metric === metric);
    expect(lineOf('EGRESS')).toMatchObject({ amount: 0, usage_original: 330 * gigabyte });
    expect(lineOf('REALTIME_PEAK_CONNECTIONS')).toMatchObject({ amount: 0, usage_original: 4000 });
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
