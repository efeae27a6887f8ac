import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { resetOwnLimits } from '#server/operator-cli/reset-limits.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once, operatorOf, type Operator } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

const organizations = ['free-one', 'free-two', 'free-three', 'payg', 'capped'];

onMoneyPlatformWith({ kinds: ['pglite'], organizations, environment: { APPROVAL_ABOVE_CENTS: '100000' } }, (money) => {
  const { paid, unpaid } = staffAt(money);
  const person = (name: string): Promise<Operator> => operatorOf(money().platform, adminScopes, `${name}@example.com`);
  const act = async (operator: Operator, path: string, body: object): Promise<number> =>
    (await operator.ask('POST', path, { reason: 'Agreed', ...body }, once())).status;
  const credit = (operator: Operator, slug: string, cents: number) =>
    act(operator, `/organizations/${slug}/credits`, { amount_cents: cents });

  it('a refund counts for the limits of a day, for its person and for its organization', async () => {
    const { change, card } = money();
    expect((await change('capped', { tier: 'tier_team', payment_method: await card(testCard.good) })).status).toBe(200);
    const { id } = await paid('capped');
    const [payment] = await money().rows<{ cents: number }>(`select amount_cents::int as cents from payments where id = '${id}'`);
    const refunded = 30_000;
    expect(payment?.cents).toBeGreaterThanOrEqual(refunded);
    const [ada, ben] = [await person('ada'), await person('ben')];
    expect(await act(ada, `/payments/${id}/refunds`, { amount_cents: refunded })).toBe(201);
    expect(await credit(ada, 'free-one', 100_001 - refunded)).toBe(202);
    expect(await credit(ben, 'capped', 100_001 - refunded)).toBe(202);
    expect(await credit(ada, 'free-one', 100_000 - refunded)).toBe(201);
    expect(await credit(ada, 'payg', 1)).toBe(202);
  });

  it.each([
    ['written off', 'write-off', 'free-two', 'cleo'],
    ['forgiven', 'forgive', 'free-three', 'dan'],
  ])('a sum that is %s counts for the limits of a day', async (_, action, slug, name) => {
    const { id } = await unpaid(slug);
    const [invoice] = await money().rows<{ cents: number }>(`select amount_due_cents::int as cents from invoices where id = '${id}'`);
    const due = invoice?.cents ?? 0;
    expect(due).toBeGreaterThan(30_000);
    const one = await person(name);
    expect(await act(one, `/invoices/${id}/${action}`, {})).toBe(200);
    expect(await credit(one, 'payg', 100_001 - due)).toBe(202);
    expect(await credit(await person(`${name}-too`), slug, 100_001 - due)).toBe(202);
    expect(await credit(one, 'payg', 100_000 - due)).toBe(201);
    await money().pass(25 * 3600);
  });

  it('a reset of the limits is refused where another platform is addressed, before a database is opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'billing-reset-'));
    try {
      const environment = { DATA_DIR: folder, BILLING_URL: 'https://billing.example', APPROVAL_ABOVE_CENTS: '99999999' };
      await expect(resetOwnLimits(environment)).rejects.toThrow('The limits are reset on the database itself; unset BILLING_URL.');
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
