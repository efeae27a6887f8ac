import { expect, it } from 'vitest';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const { good, asksAlways } = testCard;
const history = (slug: string) => `/platform/organizations/${slug}/billing/credits/history`;

onMoneyPlatform((money) => {
  it('charges and credits once, keeps the card, and shows in the history', async () => {
    const { topUp, card, balance, send, captcha } = money();
    const body = { amount: 250, payment_method_id: await card(good), hcaptcha_token: captcha() };
    const first = await topUp('payg', body, 'k-top-up');
    expect([first.status, first.body]).toEqual([201, { status: 'succeeded' }]);
    const again = await topUp('payg', body, 'k-top-up');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await balance('payg')).toBe(25_000);
    const { body: page } = await send('GET', history('payg'));
    expect(page).toMatchObject({ entries: [{ description: 'Top-up', amount: 25_000, balance: 25_000 }], next_cursor: null });
  });

  it('keeps no card where its member declines that', async () => {
    const { topUp, card, send, settled, balance } = money();
    const before = await balance('top');
    const kept = async () => (await send('GET', '/platform/organizations/top/payments')).body.data.length;
    const cards = await kept();
    expect((await topUp('top', { payment_method_id: await card(good), save_card: false })).status).toBe(201);
    await settled();
    expect([await balance('top'), await kept()]).toEqual([before + 10_000, cards]);
  });

  it('gives no credit before a challenge is passed, and one credit after', async () => {
    const { topUp, card, balance, challenge, settled } = money();
    const response = await topUp('capped', { amount: 100, payment_method_id: await card(asksAlways) });
    expect(response).toMatchObject({ status: 201, body: { status: 'requires_action' } });
    expect(await balance('capped')).toBe(0);
    await challenge(response.body.payment_intent_secret, 'complete');
    await settled();
    expect(await balance('capped')).toBe(10_000);
    await settled();
    expect(await balance('capped')).toBe(10_000);
  });

  it('tells whoever asks again how a challenge stands, and credits one that was passed once', async () => {
    const { topUp, card, captcha, balance, challenge } = money();
    const before = await balance('capped');
    const body = { amount: 100, payment_method_id: await card(asksAlways), hcaptcha_token: captcha() };
    const first = await topUp('capped', body, 'k-challenge');
    expect(await topUp('capped', body, 'k-challenge')).toMatchObject({ status: 201, body: first.body });
    await challenge(first.body.payment_intent_secret, 'complete');
    const done = await topUp('capped', body, 'k-challenge');
    expect([done.status, done.body]).toEqual([201, { status: 'succeeded' }]);
    expect(await topUp('capped', body, 'k-challenge')).toMatchObject({ status: 201, body: done.body });
    expect(await balance('capped')).toBe(before + 10_000);
  });

  it('calls off a challenge that its member has turned away from by topping up anew', async () => {
    const { topUp, card, captcha, balance, challenge, settled, sandbox } = money();
    const before = await balance('capped');
    const hundreds = sandbox.money().filter(({ kind, amount }) => kind === 'charge_succeeded' && amount === 10_000).length;
    const left = { amount: 100, payment_method_id: await card(asksAlways), hcaptcha_token: captcha() };
    const secret = (await topUp('capped', left, 'k-left')).body.payment_intent_secret as string;
    expect(await topUp('capped', { amount: 200, payment_method_id: await card(good) })).toMatchObject({ body: { status: 'succeeded' } });
    await expect(challenge(secret, 'complete')).rejects.toThrow(/The challenge answered|Cannot read/);
    await settled();
    expect(await topUp('capped', left, 'k-left')).toMatchObject({ status: 409, body: { message: 'The top-up was canceled' } });
    expect(await balance('capped')).toBe(before + 20_000);
    const charged = sandbox.money().filter(({ kind, amount }) => kind === 'charge_succeeded' && amount === 10_000);
    expect(charged).toHaveLength(hundreds);
  });

  it('begins no new one where the challenge turned out to be passed: nobody buys twice unasked', async () => {
    const { topUp, card, balance, challenge } = money();
    const before = await balance('capped');
    const { body } = await topUp('capped', { amount: 100, payment_method_id: await card(asksAlways) });
    await challenge(body.payment_intent_secret, 'complete');
    const anew = { amount: 200, payment_method_id: await card(good) };
    const message = 'This top-up was not begun: an earlier one of $100 has just been paid';
    expect(await topUp('capped', anew, 'k-anew')).toMatchObject({ status: 409, body: { message } });
    expect(await balance('capped')).toBe(before + 10_000);
    expect(await topUp('capped', anew, 'k-anew-2')).toMatchObject({ status: 201 });
    expect(await balance('capped')).toBe(before + 30_000);
  });

  it.each([
    ['processesThenSucceeds', 201, { status: 'succeeded' }, 10_000],
    ['processesThenFails', 402, { code: 'card_declined' }, 0],
  ] as const)(
    'says that a payment is processing, and what became of it to whoever asks again: %s',
    async (kind, status, body, credited) => {
      const { topUp, card, captcha, balance, pass } = money();
      const before = await balance('top');
      const request = { amount: 100, payment_method_id: await card(testCard[kind]), hcaptcha_token: captcha() };
      for (let times = 0; times < 2; times += 1)
        expect(await topUp('top', request, `k-${kind}`)).toMatchObject({ status: 201, body: { status: 'processing' } });
      expect(await balance('top')).toBe(before);
      await pass(60);
      for (let times = 0; times < 2; times += 1) expect(await topUp('top', request, `k-${kind}`)).toMatchObject({ status, body });
      expect(await balance('top')).toBe(before + credited);
    },
  );

  it.each([
    [99, 'Amount must be between $100 - $2000.'],
    [2001, 'Amount must be between $100 - $2000.'],
    [100.5, 'Amount must be a whole number.'],
    ['100', 'Amount must be a whole number.'],
    [-100, 'Amount must be between $100 - $2000.'],
    [null, 'Amount must be a whole number.'],
    [1e21, 'Amount must be a whole number.'],
  ])('refuses the amount %j', async (amount, message) => {
    const { topUp } = money();
    const refused = await topUp('payg', { amount, payment_method_id: 'pm_1234567890' });
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'body.amount', message }]]);
  });

  // JSON.stringify would write these numbers as plain digits.
  it.each(['1e2', '1E2', '1.0e+2', '100.0', '100.00'])('refuses the amount when it is written as %s', async (amount) => {
    const { platform, captcha, balance } = money();
    const before = await balance('payg');
    const { status, body } = await platform.ask('/platform/organizations/payg/billing/credits/top-up', {
      as: 'owner',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"payment_method_id":"pm_1234567890","amount":${amount},"hcaptcha_token":"${captcha()}"}`,
    });
    expect([status, body.errors]).toEqual([400, [{ path: 'body.amount', message: 'must be a whole number in digits alone' }]]);
    expect(await balance('payg')).toBe(before);
  });

  it('refuses a captcha token that is missing, forged or used', async () => {
    const { topUp, card, captcha } = money();
    const payment_method_id = await card(good);
    expect((await topUp('rich', { payment_method_id, hcaptcha_token: undefined })).status).toBe(400);
    const forged = `${captcha().slice(0, -3)}abc`;
    expect(await topUp('rich', { payment_method_id, hcaptcha_token: forged })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body.hcaptcha_token' }] },
    });
    const token = captcha();
    expect((await topUp('rich', { payment_method_id, hcaptcha_token: token })).status).toBe(201);
    expect((await topUp('rich', { payment_method_id, hcaptcha_token: token })).status).toBe(422);
  });

  it('takes a repeated request to the letter only, its captcha token included', async () => {
    const { topUp, card, captcha, balance } = money();
    const before = await balance('rich');
    const body = { amount: 100, payment_method_id: await card(good), hcaptcha_token: captcha() };
    expect((await topUp('rich', body, 'k-letter')).status).toBe(201);
    expect(await topUp('rich', { ...body, hcaptcha_token: captcha() }, 'k-letter')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect((await topUp('rich', body, 'k-letter')).status).toBe(201);
    expect(await balance('rich')).toBe(before + 10_000);
  });

  it('refuses a card of another organization, and one that does not exist', async () => {
    const { topUp, card, captcha, send } = money();
    const foreign = await card(good);
    const outsiderRequest = { amount: 100, payment_method_id: foreign, hcaptcha_token: captcha() };
    expect(
      (await send('POST', '/platform/organizations/elsewhere/billing/credits/top-up', outsiderRequest, { as: 'outsider' })).status,
    ).toBe(201);
    for (const payment_method_id of [foreign, 'pm_doesnotexist12345']) {
      expect(await topUp('payg', { payment_method_id })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'body.payment_method_id' }] },
      });
    }
  });

  it('refuses where credits are not sold: partners, switched off, readers', async () => {
    const { topUp, send, captcha } = money();
    const payment_method_id = 'pm_1234567890';
    expect((await topUp('fly', { payment_method_id })).body.message).toContain('Fly.io');
    expect((await topUp('no-features', { payment_method_id })).status).toBe(403);
    expect((await topUp('no-billing', { payment_method_id })).status).toBe(403);
    const body = { amount: 100, payment_method_id, hcaptcha_token: captcha() };
    expect((await send('POST', '/platform/organizations/payg/billing/credits/top-up', body, { as: 'developer' })).status).toBe(403);
  });

  it('takes the credit back when the payment is disputed', async () => {
    const { topUp, card, balance, pass } = money();
    const before = await balance('agreed');
    expect((await topUp('agreed', { amount: 100, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
    await pass(60);
    expect(await balance('agreed')).toBe(before);
  });

  it('answers 429 with the seconds to wait after many attempts', async () => {
    const { topUp } = money();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const answer = await topUp('by-invoice', { payment_method_id: 'pm_doesnotexist12345' });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(statuses).toContain(429);
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
