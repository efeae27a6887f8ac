import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumCents } from '#lib/money.ts';
import { addParts, changeOf, compareInvoices, NO_PARTS, referencePrices, type LineDifference } from './invoice-comparison.ts';
import { planLine } from '#server/domain/invoice.ts';
import { RUNS, scenarioArbitrary, TIMEOUT_MS, type Scenario } from '#tests/oracle/scenario.ts';
import { billUsage } from '#tests/oracle/whole-results.ts';

const invoiceOf = ({ period, asOfSeconds }: Scenario, priceCents: number) => {
  const { startSeconds, endSeconds } = period.cycle;
  const plan = planLine({ planId: 'pro', priceCents, discounts: [], startSeconds, endSeconds });
  return [plan, ...billUsage(period, asOfSeconds).lines];
};

const total = (differences: readonly LineDifference[]): number => sumCents(differences.map(changeOf));
const allParts = (differences: readonly LineDifference[]) => differences.map(({ parts }) => parts).reduce(addParts, NO_PARTS);

it(
  'adds up to the difference, and from one invoice over another to a third',
  () => {
    const price = fc.constantFrom(2500, 59_900);
    fc.assert(
      fc.property(fc.tuple(scenarioArbitrary, scenarioArbitrary, scenarioArbitrary), fc.tuple(price, price, price), (scenarios, prices) => {
        const invoices = scenarios.map((scenario, index) => invoiceOf(scenario, prices[index] ?? 0));
        const [a = [], b = [], c = []] = invoices;
        const references = referencePrices([c, b, a]);
        const [ab, bc, ac] = [compareInvoices(a, b, references), compareInvoices(b, c, references), compareInvoices(a, c, references)];
        for (const difference of [...ab, ...bc, ...ac]) {
          expect(sumCents(Object.values(difference.parts))).toBe(changeOf(difference));
          if (changeOf(difference) !== 0) expect(difference.causes).not.toEqual([]);
        }
        const sum = (lines: readonly { amountCents: number }[]): number => sumCents(lines.map(({ amountCents }) => amountCents));
        expect(total(ab)).toBe(sum(b) - sum(a));
        expect(addParts(allParts(ab), allParts(bc))).toEqual(allParts(ac));
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
