import { describe, expect, it } from 'vitest';
import { changeLines } from './change-lines.ts';
import { DAY, event, GB, june, JULY, JUNE, span } from '#tests/oracle/examples.ts';
import { type Account, waitsForCycleEnd } from './quote.ts';
import { quoteChange } from '#tests/oracle/whole-results.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

const listed = { book: FIRST_BOOK, discounts: [] };
const NOW = JUNE + 10 * DAY;
const account = (changes: Partial<Account> = {}): Account => ({
  period: june([event('EGRESS', 100 * GB), span('IPV4')]),
  planFeeChargedCents: 2500,
  balanceCents: 0,
  carriedOver: [],
  ...changes,
});

describe('a plan change', () => {
  it('charges the formula today and bills the usage so far later', () => {
    const quote = quoteChange(account({ balanceCents: 500 }), { ...listed, tier: 'tier_team' }, NOW);
    expect(quote).toMatchObject({
      kind: 'plan_change',
      direction: 'upgrade',
      planId: 'team',
      spendCapOn: false,
      effectiveAtSeconds: NOW,
      charge: {
        planPriceCents: 59_900,
        unusedCents: 1666,
        balanceAppliedCents: 500,
        totalCents: 57_734,
        dueCents: 57_734,
        balanceAfterCents: 0,
      },
      cycle: { startSeconds: NOW, endSeconds: NOW + 30 * DAY },
      // Egress above a third of the quota: 16.67 GB × 0.09. IPv4: 240 hours × 0.0055.
      usageSoFar: { totalCents: 150 + 132, invoicedOn: 'next_invoice', settlement: null },
    });
  });

  it('to Free makes unused time credit first, then bills the usage on a final invoice', () => {
    const quote = quoteChange(account(), { ...listed, tier: 'tier_free' }, NOW);
    expect(quote).toMatchObject({
      direction: 'downgrade',
      charge: { unusedCents: 1666, totalCents: 0, balanceAfterCents: 1666 },
      usageSoFar: {
        totalCents: 282,
        invoicedOn: 'final_invoice',
        settlement: { balanceAppliedCents: 282, dueCents: 0, balanceAfterCents: 1384 },
      },
    });
  });

  it('gives credit for what was collected of the fee alone', () => {
    const feePayment = { chargedCents: 2500, unpaidCents: 1500, returnedCents: 0, disputedCents: 0 };
    expect(quoteChange(account({ feePayment }), { ...listed, tier: 'tier_free' }, NOW)).toMatchObject({
      charge: { unusedCents: 666, totalCents: 0, balanceAfterCents: 666 },
      unused: { collectedCents: 666, unpaidCents: 1000, disputedCents: 0 },
    });
  });

  it('charges the whole new price where nothing was collected', () => {
    const feePayment = { chargedCents: 59_900, unpaidCents: 59_900, returnedCents: 0, disputedCents: 0 };
    const team = account({ period: june([], { planId: 'team' }), planFeeChargedCents: 59_900, feePayment });
    expect(quoteChange(team, { ...listed, tier: 'tier_payg' }, JUNE + 15 * DAY)).toMatchObject({
      charge: { planPriceCents: 2500, unusedCents: 0, totalCents: 2500, balanceAfterCents: 0 },
      unused: { collectedCents: 0, unpaidCents: 29_950 },
    });
  });

  it('to Free costs nothing, whatever price a contract has agreed', () => {
    const quote = quoteChange(account(), { ...listed, tier: 'tier_free', contract: { planPriceCents: 3333 } }, NOW);
    expect(quote).toMatchObject({ charge: { planPriceCents: 0, totalCents: 0 } });
  });

  it('takes lines along that an earlier change carried over', () => {
    const first = quoteChange(account(), { ...listed, tier: 'tier_team' }, NOW);
    const second = quoteChange(
      account({ carriedOver: first.usageSoFar.lines, period: june([], { planId: 'team' }) }),
      { ...listed, tier: 'tier_free' },
      NOW,
    );
    expect(second.usageSoFar).toMatchObject({ totalCents: 282, invoicedOn: 'final_invoice' });
  });

  it('discounts the new fee by what counts when its cycle begins, and not by what the running cycle has', () => {
    const free = [{ key: 'plan', discount: { basisPoints: 10_000 } } as const];
    const half = [{ key: 'plan', discount: { basisPoints: 5000 } } as const];
    const before = account({ period: june([], { discounts: free }), planFeeChargedCents: 0 });
    const feeOf = (discounts: typeof half | readonly []) => {
      const terms = { ...listed, discounts };
      const quote = quoteChange(before, { ...terms, tier: 'tier_team' }, NOW);
      if (quote.kind !== 'plan_change') throw new Error('Not a plan change');
      return [quote.charge?.planPriceCents, changeLines(before, quote, terms).map(({ amountCents }) => amountCents)];
    };
    expect([feeOf([]), feeOf(half)]).toEqual([
      [59_900, [59_900]],
      [29_950, [29_950]],
    ]);
  });

  it('values unused time at the price that was charged, and discounts the new fee', () => {
    const discounts = [{ key: 'plan', discount: { basisPoints: 1000 } } as const];
    const quote = quoteChange(account({ period: june([]), planFeeChargedCents: 2250 }), { ...listed, tier: 'tier_team', discounts }, NOW);
    expect(quote).toMatchObject({ charge: { planPriceCents: 53_910, unusedCents: 1500, totalCents: 52_410 } });
  });

  it('adds debt, and from Free nothing is unused', () => {
    const quote = quoteChange(
      account({ period: june([], { planId: 'free' }), planFeeChargedCents: 0, balanceCents: -700 }),
      { ...listed, tier: 'tier_pro' },
      NOW,
    );
    expect(quote).toMatchObject({
      spendCapOn: true,
      charge: { unusedCents: 0, totalCents: 3200 },
      usageSoFar: { lines: [], totalCents: 0 },
    });
  });

  it('in the first second of a cycle gives the whole price back and has used nothing', () => {
    expect(quoteChange(account(), { ...listed, tier: 'tier_team' }, JUNE)).toMatchObject({
      charge: { unusedCents: 2500 },
      usageSoFar: { lines: [] },
    });
  });

  it("waits for the cycle's end where the partner does", () => {
    expect([waitsForCycleEnd('fly', 'downgrade'), waitsForCycleEnd('fly', 'upgrade'), waitsForCycleEnd(undefined, 'downgrade')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(quoteChange(account(), { ...listed, tier: 'tier_free', atCycleEnd: true }, NOW)).toMatchObject({
      effectiveAtSeconds: JULY,
      charge: null,
      cycle: { startSeconds: JULY, endSeconds: JULY + 30 * DAY + DAY },
      usageSoFar: { totalCents: 132, invoicedOn: 'next_invoice' },
    });
  });

  it('has an enterprise price by contract only', () => {
    expect(() => quoteChange(account(), { ...listed, tier: 'tier_enterprise' }, NOW)).toThrow('contract pricing');
    expect(quoteChange(account(), { ...listed, tier: 'tier_enterprise', contract: { planPriceCents: 250_000 } }, NOW)).toMatchObject({
      charge: { planPriceCents: 250_000 },
    });
  });
});

describe('the invoice of a change', () => {
  const linesOf = (now: number, tier: 'tier_team' | 'tier_free', atCycleEnd = false): unknown[] => {
    const quote = quoteChange(account(), { ...listed, tier, atCycleEnd }, now);
    if (quote.kind !== 'plan_change') throw new Error('Not a plan change');
    return changeLines(account(), quote, { ...listed }).map(({ description, amountCents, proration }) => [
      description,
      amountCents,
      proration,
    ]);
  };

  it('holds the new fee and the unused time of the old plan', () => {
    expect(linesOf(NOW, 'tier_team')).toEqual([
      ['Team Plan', 59_900, false],
      ['Unused time on Pro Plan', -1666, true],
    ]);
    expect(linesOf(NOW, 'tier_free')).toEqual([['Unused time on Pro Plan', -1666, true]]);
    expect(linesOf(JULY - 1, 'tier_team')).toEqual([['Team Plan', 59_900, false]]);
    expect(linesOf(NOW, 'tier_free', true)).toEqual([]);
  });
});

describe('a spend-cap change', () => {
  const over = june([event('EGRESS', 300 * GB), span('IPV4')]);

  it('costs no plan fee; turned on it invoices the overage so far, credits first', () => {
    expect(quoteChange(account({ period: over, balanceCents: 100 }), { ...listed, tier: 'tier_pro' }, NOW)).toMatchObject({
      kind: 'spend_cap',
      spendCapOn: true,
      usageSoFar: {
        totalCents: 450,
        invoicedOn: 'invoice_now',
        settlement: { balanceAppliedCents: 100, dueCents: 350, balanceAfterCents: 0 },
      },
    });
  });

  it.each([
    ['turned off', { ...over, cap: { initiallyOn: true, changes: [] } }, 'tier_payg'],
    ['turned on without overage', june([span('IPV4')]), 'tier_pro'],
  ] as const)('%s brings no invoice, so not even debt is due now', (_, period, tier) => {
    expect(quoteChange(account({ period, balanceCents: -900 }), { ...listed, tier }, NOW)).toMatchObject({
      usageSoFar: { lines: [], totalCents: 0, invoicedOn: 'next_invoice', settlement: null },
    });
  });
});

it.each([
  ['tier_payg', NOW, 'same_tier'],
  ['tier_team', JULY, 'outside_cycle'],
  ['tier_team', JUNE - 1, 'outside_cycle'],
] as const)('refuses %s at %i: %s', (tier, now, code) => {
  expect(() => quoteChange(account(), { ...listed, tier }, now)).toThrow(expect.objectContaining({ name: 'DomainError', code }));
});
