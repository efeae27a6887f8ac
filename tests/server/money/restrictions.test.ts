import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

onMoneyPlatformWith({ organizations: ['payg'] }, (money) => {
  const violations = async () => (await money().send('GET', '/platform/organizations/payg')).body.restriction_data?.violations ?? null;

  // No job runs in this test. The first read after a change must update the restriction.
  it('shows with the answer to a change of the spend cap what it restricts, and what no longer', async () => {
    const { change, card, faults } = money();
    expect(await violations()).toBeNull();
    expect((await change('payg', { tier: 'tier_pro', payment_method: await card(testCard.good) })).status).toBe(200);
    expect(await violations()).toEqual(['exceed_egress_quota']);
    expect((await change('payg', { tier: 'tier_payg' })).status).toBe(200);
    expect(await violations()).toBeNull();
    expect((await change('payg', { tier: 'tier_pro' })).status).toBe(200);
    expect(await violations()).toEqual(['exceed_egress_quota']);
    expect(await faults()).toEqual([]);
    expect(await violations()).toEqual(['exceed_egress_quota']);
  });

  it('ends with a change of the plan that is charged', async () => {
    const { change } = money();
    expect((await change('payg', { tier: 'tier_team' })).status).toBe(200);
    expect(await violations()).toBeNull();
  });
});
