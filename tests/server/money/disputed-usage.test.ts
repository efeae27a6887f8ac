import { expect, it } from 'vitest';
import { bookDispute } from '#server/payments/refunds/refunds-and-disputes.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

const day = 86_400;
const gigabyte = 1_000_000_000;
const [won, lost, topUp, undisputed] = ['free-one', 'free-two', 'free-three', 'free-four'];
const organizations = [won, lost, topUp, undisputed];
/** Cost of 750 GB of egress on Pro: 500 GB above the quota at 9 cents. */
const overageCents = 4500;
const feeCents = 2500;

onMoneyPlatformWith({ organizations: ['free-one', 'free-two', 'free-three', 'free-four'] }, (money) => {
  const { paid } = staffAt(money);
  const sentAt = new Map<string, number>();

  async function report(slug: string, quantity: number, replaces?: string): Promise<void> {
    const at = sentAt.get(slug) ?? money().platform.context.clock.nowSeconds();
    sentAt.set(slug, at);
    const record = {
      id: `${slug}-${quantity}`,
      project_ref: projectRef(slug, 'web'),
      metric: 'EGRESS',
      at,
      quantity: quantity * gigabyte,
    };
    const { body } = await money().platform.ask(`/platform/organizations/${slug}/usage/records`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox-service-token' },
      body: JSON.stringify({ records: [{ ...record, ...(replaces && { replaces }) }] }),
    });
    expect(body).toMatchObject({ accepted: 1, rejected: [] });
  }

  async function dispute(slug: string, status: 'needs_response' | 'won' | 'lost'): Promise<void> {
    const { intent } = await paid(slug);
    const [payment] = await money().rows<{ cents: number }>(
      `select amount_cents::int as cents from payments where intent_id = '${intent}'`,
    );
    const amountCents = payment?.cents ?? 0;
    const about = { id: `dp_${slug}`, chargeId: `ch_${slug}`, reason: 'fraudulent' } as const;
    await bookDispute(money().platform.context.paymentContext, { ...about, status, amountCents, paymentId: intent });
  }

  const held = async (slug: string): Promise<number> => (await money().subscription(slug))['disputed']?.held_credit ?? 0;
  const newest = async (slug: string) => (await money().send('GET', `/platform/organizations/${slug}/billing/invoices?limit=1`)).body[0];
  /** The dates in descriptions are omitted. */
  const corrections = (lines: readonly { description: string; amount: number }[]) =>
    lines
      .filter(({ description }) => /reported later|^Held/.test(description))
      .map(({ description, amount }) => [description.replace(/, \w+ \d+ to [^,]*/, ''), Math.round(amount * 100)]);

  it('a correction of a disputed invoice is held, and pays for nothing', async () => {
    const { change, card, pass, settled, send, topUp: buy, preview } = money();
    expect((await buy(topUp, { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
    for (const slug of organizations) {
      expect((await change(slug, { tier: 'tier_payg', payment_method: await card(testCard.good) })).status).toBe(200);
      await pass(1);
      await report(slug, 750);
    }
    await pass(31 * day + 2 * 3600);
    await settled();
    for (const slug of [won, lost, topUp]) await dispute(slug, 'needs_response');
    expect(await Promise.all(organizations.map(held))).toEqual([0, 0, 10_000 - 2 * feeCents - overageCents, 0]);
    for (const slug of organizations) await report(slug, 250, `${slug}-750`);
    const { body } = await send('GET', `/platform/organizations/${won}/billing/invoices/upcoming`);
    expect(corrections(body.lines)).toEqual([
      ['Egress, reported later', -overageCents],
      ['Held while a payment is disputed', overageCents],
    ]);
    expect((await preview(won, 'tier_team')).body.upfront_charge).toMatchObject({ customer_balance: 0 });

    await pass(31 * day);
    await settled();
    for (const slug of [won, lost, topUp]) {
      expect(await newest(slug)).toMatchObject({ subtotal: feeCents });
      expect(await money().balance(slug)).toBe(0);
    }
    expect(await Promise.all([won, lost, topUp].map(held))).toEqual([overageCents, overageCents, 5000]);
    expect(await newest(undisputed)).toMatchObject({ subtotal: feeCents - overageCents, amount_due: 0 });
    expect([await money().balance(undisputed), await held(undisputed)]).toEqual([overageCents - feeCents, 0]);
  });

  it('is credit once the dispute is won, and reduces the debt of a lost one', async () => {
    const { settled, balance } = money();
    await dispute(won, 'won');
    await dispute(lost, 'lost');
    await settled();
    expect([await balance(won), await held(won)]).toEqual([overageCents, 0]);
    expect([await balance(lost), await held(lost)]).toEqual([-feeCents, 0]);
  });
});
