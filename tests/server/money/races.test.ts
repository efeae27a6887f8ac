import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import { report } from '#tests/support/counts.ts';
import { giveCredit } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { base, counted, expectOneEffect, many, ofNoMoney, raced, raceOnPostgres, succeeded } from './race-fixtures.ts';

const { good, asksAlways } = testCard;

it('every call that writes money is raced', () => {
  const acting = (Object.keys(callTable) as CallName[]).filter(
    (name) => !['GET', 'HEAD'].includes(callTable[name].method) || name === 'getInvoicePaymentLink',
  );
  expect([...Object.keys(raced), ...ofNoMoney].toSorted()).toEqual(acting.toSorted());
});

raceOnPostgres((money, { races, times, charges, addCard }) => {
  it('100 identical upgrades: one charge, one change, the same bytes', async () => {
    const { change, card, preview } = money();
    const { body } = await preview('free-one', 'tier_pro');
    const request = { tier: 'tier_pro', payment_method: await card(good), quote_id: body.quote.id };
    const before = charges();
    const answers = await times(() => change('free-one', request, 'k-same'));
    expectOneEffect(answers, [409]);
    expect(new Set(succeeded(answers).map((answer) => JSON.stringify(answer.body)))).toEqual(
      new Set([
        '{"pending_payment_intent_secret":null,"amounts":{"charge_cents":2500,"usage_due_cents":0,"carried_cents":0,"credited_cents":0}}',
      ]),
    );
    expect(charges()).toBe(before + 1);
    expect((await change('free-one', request, 'k-same')).status).toBe(200);
  });

  it('100 upgrades of different members, keys and tiers: one charge, one change', async () => {
    const { change, card } = money();
    const methods = await times(() => card(good));
    const before = charges();
    const answers = await times((index) =>
      change('free-two', { tier: index % 2 ? 'tier_pro' : 'tier_team', payment_method: methods[index] }, `k-${index}`),
    );
    expectOneEffect(answers, [409, 422, 402, 429]);
    const effects = succeeded(answers).length;
    expect(effects).toBeGreaterThanOrEqual(1);
    expect(charges()).toBeLessThanOrEqual(before + effects);
  });

  it('100 requests under one key that say different things: one effect', async () => {
    const { topUp, card, captcha, balance } = money();
    const payment_method_id = await card(good);
    const token = captcha();
    const before = charges();
    const answers = await times((index) => topUp('payg', { amount: 100 + index, payment_method_id, hcaptcha_token: token }, 'k-conflict'));
    expectOneEffect(answers, [409, 422, 429]);
    expect([succeeded(answers).length, charges()]).toEqual([1, before + 1]);
    expect(await balance('payg')).toBeGreaterThanOrEqual(10_000);
  });

  it('100 identical top-ups: one charge, one credit', async () => {
    const { topUp, card, captcha, balance } = money();
    const [before, had] = [charges(), await balance('capped')];
    const body = { amount: 300, payment_method_id: await card(good), hcaptcha_token: captcha() };
    const answers = await times(() => topUp('capped', body, 'k-top-up'));
    expectOneEffect(answers, [409]);
    expect([charges(), await balance('capped')]).toEqual([before + 1, had + 30_000]);
  });

  it('100 top-ups with keys of their own: as many credits as charges, and no more than are allowed', async () => {
    const { topUp, card, balance } = money();
    const payment_method_id = await card(good);
    const [before, had] = [charges(), await balance('aws')];
    const answers = await times((index) => topUp('aws', { payment_method_id }, `k-own-${index}`));
    expectOneEffect(answers, [409, 422, 429]);
    expect([charges() - before, (await balance('aws')) - had]).toEqual([succeeded(answers).length, succeeded(answers).length * 10_000]);
  });

  it('100 turns of the spend cap, both ways: each that is taken is a change, one after the other', async () => {
    const { change, subscription, db } = money();
    const before = (await subscription('capped'))['current_period_end'];
    const answers = await times((index) => change('capped', { tier: index % 2 ? 'tier_pro' : 'tier_payg' }, `k-cap-${index}`));
    expectOneEffect(answers, [409, 422, 429]);
    const { rows } = (await db.execute(
      sql`select c.tier from changes c join organizations o on o.id = c.organization_id where o.slug = 'capped' and c.state = 'applied' order by c.created_at, c.id`,
    )) as any;
    expect(rows).toHaveLength(succeeded(answers).length);
    const after = await subscription('capped');
    // Every successful change toggles the spend cap. The cap was on at first, so the number of changes determines the final state.
    expect([after['usage_billing_enabled'], after['current_period_end']]).toEqual([rows.length % 2 === 1, before]);
  });

  it('100 ways down to Free and up to Team at once: one plan, its fees paid once', async () => {
    const { change, card, subscription, db } = money();
    const payment_method = await card(good);
    const before = charges();
    const answers = await times((index) =>
      index % 2
        ? change('fly', { tier: 'tier_free' }, `k-down-${index}`)
        : change('rich', { tier: 'tier_team', payment_method }, `k-up-${index}`),
    );
    expectOneEffect(answers, [409, 422, 429]);
    const { rows } = (await db.execute(
      sql`select o.slug, c.state from changes c join organizations o on o.id = c.organization_id where o.slug in ('fly', 'rich') and c.state in ('applied', 'scheduled') order by 1`,
    )) as any;
    expect(rows).toEqual([
      { slug: 'fly', state: 'scheduled' },
      { slug: 'rich', state: 'applied' },
    ]);
    expect([charges(), (await subscription('rich'))['plan'].id]).toEqual([before, 'team']);
  });

  it('100 confirmations beside the event: one effect', async () => {
    const { change, card, challenge, send, settled, subscription } = money();
    const pending = await change('free-three', { tier: 'tier_pro', payment_method: await card(asksAlways) });
    const secret = pending.body.pending_payment_intent_secret as string;
    await challenge(secret, 'complete');
    const path = `${base('free-three')}/billing/subscription/confirm`;
    const [answers] = await Promise.all([
      times(() => send('POST', path, { payment_intent_id: secret.split('_secret_')[0] })),
      settled(),
      settled(),
    ]);
    expect(counted(answers)).toEqual({ 200: many });
    expect((await subscription('free-three'))['plan'].id).toBe('pro');
    expect((await send('GET', `${base('free-three')}/billing/invoices`)).body).toHaveLength(1);
  });

  it('100 cancellations against the payment: either the one or the other', async () => {
    const { change, card, challenge, send, settled, subscription } = money();
    const pending = await change('free-four', { tier: 'tier_pro', payment_method: await card(asksAlways) });
    const secret = pending.body.pending_payment_intent_secret as string;
    const path = `${base('free-four')}/billing/subscription`;
    const [answers] = await Promise.all([
      times((index) =>
        index % 2
          ? send('DELETE', `${path}/pending-change`)
          : send('POST', `${path}/confirm`, { payment_intent_id: secret.split('_secret_')[0] }),
      ),
      challenge(secret, 'complete').catch(() => undefined),
    ]);
    expectOneEffect(answers, [409, 402]);
    await settled();
    const state = await subscription('free-four');
    expect(state['pending_payment_intent_secret']).toBeNull();
  });

  describe('cards', () => {
    it('100 changes of the default: exactly one default', async () => {
      const { send } = money();
      const ids = [await addCard('rich'), await addCard('rich', '5555555555554444'), await addCard('rich', '378282246310005')];
      const answers = await times((index) => send('PUT', `${base('rich')}/payments/default`, { payment_method_id: ids[index % 3] }));
      expect(counted(answers)).toEqual({ 200: many });
      const { data, defaultPaymentMethodId } = (await send('GET', `${base('rich')}/payments`)).body;
      expect(data.filter(({ is_default }: any) => is_default).map(({ id }: any) => id)).toEqual([defaultPaymentMethodId]);
    });

    it('100 deletions against changes of the default: the default is never deleted', async () => {
      const { send } = money();
      const ids = [await addCard('top'), await addCard('top', '5555555555554444')];
      const answers = await times((index) =>
        index % 2
          ? send('PUT', `${base('top')}/payments/default`, { payment_method_id: ids[1] })
          : send('DELETE', `${base('top')}/payments`, { card_id: ids[1] }),
      );
      expectOneEffect(answers, [422, 409]);
      const { data, defaultPaymentMethodId } = (await send('GET', `${base('top')}/payments`)).body;
      expect(data.map(({ id }: any) => id)).toContain(defaultPaymentMethodId);
    });

    it('100 orders of cards against deletions: every order has all cards, or is refused', async () => {
      const { send } = money();
      const [kept, gone] = [await addCard('top', '5105105105105100'), await addCard('top', '378282246310005')];
      const known = (await send('GET', `${base('top')}/payments`)).body.data.map(({ id }: any) => id);
      const answers = await times((index) =>
        index === many / 2
          ? send('DELETE', `${base('top')}/payments`, { card_id: gone })
          : send('PUT', `${base('top')}/payments/order`, { payment_method_ids: known }),
      );
      expectOneEffect(answers, [422]);
      const { data } = (await send('GET', `${base('top')}/payments`)).body;
      expect(data.map(({ id }: any) => id)).toContain(kept);
      expect(data.length).toBe(known.length - 1);
    });

    it('100 deletions of both cards on Free leave one, or none after the other is gone', async () => {
      const { send } = money();
      const ids = [await addCard('free-five'), await addCard('free-five', '5555555555554444')];
      const answers = await times((index) => send('POST', `${base('free-five')}/payments`, { card_id: ids[index % 2] }));
      expectOneEffect(answers, [422]);
      const { data, defaultPaymentMethodId } = (await send('GET', `${base('free-five')}/payments`)).body;
      expect([data.length === 0, defaultPaymentMethodId === null]).toEqual([data.length === 0, data.length === 0]);
    });

    it('100 setup intents: as many as are allowed, the others are told to wait', async () => {
      const { send, captcha } = money();
      const answers = await times(() => send('POST', `${base('agreed')}/payments/setup-intent`, { hcaptchaToken: captcha() }));
      expectOneEffect(answers, [429]);
      expect(counted(answers)[201]).toBeLessThanOrEqual(20);
      for (const { status, headers } of answers) if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    });
  });

  it('100 saves of billing details on one version: one is kept, the others are told', async () => {
    const { send } = money();
    const answers = await times((index) => send('PUT', `${base('payg')}/customer`, { billing_name: `Member ${index}`, version: 0 }));
    expect(counted(answers)).toEqual({ 204: 1, 409: many - 1 });
    expect((await send('GET', `${base('payg')}/customer`)).body.version).toBe(1);
  });

  it('100 tax IDs against their removal: one that is stored, and the gateway has that one', async () => {
    const { send, settled, platform, db } = money();
    const answers = await times((index) =>
      index % 3 === 0
        ? send('DELETE', `${base('agreed')}/tax-ids`)
        : send('PUT', `${base('agreed')}/tax-ids`, { type: 'eu_vat', value: `DE1234567${String(10 + (index % 80))}`, country: 'DE' }),
    );
    expectOneEffect(answers, [409, 422]);
    const kept = await send('PUT', `${base('agreed')}/tax-ids`, { type: 'eu_vat', value: 'DE999999999', country: 'DE' });
    expect(kept.status).toBe(200);
    await settled();
    await db.execute(sql`update outbox set run_after = now() - interval '1 hour' where state = 'pending'`);
    await settled();
    const { rows } = (await db.execute(
      sql`select c.gateway_id as id from customers c join organizations o on o.id = c.organization_id where o.slug = 'agreed'`,
    )) as any;
    const listed = await platform.context.paymentContext.gateway.listTaxIds(rows[0].id);
    expect(listed.ok && listed.value.map(({ value }: { value: string }) => value)).toEqual(['DE999999999']);
  });

  it('100 first uses of the gateway make one customer', async () => {
    const { send, platform } = money();
    const body = { tax_id: { type: 'eu_vat', value: 'DE123456789', country: 'DE' } };
    const answers = await times(() => send('PUT', `${base('by-invoice')}/customer`, body));
    // If a customer has too many tax IDs, the gateway refuses the next one. The platform later removes added tax IDs that it has not saved.
    expectOneEffect(answers, [422]);
    await money().settled();
    const listed = await platform.context.paymentContext.gateway.listEvents({ types: ['customer.created'] });
    const { rows } = (await money().db.execute(
      sql`select count(distinct gateway_id)::int as customers from customers where gateway_id is not null`,
    )) as any;
    // The additional customer contains no payer. It marks the gateway account as the account of this platform.
    expect(listed.ok && listed.value.items.length).toBe(rows[0].customers + 1);
  });

  it('100 links to one invoice are one page', async () => {
    const { send, subscription, pass, platform } = money();
    const end = (await subscription('sleeping'))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3660);
    const [invoice] = (await send('GET', `${base('sleeping')}/billing/invoices`)).body;
    const answers = await times(() => send('GET', `${base('sleeping')}/billing/invoices/${invoice.id}/payment-link`));
    expectOneEffect(answers, [409, 429]);
    expect(new Set(succeeded(answers).map(({ body }) => body.redirectUrl)).size).toBe(1);
  });

  it('100 uses of credits for one invoice: paid once, and credit taken once', async () => {
    const { send, subscription } = money();
    const [invoice] = (await send('GET', `${base('sleeping')}/billing/invoices`)).body;
    await giveCredit(money(), 'sleeping', 1_000_000, 'gift-of-the-race');
    const before = (await subscription('sleeping'))['customer_balance'];
    const charged = charges();
    const answers = await times((index) =>
      send(
        'POST',
        `${base('sleeping')}/billing/invoices/${invoice.id}/use-credits`,
        { amount: invoice.amount_due },
        { key: `credits-${index}` },
      ),
    );
    expectOneEffect(answers, [409, 422, 429]);
    expect(succeeded(answers)).toHaveLength(1);
    expect([(await subscription('sleeping'))['customer_balance'], charges()]).toEqual([before - invoice.amount_due, charged]);
  });

  it('100 payments of an invoice by two cards: charged once', async () => {
    const { send, useCard, subscription, pass, platform, rows } = money();
    await useCard('top', testCard.attachesThenDeclines);
    const end = (await subscription('top'))['current_period_end'];
    await pass(end - platform.context.clock.nowSeconds() + 3660);
    const [invoice] = (await send('GET', `${base('top')}/billing/invoices`)).body;
    expect(invoice).toMatchObject({ status: 'open' });
    const cards = [await useCard('top', good), await addCard('top', '5555555555554444')];
    const before = charges();
    const answers = await times((index) =>
      send(
        'POST',
        `${base('top')}/billing/invoices/${invoice.id}/pay`,
        { payment_method_id: cards[index % 2], amount: invoice.amount_due },
        { key: index % 3 === 0 ? `pay-by-card-${index % 2}` : `pay-${index}` },
      ),
    );
    expectOneEffect(answers, [409, 422, 429]);
    expect(succeeded(answers).length).toBeGreaterThan(0);
    const paid = await rows(`select id from payments where invoice_id = '${invoice.id}' and state = 'succeeded'`);
    expect([charges() - before, paid.length]).toEqual([1, 1]);
  });

  it('100 identical budgets are one; of 100 changes of one version one is made; 100 deletions end it', async () => {
    const { send } = money();
    const path = `${base('payg')}/billing/budgets`;
    const budget = { name: 'Limit', scope: 'organization', basis: 'bill', amount_cents: 10_000_000, thresholds: [], at_limit: 'stop' };
    const made = await times(() => send('POST', path, budget, { key: 'k-budget' }));
    expectOneEffect(made, [409]);
    const { body } = await send('GET', path);
    expect(body.budgets).toHaveLength(1);
    const budgetPath = `${path}/${body.budgets[0].id}`;
    const changed = await times((index) => send('PUT', budgetPath, { ...budget, amount_cents: 10_000_000 + index, version: 1 }));
    expect(counted(changed)).toEqual({ 200: 1, 409: many - 1 });
    const deleted = await times(() => send('DELETE', budgetPath));
    expect(counted(deleted)).toEqual({ 204: 1, 404: many - 1 });
  });

  it('settles everything it has charged, after a race of every call', async () => {
    const titles = [...races].join('\n');
    expect(Object.values(raced).filter((words) => !titles.includes(words))).toEqual([]);
    expect(await money().faults()).toEqual([]);
    report({
      part: '100-way races',
      seed: 1,
      count: races.size,
      violations: 0,
      counted: { 'requests at once, each': many, charges: charges() },
    });
  });
});
