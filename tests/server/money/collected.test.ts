import { describe, expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const daySeconds = 86_400;
const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith({ organizations: ['by-invoice', 'agreed'] }, (money) => {
  const invoices = async (slug: string) => (await money().send('GET', `${base(slug)}/billing/invoices`)).body as Record<string, any>[];
  const invoice = async (slug: string, id: string) => (await money().send('GET', `${base(slug)}/billing/invoices/${id}`)).body;
  const restrictionStatus = async (slug: string) => (await money().send('GET', base(slug))).body.restriction_status;
  describe('an invoice payer that goes to Team and back to Pro', () => {
    it('gets no credit for time that was never paid: the unpaid invoice is reduced instead', async () => {
      const { change, preview, balance } = money();
      // If the price has risen by a cent since the quote, the test retries with a new quote.
      const agreed = async (): Promise<any> => {
        const { body: quoted } = await preview('by-invoice', 'tier_team');
        const { status } = await change('by-invoice', { tier: 'tier_team', quote_id: quoted.quote.id });
        if (status === 409) return agreed();
        expect(status).toBe(200);
        return quoted;
      };
      const up = await agreed();
      const paidValue = up.upfront_charge.unused_credit;
      expect(up.credit_note).toBeNull();
      const team = (await invoices('by-invoice')).find(({ subtotal }) => subtotal > 50_000);
      const { body } = await preview('by-invoice', 'tier_payg');
      // Unused Pro time paid a part of the Team fee. The rest was never paid, so the change back to Pro returns only the paid part.
      expect(body.upfront_charge.unused_credit).toBeCloseTo(paidValue, 1);
      expect(body.upfront_charge.total).toBeCloseTo(25 - paidValue, 1);
      expect(body.credit_note).toMatchObject({ invoice: { id: team?.['id'], number: team?.['number'] } });

      expect((await change('by-invoice', { tier: 'tier_payg', quote_id: body.quote.id })).status).toBe(200);
      const reduced = await invoice('by-invoice', team?.['id']);
      expect(reduced.credit_notes).toMatchObject([
        { amount: Math.round(body.credit_note.amount * 100), added_to_credits: 0, reason: 'Unused time on the Team Plan' },
      ]);
      const left = team?.['amount_due'] - reduced.credited;
      // The rest of the invoice is below 50 cents. The next charge collects it, so the invoice counts as paid.
      expect([reduced.status, reduced.amount_due]).toEqual(['paid', 0]);
      expect(left).toBeLessThan(50);
      expect(await balance('by-invoice')).toBe(0 - left);
      const pro = (await invoices('by-invoice')).find(({ status }) => status === 'issued');
      expect(pro?.['amount_due'] / 100).toBeCloseTo(25 - paidValue, 1);
    });

    it('is restricted after 125 days without a payment, and pays no renewal with credit', async () => {
      const { pass, balance } = money();
      const pro = (await invoices('by-invoice')).find(({ status }) => status === 'issued');
      await pass(125 * daySeconds);
      expect(await balance('by-invoice')).toBe(0);
      const all = await invoices('by-invoice');
      expect(all.find(({ id }) => id === pro?.['id'])).toMatchObject({ status: 'uncollectible', amount_due: pro?.['amount_due'] });
      const since = all.filter(({ period_end }) => period_end > pro?.['period_end']);
      expect(since.length).toBeGreaterThanOrEqual(4);
      expect(since.map(({ status }) => status)).not.toContain('paid');
      expect(await restrictionStatus('by-invoice')).toBe('restricted');
      expect(await money().account('by-invoice', 'bad_debt')).toBe(pro?.['amount_due']);
    }, 180_000);

    it('is free again once the invoice that was given up on is paid, and the bad debt is gone', async () => {
      const { send, settled, payOn } = money();
      for (const { id, amount_due } of (await invoices('by-invoice')).filter(
        ({ status }) => status === 'issued' || status === 'uncollectible',
      )) {
        if (amount_due === 0) continue;
        const { body } = await send('GET', `${base('by-invoice')}/billing/invoices/${id}/payment-link`);
        expect(await payOn(body.redirectUrl, testCard.good)).toBe(303);
      }
      await settled();
      expect(await money().account('by-invoice', 'bad_debt')).toBe(0);
      expect(await restrictionStatus('by-invoice')).toBeNull();
    });
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
