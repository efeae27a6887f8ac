import { expect } from 'vitest';
import { giveCredit, type MoneyPlatform } from './money-platform.ts';
import { once, operatorOf } from './operator.ts';
import { testCard } from './payer.ts';
import { refundPayment } from './refund-payment.ts';

const day = 86_400;
const base = (slug: string): string => `/platform/organizations/${slug}`;
const bergen = { line1: '1 First Street', line2: null, city: 'Bergen', state: null, postal_code: '5003', country: 'NO' };

interface InvoiceFact {
  readonly id: string;
  readonly status: string;
  readonly amount_due: number;
}

export const invoicesOf = async ({ send }: MoneyPlatform, slug: string): Promise<InvoiceFact[]> =>
  (await send('GET', `${base(slug)}/billing/invoices?limit=100`)).body;

async function passDays({ pass, settled }: MoneyPlatform, days: number): Promise<void> {
  await pass(days * day);
  await settled();
}

async function latestPayment({ rows }: MoneyPlatform, slug: string, condition: string): Promise<{ id: string; organization_id: number }> {
  const [payment] = await rows<{ id: string; organization_id: number }>(
    `select p.id, p.organization_id from payments p join organizations o on o.id = p.organization_id
      where o.slug = '${slug}' and p.state = 'succeeded' and p.channel <> 'setup' and ${condition} order by p.created_at desc limit 1`,
  );
  if (!payment) throw new Error(`${slug} has no such payment`);
  return payment;
}

async function save({ send }: MoneyPlatform, slug: string, billing_name: string): Promise<void> {
  expect((await send('PUT', `${base(slug)}/customer`, { billing_name, address: bergen })).status).toBe(204);
}

async function correctBuyer(money: MoneyPlatform, slug: string, invoiceId: string): Promise<void> {
  await save(money, slug, 'Right Ltd');
  const { version } = (await money.send('GET', `${base(slug)}/customer`)).body;
  expect((await money.send('POST', `${base(slug)}/billing/invoices/${invoiceId}/correct-buyer`, { version })).status).toBe(200);
}

async function refundLatest(money: MoneyPlatform, slug: string, what: 'top_up' | 'invoice', amountCents: number): Promise<void> {
  const { id: paymentId, organization_id: organizationId } = await latestPayment(money, slug, `p.${what}_id is not null`);
  await refundPayment(money.platform.context.paymentContext, { organizationId, paymentId, amountCents, reason: 'Asked for' });
  await money.settled();
}

/** The bank withdraws the payment a minute after the purchase. */
async function topUpDisputed(money: MoneyPlatform, slug: string, beforehand?: () => Promise<void>): Promise<void> {
  const { topUp, card, pass, settled } = money;
  expect((await topUp(slug, { amount: 150, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
  await beforehand?.();
  await pass(60);
  await settled();
}

/** Simulates six months with credit, paid invoices, a corrected buyer, a credit note, refunds, and a won, a lost and an open dispute. */
export async function liveStatementHistory(money: MoneyPlatform, slug: string): Promise<void> {
  const { topUp, card, useCard, settled, change, closeDispute, platform } = money;
  await save(money, slug, 'Wrong Ltd');
  await useCard(slug, testCard.good);
  await giveCredit(money, slug, 1_234, `staff:gift-${slug}`);
  await passDays(money, 31);
  await refundLatest(money, slug, 'invoice', 500);
  expect((await topUp(slug, { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
  await settled();
  await refundLatest(money, slug, 'top_up', 100);
  await passDays(money, 31);

  const [invoice] = await invoicesOf(money, slug);
  if (!invoice) throw new Error(`${slug} has no invoice`);
  await correctBuyer(money, slug, invoice.id);
  const credit = { amount_cents: 321, reason: 'Slow queries; "sorry" [12]' };
  const operator = await operatorOf(platform);
  expect((await operator.ask('POST', `/invoices/${invoice.id}/credit-notes`, credit, once())).status).toBe(201);
  await passDays(money, 31);

  await topUpDisputed(money, slug);
  await closeDispute('won');
  await passDays(money, 31);
  await topUpDisputed(money, slug, async () => expect((await change(slug, { tier: 'tier_team' })).status).toBe(200));
  await closeDispute('lost');
  await passDays(money, 31);
  await topUpDisputed(money, slug);
  await passDays(money, 10);
}
