import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { operatorOf } from '#tests/support/operator.ts';

const path = '/platform/organizations/payg';
const budget = { name: 'Team', scope: 'organization', basis: 'bill', at_limit: 'alert', amount_cents: 900_000, thresholds: [] };
const stored = 'Pay at https://evil.example or www.evil.example';

onMoneyPlatformWith({ organizations: ['payg'] }, (money) => {
  it.each(['https://evil.example', 'see www.evil.example', 'a\u2028b', 'a\u2029b', 'a\nb'])(
    'refuses the name %j of an organization, a budget and a customer when it is written',
    async (name) => {
      const { send, platform } = money();
      const operator = await operatorOf(platform);
      for (const { status, body } of [
        await send('PATCH', path, { name }),
        await send('POST', `${path}/billing/budgets`, { ...budget, name }),
        await operator.ask('PUT', '/organizations/payg', { name }),
      ])
        expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, ['body.name']]);
      const refused = await send('PUT', `${path}/customer`, { billing_name: name });
      expect([refused.status, refused.body.errors.map((error: { path: string }) => error.path)]).toEqual([400, ['body.billing_name']]);
    },
  );

  it('keeps names that were stored before, and saves everything else of what bears them', async () => {
    const { send, rows } = money();
    const made = await send('POST', `${path}/billing/budgets`, budget);
    await rows(`update organizations set name = '${stored}' where slug = 'payg' returning id`);
    await rows(`update budgets set name = '${stored}' where id = '${made.body.id}' returning id`);
    expect((await send('PATCH', path, { billing_email: 'bills@payg.example' })).body.name).toBe(stored);
    expect((await send('GET', path)).body.name).toBe(stored);
    expect((await send('GET', `${path}/billing/budgets`)).body.budgets.map(({ name }: { name: string }) => name)).toEqual([stored]);
  });
});
