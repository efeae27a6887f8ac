import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const day = 86_400;
const mostTries = 8;

onMoneyPlatformWith({ organizations: ['payg', 'capped'] }, (money) => {
  const latest = async (slug: string) => (await money().send('GET', `/platform/organizations/${slug}/billing/invoices?limit=1`)).body[0];
  const collection = async (slug: string, id: string) =>
    (await money().send('GET', `/platform/organizations/${slug}/billing/invoices/${id}`)).body.collection;
  const triesOf = async (id: string): Promise<number> => (await money().rows(`select id from payments where invoice_id = '${id}'`)).length;

  /** Uses a card that is always declined, and moves the clock past the last charge attempt. */
  async function failCalendar(slug: string): Promise<string> {
    const { subscription, pass, platform, useCard } = money();
    await useCard(slug, testCard.attachesThenDeclines);
    const end = (await subscription(slug))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3660);
    await pass(6 * day);
    const { id, status } = await latest(slug);
    expect([status, await triesOf(id), (await collection(slug, id)).next_charge_at]).toEqual(['open', 4, null]);
    return id;
  }

  it('is charged for what the card before could not pay, on the next day and not at once', async () => {
    const { useCard, pass, platform, settled } = money();
    const id = await failCalendar('payg');
    await useCard('payg', testCard.good);
    await settled();
    const { next_charge_at: nextSeconds } = await collection('payg', id);
    expect(nextSeconds).toBeGreaterThan(platform.context.clock.nowSeconds());
    expect(nextSeconds).toBeLessThanOrEqual(platform.context.clock.nowSeconds() + day);
    expect(await triesOf(id)).toBe(4);
    await pass(day);
    expect([await triesOf(id), (await latest('payg')).status]).toEqual([5, 'paid']);
  });

  it(`is tried at most once a day, however often it changes, and ${mostTries} times in all`, async () => {
    const { send, pass } = money();
    const id = await failCalendar('capped');
    const list = async () =>
      (await send('GET', '/platform/organizations/capped/payments')).body.data as { id: string; is_default?: boolean }[];
    const good = await money().useCard('capped', testCard.good);
    const other = (await list()).find((card) => card.id !== good)?.id ?? '';
    const choose = async (card: string) =>
      expect((await send('PUT', '/platform/organizations/capped/payments/default', { payment_method_id: card })).status).toBe(200);
    const tries: number[] = [];
    for (let days = 0; days < 5; days += 1) {
      for (const card of [good, other, good, other]) await choose(card);
      await pass(day);
      tries.push(await triesOf(id));
    }
    expect(tries).toEqual([5, 6, 7, mostTries, mostTries]);
    await choose(good);
    expect((await collection('capped', id)).next_charge_at).toBeNull();
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
