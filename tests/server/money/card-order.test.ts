import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const day = 86_400;
const mostTries = 8;

onMoneyPlatformWith({ organizations: ['payg', 'capped', 'rich', 'top'] }, (money) => {
  const path = (slug: string) => `/platform/organizations/${slug}/payments`;
  const cardsOf = async (slug: string): Promise<string[]> =>
    (await money().send('GET', path(slug))).body.data.map(({ id }: { id: string }) => id);
  const latest = async (slug: string) => (await money().send('GET', `/platform/organizations/${slug}/billing/invoices?limit=1`)).body[0];
  const tries = (id: string) =>
    money().rows<{ method: string; state: string }>(
      `select method_id as method, state from payments where invoice_id = '${id}' order by attempt`,
    );
  const sort = (slug: string, ids: readonly string[]) => money().send('PUT', `${path(slug)}/order`, { payment_method_ids: ids });
  const makeDefault = (slug: string, id: string) => money().send('PUT', `${path(slug)}/default`, { payment_method_id: id });

  async function closeCycle(slug: string): Promise<string> {
    const { subscription, pass, platform, settled } = money();
    const end = (await subscription(slug))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3660);
    await settled();
    return (await latest(slug)).id;
  }

  it('tries the next card at once if the bank says that a card is lost, in the order of the member', async () => {
    const poor = await money().useCard('payg', testCard.attachesThenDeclines);
    const lost = await money().useCard('payg', testCard.isLostLater);
    const good = await money().useCard('payg', testCard.good);
    await makeDefault('payg', lost);
    expect((await sort('payg', [poor, good, lost])).status).toBe(200);
    expect((await sort('payg', [good, poor, lost])).status).toBe(200);
    expect(await cardsOf('payg')).toEqual([lost, good, poor]);
    const id = await closeCycle('payg');
    expect(await tries(id)).toEqual([
      { method: lost, state: 'failed' },
      { method: good, state: 'succeeded' },
    ]);
    expect((await latest('payg')).status).toBe('paid');
  });

  it('waits for the calendar after any other decline, and never tries a lost card again while another is left', async () => {
    const poor = await money().useCard('capped', testCard.attachesThenDeclines);
    const lost = await money().useCard('capped', testCard.isLostLater);
    await makeDefault('capped', lost);
    await sort('capped', [lost, poor]);
    const id = await closeCycle('capped');
    expect((await tries(id)).map(({ method }) => method)).toEqual([lost, poor]);
    const { plan } = (await money().send('GET', `/platform/organizations/capped/billing/invoices/${id}`)).body.collection;
    const { last4 } = (await money().send('GET', path('capped'))).body.data.find((card: { id: string }) => card.id === poor).card;
    expect(plan.map(({ card }: { card: { last4: string } }) => card.last4)).toEqual([last4, last4, last4]);
    await money().pass(6 * day);
    const all = (await tries(id)).map(({ method }) => method);
    expect([all[0], new Set(all.slice(1))]).toEqual([lost, new Set([poor])]);
    expect(all.length).toBeLessThanOrEqual(mostTries);
  });

  it('tries a card that is added after all others were lost', async () => {
    const lost = await money().useCard('top', testCard.isLostLater);
    const id = await closeCycle('top');
    await money().pass(6 * day);
    expect((await tries(id)).at(-1)).toEqual({ method: lost, state: 'failed' });
    const count = (await tries(id)).length;
    const { send, captcha, card, confirm } = money();
    const { client_secret: secret } = (await send('POST', `${path('top')}/setup-intent`, { hcaptchaToken: captcha() })).body;
    await confirm(secret, await card(testCard.good));
    const [, added] = await cardsOf('top');
    await money().pass(day);
    expect((await tries(id)).slice(count)).toEqual([{ method: added, state: 'succeeded' }]);
  });

  it('refuses an order that leaves out a card or names another one', async () => {
    const first = await money().useCard('rich', testCard.attachesThenDeclines);
    const second = await money().useCard('rich', testCard.good);
    expect((await sort('rich', [first])).status).toBe(409);
    expect((await sort('rich', [first, first])).status).toBe(409);
    expect((await sort('rich', [first, second, 'pm_elsewhere'])).status).toBe(422);
    expect((await sort('rich', [second, first])).status).toBe(200);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
