import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chargeToday, settleSum } from '#lib/charge.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import type { InvoiceLine } from './lines.ts';
import { planOfTier, type Tier, tierOf } from './plans.ts';
import { type Account, type PlanChangeQuote } from './quote.ts';
import { chargeAgreesWithOracle } from '#tests/oracle/charge-properties.ts';
import { RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import type { UsageEntry } from './usage.ts';
import { quoteChange } from '#tests/oracle/whole-results.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';
import { NEVER_CAPPED } from '#tests/oracle/examples.ts';

const START = Date.UTC(2026, 0, 31, 10, 17, 5) / 1000;
const TIERS: readonly Tier[] = ['tier_free', 'tier_payg', 'tier_team', 'tier_enterprise'];
const contract = { planPriceCents: 123_457 };

const newAccount = (balanceCents: number): Account => ({
  period: { planId: 'free', book: FIRST_BOOK, cycle: cycleAt(START, START), cap: NEVER_CAPPED, discounts: [], invoiced: [], entries: [] },
  planFeeChargedCents: 0,
  balanceCents,
  carriedOver: [],
});

const sum = (lines: readonly InvoiceLine[]): number => lines.reduce((total, { amountCents }) => total + amountCents, 0);

function apply(
  account: Account,
  quote: PlanChangeQuote,
  entries: readonly UsageEntry[],
): { account: Account; paidCents: number; finalCents: number } {
  const { charge, usageSoFar, planId, cycle } = quote;
  if (!charge) throw new Error('A change at once has a charge');
  const final = usageSoFar.settlement;
  return {
    paidCents: charge.dueCents + (final?.dueCents ?? 0),
    finalCents: final ? usageSoFar.totalCents : 0,
    account: {
      period: { ...account.period, planId, cycle, entries },
      planFeeChargedCents: charge.planPriceCents,
      balanceCents: final?.balanceAfterCents ?? charge.balanceAfterCents,
      carriedOver: final ? [] : usageSoFar.lines,
    },
  };
}

const quotePlan = (account: Account, tier: Tier, now: number): PlanChangeQuote => {
  const quote = quoteChange(
    account,
    { book: FIRST_BOOK, tier, discounts: [], contract: tier === 'tier_enterprise' ? contract : undefined },
    now,
  );
  if (quote.kind !== 'plan_change') throw new Error('Not a plan change');
  return quote;
};

it(
  'charges what the formula says, and shows what is charged on both sides of the wire',
  () => {
    fc.assert(chargeAgreesWithOracle(chargeToday), { numRuns: RUNS });
  },
  TIMEOUT_MS,
);

const histories = fc.record({
  balanceCents: fc.integer({ min: -5000, max: 100_000 }),
  steps: fc.array(
    fc.record({ tier: fc.constantFrom(...TIERS), wait: fc.oneof(fc.constant(0), fc.nat(3 * 86_400)), gigabytes: fc.nat(2000) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  ),
});

const egress = (fromSeconds: number, gigabytes: number): UsageEntry => ({
  projectRef: 'alpha',
  metric: 'EGRESS',
  kind: 'primary',
  resourceId: 'alpha',
  fromSeconds,
  untilSeconds: fromSeconds,
  quantity: gigabytes * 1e9,
});

it(
  'never makes value: what was paid and credited is what was used plus what is left, whatever the order of changes',
  () => {
    fc.assert(
      fc.property(histories, ({ balanceCents, steps }) => {
        let account = newAccount(balanceCents);
        let now = START;
        let [paid, planTime, finals] = [0, 0, 0];
        for (const { tier, wait, gigabytes } of steps) {
          if (planOfTier(tier).planId === account.period.planId) continue;
          now = Math.min(now + wait, account.period.cycle.endSeconds - 1);
          const known = { ...account, period: { ...account.period, entries: [egress(account.period.cycle.startSeconds, gigabytes)] } };
          const quote = quotePlan(known, tier, now);
          const usedTime = account.planFeeChargedCents - (quote.charge?.unusedCents ?? 0);
          const { startSeconds, endSeconds } = account.period.cycle;
          // An organization never pays less than the exact price for the time that it used a plan.
          const heldCents = BigInt(account.planFeeChargedCents) * BigInt(now - startSeconds);
          expect(BigInt(usedTime) * BigInt(endSeconds - startSeconds)).toBeGreaterThanOrEqual(heldCents);
          expect(quotePlan(known, tier, now)).toEqual(quote);
          const applied = apply(known, quote, []);
          planTime += usedTime;
          paid += applied.paidCents;
          finals += applied.finalCents;
          account = applied.account;
          // An amount too small to collect is carried as debt.
          expect(account.balanceCents).toBeGreaterThan(-50);
        }
        expect(balanceCents + paid).toBe(planTime + finals + account.planFeeChargedCents + account.balanceCents);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it(
  'is worth the same after going up and down again within one second',
  () => {
    const cases = fc.record({
      up: fc.constantFrom<Tier>('tier_team', 'tier_enterprise'),
      wait: fc.nat(27 * 86_400),
      balanceCents: fc.integer({ min: 0, max: 200_000 }),
    });
    fc.assert(
      fc.property(cases, ({ up, wait, balanceCents }) => {
        const pro = apply(newAccount(balanceCents), quotePlan(newAccount(balanceCents), 'tier_payg', START), []).account;
        const now = START + wait;
        const direct = quotePlan(pro, 'tier_free', now);
        const high = apply(pro, quotePlan(pro, up, now), []);
        const back = apply(high.account, quotePlan(high.account, 'tier_free', now), []);
        expect(back.account.balanceCents - high.paidCents - back.paidCents).toBe(
          (direct.charge?.balanceAfterCents ?? 0) - (direct.charge?.dueCents ?? 0),
        );
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it(
  'uses each credit once over any sequence of invoices and top-ups',
  () => {
    const steps = fc.array(
      fc.oneof(fc.record({ topUp: fc.integer({ min: 10_000, max: 200_000 }) }), fc.record({ invoice: fc.nat(150_000) })),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(steps, (history) => {
        let [balance, credited, used] = [0, 0, 0];
        for (const step of history) {
          if ('topUp' in step) {
            balance += step.topUp;
            credited += step.topUp;
          } else {
            const { balanceAppliedCents, dueCents, balanceAfterCents } = settleSum(step.invoice, balance);
            expect(balanceAppliedCents + dueCents).toBe(step.invoice);
            expect(dueCents === 0 || balanceAfterCents === 0).toBe(true);
            balance = balanceAfterCents;
            used += balanceAppliedCents;
          }
          expect(balance).toBeGreaterThanOrEqual(0);
          expect(credited).toBe(used + balance);
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it(
  'bills the usage before each change exactly once',
  () => {
    fc.assert(
      fc.property(histories, ({ steps }) => {
        let account = newAccount(0);
        let now = START;
        let billedApart = 0;
        let invoiced = 0;
        for (const { tier, wait, gigabytes } of steps) {
          if (planOfTier(tier).planId === account.period.planId) continue;
          now = Math.min(now + wait, account.period.cycle.endSeconds - 1);
          const { period } = account;
          const known = { ...account, period: { ...period, entries: [egress(period.cycle.startSeconds, gigabytes)] } };
          const alone = quotePlan({ ...known, carriedOver: [] }, tier, now).usageSoFar.totalCents;
          const quote = quotePlan(known, tier, now);
          billedApart += alone;
          if (quote.usageSoFar.invoicedOn === 'final_invoice') invoiced += quote.usageSoFar.totalCents;
          account = apply(known, quote, []).account;
          expect(tierOf(account.period.planId, false)).toBe(tier === 'tier_free' ? 'tier_free' : tier);
        }
        expect(invoiced + sum(account.carriedOver)).toBe(billedApart);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
