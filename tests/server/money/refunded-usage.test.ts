import { expect, it } from 'vitest';
import { refundPayment } from '#tests/support/refund-payment.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const day = 86_400;
const gigabyte = 1_000_000_000;
const organizations = ['free-one', 'free-two', 'free-three'];
/** Cost of 750 GB of egress on Pro: 500 GB above the quota at 9 cents. */
const overageCents = 4500;

onMoneyPlatformWith({ organizations: ['free-one', 'free-two', 'free-three'] }, (money) => {
  const records: Record<string, { id: string; at: number }> = {};
  async function report(slug: string, quantity: number, replaces?: string): Promise<string> {
    const at = records[slug]?.at ?? money().platform.context.clock.nowSeconds();
    const id = `${slug}-${quantity}`;
    records[slug] = { id, at };
    const record = { id, project_ref: projectRef(slug, 'web'), metric: 'EGRESS', at, quantity: quantity * gigabyte, replaces };
    const { body } = await money().platform.ask(`/platform/organizations/${slug}/usage/records`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox-service-token' },
      body: JSON.stringify({ records: [record] }),
    });
    expect(body).toMatchObject({ accepted: 1, rejected: [] });
    return id;
  }
  const correct = (slug: string, quantity: number) => report(slug, quantity, records[slug]?.id);
  const lastPayment = async (slug: string) => {
    const [row] = await money().rows<{ id: string; organizationId: number; amountCents: number }>(
      `select p.id, p.organization_id as "organizationId", p.amount_cents::int as "amountCents" from payments p join organizations o on o.id = p.organization_id
        where o.slug = '${slug}' and p.state = 'succeeded' order by p.created_at desc, p.id limit 1`,
    );
    if (!row) throw new Error(`${slug} has paid nothing`);
    return row;
  };
  const refund = async (slug: string, amountCents: number) => {
    const { id: paymentId, organizationId } = await lastPayment(slug);
    await refundPayment(money().platform.context.paymentContext, { organizationId, paymentId, amountCents, reason: 'Agreed by support' });
    await money().settled();
  };
  const newestLines = async (slug: string) => {
    const lines = await money().rows<{ description: string; cents: number }>(
      `select l.description, l.amount_cents::int as cents from invoice_lines l
        where l.reported_later and l.invoice_id = (select i.id from invoices i join organizations o on o.id = i.organization_id
          where o.slug = '${slug}' order by i.period_end desc, i.number desc limit 1) order by l.position`,
    );
    return lines.map(({ description, cents }) => [description.replace(/, \w+ \d+ to [^,]*/, ''), cents]);
  };

  it('takes a correction off what was refunded, before any of it becomes credit', async () => {
    const { change, card, pass, settled, balance } = money();
    for (const slug of organizations) {
      expect((await change(slug, { tier: 'tier_payg', payment_method: await card(testCard.good) })).status).toBe(200);
      await pass(1);
      await report(slug, 750);
    }
    await pass(31 * day + 2 * 3600);
    await settled();
    for (const slug of organizations) expect((await lastPayment(slug)).amountCents).toBe(2500 + overageCents);
    await refund('free-one', (await lastPayment('free-one')).amountCents);
    await refund('free-two', 1000);
    for (const slug of organizations) await correct(slug, 250);
    await pass(31 * day);
    await settled();
    expect(await newestLines('free-one')).toEqual([
      ['Egress, reported later', -overageCents],
      ['Already refunded', overageCents],
    ]);
    expect(await newestLines('free-two')).toEqual([
      ['Egress, reported later', -overageCents],
      ['Already refunded', 1000],
    ]);
    expect(await newestLines('free-three')).toEqual([['Egress, reported later', -overageCents]]);
    // The renewal costs $25.00 per organization. Usage that was paid and later corrected has become credit.
    expect(await Promise.all(organizations.map(balance))).toEqual([0, overageCents - 1000 - 2500, overageCents - 2500]);
  });

  it('says on the refunded invoice what was taken off it', async () => {
    expect(await money().faults()).toEqual([]);
    const notes = await money().rows<{ slug: string; amount: number; balance: number }>(
      `select o.slug, n.amount_cents::int as amount, n.balance_cents::int as balance from credit_notes n join organizations o on o.id = n.organization_id order by o.slug`,
    );
    expect(notes).toEqual([
      { slug: 'free-one', amount: 4500, balance: 0 },
      { slug: 'free-two', amount: 1000, balance: 0 },
    ]);
  });

  it('refunds no more than is left once a correction has become credit', async () => {
    const [paid] = await money().rows<{ id: string; organizationId: number; amountCents: number }>(
      `select p.id, p.organization_id as "organizationId", p.amount_cents::int as "amountCents" from payments p join organizations o on o.id = p.organization_id
        where o.slug = 'free-three' and p.state = 'succeeded' order by p.amount_cents desc limit 1`,
    );
    const { id: paymentId = '', organizationId = 0, amountCents = 0 } = paid ?? {};
    const refundRequest = { organizationId, paymentId, reason: 'Agreed by support' };
    const { paymentContext: context } = money().platform.context;
    await expect(refundPayment(context, { ...refundRequest, amountCents })).rejects.toMatchObject({
      code: 'refund_too_high',
      body: { highest_refundable_cents: amountCents - overageCents },
    });
    await refundPayment(context, { ...refundRequest, amountCents: amountCents - overageCents });
    expect(await money().faults()).toEqual([]);
  });
});
