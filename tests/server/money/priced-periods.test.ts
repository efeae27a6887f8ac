import { expect, it } from 'vitest';
import { usageOfCycle } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { finishSteps } from '#tests/oracle/whole-results.ts';

const gigabyte = 1_000_000_000;
const daySeconds = 86_400;

const rowsIn = ({ carried, running }: BillingInputs): number =>
  [...carried, running].reduce((sum, { period }) => sum + period.entries.length, 0);

onMoneyPlatformWith({ organizations: ['payg'] }, (money) => {
  const now = () => money().platform.context.clock.nowSeconds();
  const inputs = async (): Promise<BillingInputs> => loadBillingInputs(money().db, await money().idOf('payg'), now());
  const forget = async () =>
    money().db.execute(`update billing_periods set priced_lines = null where organization_id = ${await money().idOf('payg')}`);
  const amounts = async () =>
    finishSteps(usageOfCycle(await inputs())).map(({ key, periodId, amountCents, breakdown }) => [
      key,
      periodId,
      amountCents,
      breakdown.map(({ projectRef, amountCents: part }) => [projectRef, part]),
    ]);

  it('a period that a change has closed is priced once: what follows reads its lines, and its usage no more', async () => {
    const { change, owe, pass, use, settled } = money();
    await owe('payg', 900_000);
    for (let index = 0; index < 24; index += 1) {
      await use('payg', 'EGRESS', 3 * gigabyte, now());
      await pass(600);
      const tier = index % 2 === 0 ? 'tier_team' : 'tier_payg';
      expect((await change('payg', { tier })).status).toBe(200);
      if (index % 8 === 7) await pass(daySeconds);
    }
    await settled();
    const kept = await inputs();
    expect(kept.carried.length).toBeGreaterThanOrEqual(24);
    expect(kept.carried.filter(({ priced, period }) => priced === undefined || period.entries.length > 0)).toEqual([]);
    const shown = await amounts();
    expect(rowsIn(kept)).toBe(kept.running.period.entries.length);
    await forget();
    const again = await inputs();
    expect(again.carried.every(({ priced, period }) => priced === undefined && period.entries.length > 0)).toBe(true);
    expect(shown).toEqual(await amounts());
    expect(rowsIn(again)).toBeGreaterThan(20 * rowsIn(kept));
  });

  it('usage that arrives for a closed period is priced with it, and the next change keeps that', async () => {
    const { change, use } = money();
    const before = await inputs();
    const late = before.carried.at(-1);
    const atSeconds = late?.period.cycle.startSeconds ?? 0;
    await use('payg', 'EGRESS', 50 * gigabyte, atSeconds);
    const after = await inputs();
    expect(after.carried.find(({ id }) => id === late?.id)?.priced).toBeUndefined();
    const shown = await amounts();
    expect((await change('payg', { tier: 'tier_team' })).status).toBe(200);
    const kept = await inputs();
    expect(kept.carried.every(({ priced }) => priced !== undefined)).toBe(true);
    const ofLate = (lines: typeof shown) => lines.filter(([, periodId]) => periodId === late?.id);
    expect(ofLate(await amounts())).toEqual(ofLate(shown));
    expect(await money().faults()).toEqual([]);
  });

  it('lines stand for the discounts that they were priced with', async () => {
    const id = await money().idOf('payg');
    const [first] = (await inputs()).carried;
    await money().db.execute(
      `insert into discounts (organization_id, line_key, basis_points, starts_at) values (${id}, 'EGRESS:primary', 5000, to_timestamp(${first?.period.cycle.startSeconds ?? 0}))`,
    );
    const shown = await amounts();
    await forget();
    expect(shown).toEqual(await amounts());
  });
});
