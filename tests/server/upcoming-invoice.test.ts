import { expect, it } from 'vitest';
import { lineAmounts } from '#lib/charge-line.ts';
import { centsFromDollars, microcentsFromDollars } from '#lib/money.ts';
import { ratioFromText } from '#lib/money-ratio.ts';
import { lineView, type LineView } from '#server/routes/views/invoice-line.ts';
import { demoOrganizations } from '#server/seed/demo-organizations/all-organizations.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';

const now = seconds('2026-06-20T10:15:00Z');
const organizations = demoOrganizations.filter(({ slug }) =>
  ['pro-payg', 'extreme-text', 'enterprise-invoice', 'free-start'].includes(slug),
);

/**
 * Expected on June 20, after 456 of 720 clock hours. Usage is weighted by weekday: 19.65 for the days so far, 30.25 for all days of the
 * cycle.
 */
const expected: readonly [line: string, dollars: number, beforeDiscount: number][] = [
  ['plan', 25, 25],
  ['COMPUTE_HOURS_XS.primary', 6.13, 6.13], // 456 h x 0.01344 = 6.12864
  ['COMPUTE_HOURS_SM.primary', 9.39, 9.39], // 456 h x 0.0206 = 9.3936
  ['COMPUTE_HOURS_MD.primary', 37.48, 37.48], // 456 h x 0.0822 = 37.4832
  ['COMPUTE_HOURS_L.primary', 69.18, 69.18], // 456 h x 0.1517 = 69.1752
  ['compute_credits', -10, -10],
  ['COMPUTE_HOURS_MD.replica', 37.48, 37.48], // 456 h x 0.0822
  ['COMPUTE_HOURS_BRANCH.branch', 12.26, 12.26], // 2 branches x 456 h x 0.01344 = 12.25728
  ['DISK_SIZE_GB_HOURS_GP3.primary', 4.05, 4.05], // (60 - 8) GB x 456 h x 0.000171 = 4.054752
  ['EGRESS.primary', 11.93, 14.92], // 640 GB x 19.65 / 30.25 = 415.7355 GB; 165.7355 x 0.09 = 14.9162; less 20 %: 11.93296
  ['CACHED_EGRESS.primary', 2.63, 2.63], // 520 GB x 19.65 / 30.25 = 337.7851 GB; 87.7851 x 0.03 = 2.63355
  ['STORAGE_SIZE.primary', 0.08, 0.08], // 164 GB x 456 / 720 = 103.8667 GB; 3.8667 x 0.021 = 0.0812
  ['STORAGE_IMAGES_TRANSFORMED.primary', 10, 10], // about 1,527, 100 of them free: 2 packages x 5
  ['MONTHLY_ACTIVE_USERS.primary', 162.68, 162.68], // 231,000 x 19.65 / 30.25 is 150,056 with each day rounded; 50,056 x 0.00325 = 162.682
  ['FUNCTION_INVOCATIONS.primary', 6, 6], // 4.157 M, 2 M of them free: 3 packages x 2
  ['REALTIME_MESSAGE_COUNT.primary', 7.5, 7.5], // 7.275 M, 5 M of them free: 3 packages x 2.50
  ['REALTIME_PEAK_CONNECTIONS.primary', 10, 10], // 1,240, 500 of them free: 1 package x 10
  ['CUSTOM_DOMAIN.primary', 6.25, 6.25], // 456 h x 0.0137 = 6.2472
  ['IPV4.primary', 5.02, 5.02], // 2 projects x 456 h x 0.0055 = 5.016
  ['PITR_7.primary', 62.47, 62.47], // 456 h x 0.137 = 62.472
  ['DISK_SIZE_GB_HOURS_GP3.replica', 4.68, 4.68], // 60 GB from the first x 456 h x 0.000171 = 4.67856
  ['DISK_SIZE_GB_HOURS_GP3.branch', 0, 0], // 8 GB each, all of it free
];
const expectedTotalCents = 48_021;

