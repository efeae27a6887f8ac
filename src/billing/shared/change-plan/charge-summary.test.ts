import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dollarsFromCents } from '#lib/money.ts';
import { chargeToday } from '#lib/charge.ts';
import { chargeSummary, confirmWords, priceWords, type EstimateFacts } from './charge-summary.ts';

const quote = (total_cents: number) => ({ id: 'qt_00000000000000000000', total_cents, expires_at: 0 });
const usage = { total: 12.345, invoiced_on: 'next_invoice' as const, due: null };

it('lists plan price, unused time and credits, which come to the charge of today', () => {
  const charge = { plan_price: 599, unused_credit: 16.4, customer_balance: 25, tax: null, total: 557.6 };
  expect(chargeSummary({ upfront_charge: charge, usage_so_far: usage, effective_at: null, quote: quote(55_760) }, null)).toEqual({
    lines: [
      { id: 'plan', cents: 59_900 },
      { id: 'unused', cents: -1640 },
      { id: 'credits', cents: -2500 },
    ],
    totalCents: 55_760,
    carriedCents: 0,
    creditBackCents: 0,
    isEstimate: false,
    usageSoFar: { cents: 1235, invoicedOn: 'next_invoice', dueCents: null, carriedCents: 0 },
    creditNote: null,
    disputedCents: 0,
  });
});

it('keeps what an unpaid invoice is reduced by out of the charge of today', () => {
  const charge = { plan_price: 25, unused_credit: 0, customer_balance: 0, tax: null, total: 25 };
  const credit_note = { amount: 598.99, invoice: { id: 'in_1', number: 'ABCD-0002' } };
  const summary = chargeSummary({ upfront_charge: charge, quote: quote(2500), credit_note, disputed_unused: 3.5 }, null);
  expect(summary).toMatchObject({
    totalCents: 2500,
    creditBackCents: 0,
    creditNote: { cents: 59_899, invoiceNumber: 'ABCD-0002' },
    disputedCents: 350,
  });
});

it('charges nothing where the platform says that the sum is too small, and says what is carried', () => {
  const charge = { plan_price: 25, unused_credit: 0, customer_balance: 24.9, tax: null, total: 0.1 };
  const small = chargeSummary({ upfront_charge: charge, quote: { ...quote(10), due_now_cents: 0 } }, null);
  expect([small?.totalCents, small?.carriedCents]).toEqual([0, 10]);
  const withUsage = { ...usage, invoiced_on: 'final_invoice' as const, due: 3.5, carried: 0 };
  const due = chargeSummary({ upfront_charge: charge, usage_so_far: withUsage, quote: { ...quote(10), due_now_cents: 350 } }, null);
  expect([due?.totalCents, due?.carriedCents, due?.usageSoFar?.dueCents]).toEqual([0, 10, 350]);
});

it('adds debt, and says what a smaller plan gives back', () => {
  const owed = chargeSummary(
    { upfront_charge: { plan_price: 25, unused_credit: 0, customer_balance: -10, tax: null, total: 35 }, quote: quote(3500) },
    null,
  );
  expect(owed?.lines).toContainEqual({ id: 'debt', cents: 1000 });
  const back = chargeSummary(
    { upfront_charge: { plan_price: 25, unused_credit: 299.5, customer_balance: 0, tax: null, total: 0 }, quote: quote(0) },
    null,
  );
  expect([back?.totalCents, back?.creditBackCents]).toEqual([0, 27_450]);
});

it('has no charge of today for a change that waits', () => {
  expect(chargeSummary({ upfront_charge: null, usage_so_far: usage, effective_at: 5, quote: quote(0) }, null)).toBeNull();
});

it('estimates by the formula where the platform sends no charge, and says so', () => {
  const facts: EstimateFacts = {
    newPrice: 599,
    currentPrice: 25,
    subscription: { current_period_start: 0, current_period_end: 100, customer_balance: 500 },
    nowSeconds: 40,
  };
  expect(chargeSummary({ upfront_charge: null }, facts)).toMatchObject({ totalCents: 57_900, isEstimate: true, usageSoFar: null });
  expect(chargeSummary({ upfront_charge: null }, null)).toBeNull();
});

it('has lines that come to its total, or gives the rest back', () => {
  const cents = fc.integer({ min: 0, max: 200_000 });
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.integer({ min: -50_000, max: 100_000 }),
      fc.integer({ min: 0, max: 1000 }),
      (price, charged, balance, now) => {
        const charge = chargeToday({
          newPriceCents: price,
          chargedPriceCents: charged,
          periodStartSeconds: 0,
          periodEndSeconds: 1000,
          nowSeconds: now,
          balanceCents: balance,
        });
        const summary = chargeSummary(
          {
            upfront_charge: {
              plan_price: dollarsFromCents(charge.planPriceCents),
              unused_credit: dollarsFromCents(charge.unusedCents),
              customer_balance: dollarsFromCents(charge.balanceAppliedCents),
              tax: null,
              total: dollarsFromCents(charge.totalCents),
            },
            quote: quote(charge.totalCents),
          },
          null,
        );
        const sum = summary?.lines.reduce((total, line) => total + line.cents, 0) ?? Number.NaN;
        expect(sum).toBe(charge.totalCents - (summary?.creditBackCents ?? 0));
      },
    ),
  );
});

it('says the amount on the button', () => {
  const summary = (totalCents: number, isEstimate = false) => ({
    lines: [],
    totalCents,
    carriedCents: 0,
    creditBackCents: 0,
    isEstimate,
    usageSoFar: null,
    creditNote: null,
    disputedCents: 0,
  });
  expect(confirmWords('Upgrade to Team', summary(57_400), 'card', null)).toBe('Upgrade to Team, pay $574.00 today');
  expect(confirmWords('Upgrade to Team', summary(57_400), 'invoice', null)).toBe('Upgrade to Team, $574.00 by invoice');
  expect(confirmWords('Downgrade to Pro', summary(0), 'card', null)).toBe('Downgrade to Pro, nothing to pay today');
  expect(confirmWords('Upgrade to Team', summary(100, true), 'card', null)).toBe('Upgrade to Team, pay about $1.00 today');
  expect(confirmWords('Downgrade to Free', null, 'card', 'Dec 01, 2026')).toBe('Downgrade to Free on Dec 01, 2026');
  expect(priceWords(25)).toBe('$25');
});
