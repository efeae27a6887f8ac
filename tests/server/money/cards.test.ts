import { expect, it, vi } from 'vitest';
import { refreshCards } from '#server/payments/cards.ts';
import { chooseMethod } from '#server/payments/chosen-method.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { processOn } from '#tests/support/money-processes.ts';
import { testCard } from '#tests/support/payer.ts';

const payments = (slug: string) => `/platform/organizations/${slug}/payments`;

onMoneyPlatform((money) => {
  const list = async (slug: string) => (await money().send('GET', payments(slug))).body;
  const setDefault = (slug: string, id: string) => money().send('PUT', `${payments(slug)}/default`, { payment_method_id: id });
  const remove = (slug: string, id: string, method = 'DELETE') => money().send(method, payments(slug), { card_id: id });

  async function addCard(slug: string, number: string, as = 'owner'): Promise<string> {
    const { send, captcha, card, confirm } = money();
    const { status, body } = await send('POST', `${payments(slug)}/setup-intent`, { hcaptchaToken: captcha() }, { as });
    expect(status).toBe(201);
    const id = await card(number);
    await confirm(body.client_secret, id);
    return id;
  }

  it('adds a card: the first is the default, the next is not, and both are there at once', async () => {
    const first = await addCard('payg', testCard.good);
    expect(await list('payg')).toMatchObject({
      data: [{ id: first, is_default: true, card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2039 } }],
      defaultPaymentMethodId: first,
    });
    const second = await addCard('payg', '5555555555554444');
    expect(await list('payg')).toMatchObject({
      data: [
        { id: first, is_default: true },
        { id: second, is_default: false },
      ],
      defaultPaymentMethodId: first,
    });
    expect((await setDefault('payg', second)).status).toBe(200);
    expect((await list('payg')).defaultPaymentMethodId).toBe(second);
    expect((await setDefault('payg', second)).status).toBe(200);
  });

  const owner = async (id: string) => {
    const read = await money().platform.context.paymentContext.gateway.retrievePaymentMethod(id);
    return read.ok ? read.value.customerId : read.error;
  };
  const entries = async (slug: string) => (await list(slug)).data.map(({ id, is_default }: any) => [id, is_default]);

  it('lists the same card once, however it was kept again: the newest, as the default if the older one was', async () => {
    const { topUp, change, card, settled } = money();
    const first = await addCard('capped', testCard.good);
    const other = await addCard('capped', '5555555555554444');
    await list('capped');
    const added = await addCard('capped', testCard.good);
    expect(await entries('capped')).toEqual([
      [added, true],
      [other, false],
    ]);
    const toppedUp = await card(testCard.good);
    expect((await topUp('capped', { payment_method_id: toppedUp })).status).toBe(201);
    const changed = await card('5555555555554444');
    expect((await change('capped', { tier: 'tier_payg', payment_method: changed })).status).toBe(200);
    expect(await entries('capped')).toEqual([
      [toppedUp, true],
      [changed, false],
    ]);
    await settled();
    for (const id of [first, added, other]) expect(await owner(id)).toBeNull();
    expect([await owner(toppedUp), await owner(changed)]).not.toContain(null);
    expect(await setDefault('capped', first)).toMatchObject({ status: 422 });
  });

  it('lists the same card once where two processes keep it at the same time', async () => {
    const { send, settled } = money();
    const twins = [await addCard('free-three', testCard.good), await addCard('free-three', testCard.good)];
    const { id } = (await send('GET', '/platform/organizations/free-three')).body;
    await Promise.all([processOn(money()), processOn(money())].map((process) => refreshCards(process.paymentContext, id)));
    expect(await entries('free-three')).toEqual([[twins[1], true]]);
    await settled();
    expect(await owner(twins[0]!)).toBeNull();
  });

  it('detaches an older one only when the payment with it is over', async () => {
    const { topUp, challenge, settled, balance, send, captcha, card, confirm } = money();
    const { body } = await send('POST', `${payments('free-four')}/setup-intent`, { hcaptchaToken: captcha() });
    const older = await card(testCard.asksAlways);
    await confirm(body.client_secret, older);
    await challenge(body.client_secret, 'complete');
    await list('free-four');
    const waiting = await topUp('free-four', { payment_method_id: older });
    expect(waiting.body.status).toBe('requires_action');
    const again = await send('POST', `${payments('free-four')}/setup-intent`, { hcaptchaToken: captcha() });
    const newer = await card(testCard.asksAlways);
    await confirm(again.body.client_secret, newer);
    await challenge(again.body.client_secret, 'complete');
    expect(await entries('free-four')).toEqual([[newer, true]]);
    await settled();
    expect(await owner(older)).not.toBeNull();
    await challenge(waiting.body.payment_intent_secret, 'complete');
    await settled();
    expect(await balance('free-four')).toBe(10_000);
    await expect.poll(() => settled().then(() => owner(older)), { timeout: 15_000 }).toBeNull();
  });

  it('refuses to charge what is no card, whatever the account offers', async () => {
    const { card, platform } = money();
    const { gateway } = platform.context.paymentContext;
    const retrievePaymentMethod: typeof gateway.retrievePaymentMethod = async (id) => {
      const read = await gateway.retrievePaymentMethod(id);
      return read.ok ? { ok: true, value: { ...read.value, type: 'us_bank_account', card: null } } : read;
    };
    const context = { ...platform.context.paymentContext, gateway: { ...gateway, retrievePaymentMethod } };
    await expect(
      chooseMethod(context, { organizationId: 1, memberId: 1 }, await card(testCard.good), 'body.payment_method'),
    ).rejects.toMatchObject({
      status: 422,
      message: 'Only cards can be used here.',
    });
  });

  it('adds a card that asks for a challenge', async () => {
    const { send, captcha, card, confirm, challenge } = money();
    const { body } = await send('POST', `${payments('top')}/setup-intent`, { hcaptchaToken: captcha() });
    await confirm(body.client_secret, await card(testCard.asksAlways));
    expect((await list('top')).data).toEqual([]);
    await challenge(body.client_secret, 'complete');
    expect((await list('top')).data).toHaveLength(1);
  });

  it('knows a card at once that was added while another process had just read the list', async () => {
    const { send, captcha, card, confirm, platform } = money();
    const known = await addCard('branching', testCard.good);
    await list('branching');
    const { body } = await send('POST', `${payments('branching')}/setup-intent`, { hcaptchaToken: captcha() });
    const added = await card('5555555555554444');
    const { gateway } = platform.context.paymentContext;
    const other = processOn(money(), {
      gateway: {
        ...gateway,
        listPaymentMethods: async (customerId) => {
          const listed = await gateway.listPaymentMethods(customerId);
          await confirm(body.client_secret, added);
          return listed;
        },
      },
    });
    const organization = await send('GET', '/platform/organizations/branching');
    await refreshCards(other.paymentContext, organization.body.id);
    expect((await list('branching')).data.map(({ id }: any) => id)).toEqual([known, added]);
  });

  it('makes a card the default before any list has been read', async () => {
    const id = await addCard('rich', testCard.good);
    expect((await setDefault('rich', id)).status).toBe(200);
    expect((await list('rich')).defaultPaymentMethodId).toBe(id);
  });

  it('deletes a card for good, by either method, and a retry is no failure', async () => {
    const { settled, sandbox } = money();
    const moved = sandbox.money().length;
    const kept = await addCard('agreed', testCard.good);
    const gone = await addCard('agreed', '5555555555554444');
    await setDefault('agreed', kept);
    expect((await remove('agreed', gone, 'POST')).status).toBe(200);
    expect((await remove('agreed', gone)).status).toBe(200);
    expect((await list('agreed')).data.map(({ id }: any) => id)).toEqual([kept]);
    await settled();
    const { value } = (await money().platform.context.paymentContext.gateway.retrievePaymentMethod(gone)) as any;
    expect(value.customerId).toBeNull();
    expect((await setDefault('agreed', gone)).status).toBe(422);
    expect(sandbox.money()).toHaveLength(moved);
  });

  it('deletes the default only on Free, and only when it is the only card', async () => {
    const one = await addCard('free-one', testCard.good);
    const two = await addCard('free-one', '5555555555554444');
    await list('free-one');
    expect(await remove('free-one', one)).toMatchObject({
      status: 422,
      body: { message: 'Unable to delete a card that is currently active' },
    });
    expect((await remove('free-one', two)).status).toBe(200);
    expect((await remove('free-one', one)).status).toBe(200);
    expect(await list('free-one')).toEqual({ data: [], defaultPaymentMethodId: null });
    const onPro = (await list('payg')).defaultPaymentMethodId;
    expect((await remove('payg', onPro)).status).toBe(422);
  });

  it('keeps a card that a payment is under way with', async () => {
    const { topUp, challenge, settled } = money();
    const usual = await addCard('free-two', testCard.good);
    const { body } = await money().send('POST', `${payments('free-two')}/setup-intent`, { hcaptchaToken: money().captcha() });
    const asking = await money().card(testCard.asksAlways);
    await money().confirm(body.client_secret, asking);
    await challenge(body.client_secret, 'complete');
    expect((await list('free-two')).data.map(({ id }: any) => id)).toEqual([usual, asking]);

    const waiting = await topUp('free-two', { payment_method_id: asking });
    expect(waiting.body.status).toBe('requires_action');
    expect((await remove('free-two', asking)).status).toBe(409);
    await challenge(waiting.body.payment_intent_secret, 'complete');
    await settled();
    expect((await remove('free-two', asking)).status).toBe(200);
  });

  it('refuses cards of another organization and cards that do not exist', async () => {
    const foreign = await addCard('elsewhere', testCard.good, 'outsider');
    const unattached = await money().card(testCard.good);
    for (const id of [foreign, unattached, 'pm_doesnotexist12345']) {
      expect(await setDefault('payg', id)).toMatchObject({ status: 422, body: { errors: [{ path: 'body.payment_method_id' }] } });
      expect(await remove('payg', id)).toMatchObject({ status: 422, body: { errors: [{ path: 'body.card_id' }] } });
    }
    expect((await money().send('PUT', `${payments('payg')}/default`, { payment_method_id: 'card-1' })).status).toBe(400);
  });

  it("takes the gateway's ready-made names of test cards, as new cards of their own", async () => {
    const { change, topUp, sandbox } = money();
    const charged = sandbox.money().length;
    expect(await change('free-six', { tier: 'tier_payg', payment_method: 'pm_card_chargeDeclined' })).toMatchObject({ status: 402 });
    expect(await change('free-six', { tier: 'tier_payg', payment_method: 'pm_card_visa' })).toMatchObject({ status: 200 });
    expect((await list('free-six')).data).toMatchObject([{ card: { brand: 'visa', last4: '4242' } }]);
    expect(await topUp('free-six', { payment_method_id: 'pm_card_mastercard' })).toMatchObject({
      status: 201,
      body: { status: 'succeeded' },
    });
    expect(sandbox.money().length).toBeGreaterThan(charged + 1);
  });

  it('notices a card that is gone at the gateway', async () => {
    const { settled, platform } = money();
    const id = await addCard('top', '5555555555554444');
    await list('top');
    await platform.context.paymentContext.gateway.detachPaymentMethod(id);
    await settled();
    expect((await list('top')).data.map(({ id: known }: any) => known)).not.toContain(id);
  });

  it('takes a captcha token again that nobody could check, and a token that was checked only once', async () => {
    const { send, captcha, platform } = money();
    const hcaptchaToken = captcha();
    const start = () => send('POST', `${payments('payg')}/setup-intent`, { hcaptchaToken });
    vi.spyOn(platform.context.paymentContext.captcha, 'verify').mockResolvedValueOnce('unavailable');
    expect(await start()).toMatchObject({ status: 500, body: { code: 'gateway_unavailable' } });
    expect((await start()).status).toBe(201);
    expect((await start()).status).toBe(422);
  });

  it('refuses without permission, under a partner, where cards are switched off, and without a captcha', async () => {
    const { send, captcha } = money();
    const start = (slug: string, as = 'owner', hcaptchaToken = captcha()) =>
      send('POST', `${payments(slug)}/setup-intent`, { hcaptchaToken }, { as });
    expect((await start('payg', 'developer')).status).toBe(403);
    expect((await start('fly')).status).toBe(422);
    expect((await start('no-features')).status).toBe(403);
    expect((await start('payg', 'owner', 'forged')).status).toBe(422);
    expect(await start('payg', 'owner', '')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.hcaptchaToken', message: 'HCaptcha token required' }] },
    });
  });
});