function recomputed({ derivation }: LineView): { amount: number; before: number } {
  if (!derivation) throw new Error('A line without working');
  const steps = derivation.steps.map((step) => ({
    billable: ratioFromText(step.billable),
    priceMicrocents: microcentsFromDollars(step.unit_price),
    perUnits: step.per_units,
    wholePackages: step.whole_packages,
  }));
  const discounts = derivation.discount.map((discount) =>
    'basis_points' in discount ? { basisPoints: discount.basis_points } : { amountCents: centsFromDollars(discount.amount) },
  );
  const { amountCents, amountBeforeDiscountCents } = lineAmounts(steps, discounts);
  return {
    amount: amountCents - centsFromDollars(derivation.invoiced.amount),
    before: amountBeforeDiscountCents - centsFromDollars(derivation.invoiced.amount_before_discount),
  };
}

onEachBillingStore(organizations, now, (store) => {
  const bill = async (slug: string, asOfSeconds = now) =>
    upcomingBill(await loadBillingInputs(store().db, await store().organizationId(slug), asOfSeconds), asOfSeconds);
  const linesOf = async (slug: string) => (await bill(slug)).lines.map((line) => lineView(line));

  it('bills every line of pro-payg as its prices say, computed by hand', async () => {
    const { lines, amountTotalCents } = await bill('pro-payg');
    expect(
      lines.map((line) => lineView(line)).map(({ id, amount, amount_before_discount }) => [id, amount, amount_before_discount]),
    ).toEqual(expected);
    expect(amountTotalCents).toBe(expectedTotalCents);
    expect(expected.reduce((sum, [, dollars]) => sum + centsFromDollars(dollars), 0)).toBe(expectedTotalCents);
  });

  it('projects the hours that are predictable, and nothing else', async () => {
    const { amountTotalCents, amountProjectedCents } = await bill('pro-payg');
    // The projection adds 264 clock hours. `whole`: costs of all 720 hours. `soFar`: costs of the first 456 hours.
    // - compute 9.68, 14.83, 59.18 and 109.22, replica 59.18, branches 19.35
    // - custom domain 9.86, IPv4 7.92, recovery 98.64
    const whole = [968, 1483, 5918, 10_922, 5918, 1935, 986, 792, 9864];
    const soFar = [613, 939, 3748, 6918, 3748, 1226, 625, 502, 6247];
    const coming = whole.reduce((sum, cents, index) => sum + cents - (soFar[index] ?? 0), 0);
    expect(amountProjectedCents - amountTotalCents).toBe(coming);
  });

  it.each(['pro-payg', 'extreme-text', 'enterprise-invoice'])(
    'shows the working of every line of %s, and it comes to the amount',
    async (slug) => {
      const lines = await linesOf(slug);
      const usage = lines.filter(({ usage_based }) => usage_based);
      expect(usage.length).toBeGreaterThan(1);
      for (const line of usage) {
        expect([line.id, recomputed(line)]).toEqual([
          line.id,
          { amount: centsFromDollars(line.amount), before: centsFromDollars(line.amount_before_discount) },
        ]);
        expect((line.breakdown ?? []).reduce((sum, { amount }) => sum + centsFromDollars(amount), 0)).toBe(centsFromDollars(line.amount));
      }
    },
  );

  it('keeps primaries, replicas and branches apart and says which is which', async () => {
    const lines = await linesOf('pro-payg');
    const kinds = lines.flatMap(({ metadata, usage_metric = '' }) =>
      metadata && usage_metric.startsWith('COMPUTE') ? [[metadata.is_branch, metadata.is_read_replica]] : [],
    );
    expect(kinds).toEqual([...Array.from({ length: 4 }, () => [false, false]), [false, true], [true, false]]);
  });

  it('charges contract prices where an organization agreed on them', async () => {
    const lines = await linesOf('enterprise-invoice');
    const prices = Object.fromEntries(lines.map(({ id, unit_price }) => [id, unit_price]));
    expect(prices).toMatchObject({ plan: 4800, 'COMPUTE_HOURS_24XL.primary': 7.68, 'COMPUTE_HOURS_48XL_HIGH_MEMORY.primary': 15.36 });
  });

  it('gives every line an id of its own that stays', async () => {
    for (const slug of ['pro-payg', 'extreme-text']) {
      const ids = (await linesOf(slug)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect((await linesOf(slug)).map(({ id }) => id)).toEqual(ids);
    }
  });

  it('bills nothing on Free', async () => {
    expect(await bill('free-start')).toEqual({ lines: [], amountTotalCents: 0, amountProjectedCents: 0 });
  });
});
