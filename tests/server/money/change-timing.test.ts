import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const gigabyte = 1_000_000_000;
const hour = 3600;

onMoneyPlatformWith({ organizations: ['capped', 'rich', 'branching', 'top', 'crowded'] }, (money) => {
  const now = () => money().platform.context.clock.nowSeconds();
  const use = (slug: string, gigabytes: number, atSeconds = now() - 5) => money().use(slug, 'EGRESS', gigabytes * gigabyte, atSeconds);
  const read = async (slug: string, path: string): Promise<any> =>
    (await money().send('GET', `/platform/organizations/${slug}/billing/${path}`)).body;
  const egressOf = (lines: { id: string; usage_original: number; amount: number }[]) =>
    lines.filter(({ id }) => id.startsWith('EGRESS')).map(({ usage_original: used, amount }) => [used / gigabyte, amount]);

  it('usage between a quote and the cap is billed, with its price shown again where more is due', async () => {
    const { preview, change, pass } = money();
    const { body: shown } = await preview('branching', 'tier_pro');
    expect(shown.quote.due_now_cents).toBe(0);
    await pass(60);
    await use('branching', 1000);
    const refused = await change('branching', { tier: 'tier_pro', quote_id: shown.quote.id });
    // 750 GB above the quota at $0.09 per GB are due.
    expect([refused.status, refused.body.code, refused.body.quote.due_now_cents]).toEqual([409, 'quote_changed', 6750]);
    expect((await change('branching', { tier: 'tier_pro', quote_id: refused.body.quote.id })).body.amounts.usage_due_cents).toBe(6750);
    const [invoice] = await read('branching', 'invoices?offset=0&limit=1');
    expect(invoice).toMatchObject({ subtotal: 6750, amount_due: 6750 });
  });

  it('usage between a quote and Free is on the final invoice, although credit covers it and nothing more is due', async () => {
    const { preview, change, pass } = money();
    const { body: shown } = await preview('rich', 'tier_free');
    await pass(60);
    await use('rich', 5000);
    const made = await change('rich', { tier: 'tier_free', quote_id: shown.quote.id });
    expect([made.status, made.body.amounts.usage_due_cents]).toEqual([200, 0]);
    const brought = await read('rich', 'invoices?offset=0&limit=2');
    const lines = await Promise.all(brought.map(async ({ id }: { id: string }) => (await read('rich', `invoices/${id}/lines`)).lines));
    const [[used, amount] = []] = egressOf(lines.flat());
    expect(used).toBe(5000);
    expect(amount).toBeGreaterThan(427);
  });

  it('an upgrade that a card pays begins at its quote, 20 hours before its payment; its cap goes off with the payment', async () => {
    const { preview, change, card, challenge, pass, subscription } = money();
    const { body: shown } = await preview('capped', 'tier_team');
    const quotedAt = now();
    await pass(120);
    await use('capped', 10);
    const pending = await change('capped', {
      tier: 'tier_team',
      quote_id: shown.quote.id,
      payment_method: await card(testCard.asksAlways),
    });
    const secret = pending.body.pending_payment_intent_secret as string;
    await pass(20 * hour);
    await use('capped', 600);
    await challenge(secret, 'complete');
    await money().settled();
    expect(await subscription('capped')).toMatchObject({
      plan: { id: 'team' },
      usage_billing_enabled: true,
      current_period_start: quotedAt,
    });
    expect(egressOf((await read('capped', 'invoices/upcoming')).lines)).toEqual([[610, 0]]);
    await pass(hour);
    await use('capped', 100);
    await pass(10);
    expect(egressOf((await read('capped', 'invoices/upcoming')).lines)).toEqual([[710, 9]]);
  });

  it('a smaller plan that a card pays begins when it is paid; until then usage is billed under the larger one', async () => {
    const { change, card, challenge, pass, subscription, balance } = money();
    const before = await subscription('top');
    await pass(before['current_period_end'] - now() - 24 * hour);
    const pending = await change('top', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    const secret: string = pending.body.pending_payment_intent_secret;
    await pass(10 * hour);
    await use('top', 900);
    await challenge(secret, 'complete');
    await money().settled();
    const paidAt = now();
    const { plan, current_period_start: start, usage_billing_enabled: billsUsage } = await subscription('top');
    expect([plan.id, billsUsage, Math.abs(start - paidAt) <= 2]).toEqual(['pro', false, true]);
    const egress = (await read('top', 'invoices/upcoming')).lines.find(({ id }: { id: string }) => id.startsWith('EGRESS'));
    expect(egress.amount).toBeGreaterThan((900 - 250) * 0.09);
    // The Team Plan was used for ten hours after the quote, so the next invoice collects the price of these hours.
    const tenHoursCents = (59_900 * 10 * hour) / (before['current_period_end'] - before['current_period_start']);
    expect(Math.abs(tenHoursCents + (await balance('top')))).toBeLessThan(2);
    const [invoice] = await read('top', 'invoices?offset=0&limit=1');
    const { lines } = await read('top', `invoices/${invoice.id}/lines`);
    const carried = lines.find(({ description }: { description: string }) => description === 'Carried to your next invoice');
    expect(Math.round(carried.amount * 100)).toBe(await balance('top'));
  });

  it('a smaller plan that is not paid by the end of its cycle is given up, and the cycle closes', async () => {
    const { change, card, pass, subscription, owe, send } = money();
    await owe('crowded', -70_000);
    const { current_period_end: end } = await subscription('crowded');
    await pass(end - now() - 2 * hour);
    const pending = await change('crowded', { tier: 'tier_free', payment_method: await card(testCard.asksAlways) });
    expect(pending.body.pending_payment_intent_secret).not.toBeNull();
    await pass(2 * hour + 60);
    expect(await subscription('crowded')).toMatchObject({
      plan: { id: 'pro' },
      current_period_start: end,
      pending_payment_intent_secret: null,
    });
    expect((await send('DELETE', '/platform/organizations/crowded/billing/subscription/pending-change')).status).toBe(204);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
