import { expect, it } from 'vitest';
import { COMMAND } from '#server/domain/staff/people.ts';
import { putOrganization } from '#server/admin/put-organization.ts';
import type { AdminParts } from '#server/admin/admin-handler.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

onMoneyPlatformWith({ organizations: ['payg', 'branching'] }, (money) => {
  const agree = async (slug: string, discounts: object[]): Promise<void> => {
    const { db, platform } = money();
    const key = { id: COMMAND, name: COMMAND, scopes: [] };
    const parts = { db, key, nowSeconds: platform.context.clock.nowSeconds() } as unknown as AdminParts;
    await putOrganization({ params: { slug }, body: { name: slug, discounts }, query: {} } as never, parts);
  };
  const read = async (slug: string, path: string): Promise<any> =>
    (await money().send('GET', `/platform/organizations/${slug}/billing/${path}`)).body;

  async function upgrade(slug: string) {
    const { preview, change, card, settled, sandbox } = money();
    const { body: shown } = await preview(slug, 'tier_team');
    const payment = await card(testCard.good);
    const made = await change(slug, { tier: 'tier_team', quote_id: shown.quote.id, payment_method: payment });
    expect(made.status).toBe(200);
    await settled();
    const [invoice] = await read(slug, 'invoices?offset=0&limit=1');
    const { lines } = await read(slug, `invoices/${invoice.id}/lines`);
    const fee = lines.find(({ description }: { description: string }) => description.startsWith('Team Plan'));
    const { lines: next } = await read(slug, 'invoices/upcoming');
    const renewal = next.find(({ description }: { description: string }) => description.startsWith('Team Plan'));
    return {
      shown: shown.upfront_charge.plan_price,
      estimate: shown.breakdown.find(({ description }: { description: string }) => description.startsWith('Team Plan')).total_price,
      invoiced: fee.amount,
      renewal: renewal.amount,
      isChargedAsShown: sandbox.money().at(-1)?.amount === shown.quote.due_now_cents,
      dueCents: shown.quote.due_now_cents,
    };
  }

  it('a discount of the whole fee that has ended gives no free month of another plan', async () => {
    const now = money().platform.context.clock.nowSeconds();
    await agree('payg', [{ line: 'plan', percent: 100, starts_at: now - 20 * 86_400, ends_at: now + 60 }]);
    await money().pass(120);
    const { dueCents, ...announcedSums } = await upgrade('payg');
    expect(announcedSums).toEqual({ shown: 599, estimate: 599, invoiced: 599, renewal: 599, isChargedAsShown: true });
    expect(dueCents).toBeGreaterThan(59_900 - 2500);
  });

  it('a discount that the running cycle has not is used for the cycle that a change begins', async () => {
    await agree('branching', [{ line: 'plan', percent: 50 }]);
    await money().pass(60);
    const { dueCents, ...announcedSums } = await upgrade('branching');
    expect(announcedSums).toEqual({ shown: 299.5, estimate: 299.5, invoiced: 299.5, renewal: 299.5, isChargedAsShown: true });
    expect(dueCents).toBeLessThan(29_950);
  });
});
