import { describe, expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatformWith({ kinds: ['pglite'] }, (money) => {
  const { act, as, audited, invoice, invoices, paid, unpaid } = staffAt(money);
  const addCard = async (slug: string, number: string) => {
    const { body } = await money().send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: money().captcha() });
    const id = await money().card(number);
    await money().confirm(body.client_secret, id);
    await money().send('GET', `${base(slug)}/payments`);
    expect((await money().send('PUT', `${base(slug)}/payments/default`, { payment_method_id: id })).status).toBe(200);
  };

  describe('credit', () => {
    const path = '/organizations/free-one/credits';
    const input = { amount_cents: 5000, reason: 'Slow queries on Oct 3', reference: 'ticket-7' };

    it('is given once under its key, and members read the reason', async () => {
      const requestOptions = once();
      const [first, again] = await Promise.all([act(path, input, requestOptions), act(path, input, requestOptions)]);
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      expect(first.body.entry).toMatchObject({ amount_cents: 5000, balance_cents: 5000, reference: 'ticket-7' });
      expect(await money().balance('free-one')).toBe(5000);
      const { body } = await money().send('GET', `${base('free-one')}/billing/credits/history`);
      expect(body.entries[0]).toMatchObject({ description: 'Credit of $50.00: Slow queries on Oct 3', amount: 5000 });
      expect((await audited('free-one'))[0]).toMatchObject({
        actor: 'key:test',
        call: 'grantCredit',
        before: { balance_cents: 0 },
        after: { balance_cents: 5000, kind: 'credit', amount_cents: 5000, reason: 'Slow queries on Oct 3', reference: 'ticket-7' },
      });
    });

    it('is tried first without a trace', async () => {
      const before = await money().balance('free-one');
      const { status, body } = await act(path, { ...input, dry_run: true }, {});
      expect([status, body]).toEqual([
        200,
        {
          dry_run: true,
          needs_approval: false,
          amount_cents: 5000,
          words: 'Credit of $50.00: Slow queries on Oct 3',
          entries: [
            { description: 'Credit of $50.00: Slow queries on Oct 3', account: 'goodwill', amount_cents: 5000 },
            { description: 'Credit of $50.00: Slow queries on Oct 3', account: 'customer_credit', amount_cents: -5000 },
          ],
        },
      ]);
      expect(await money().balance('free-one')).toBe(before);
    });

    it('needs an idempotency key and a reason', async () => {
      const keyless = await act(path, input, {});
      expect([keyless.status, keyless.body.errors[0].path]).toEqual([400, 'header.Idempotency-Key']);
      const { reason: _, ...mute } = input;
      expect((await act(path, mute)).body.errors[0].path).toBe('body.reason');
      expect((await act('/organizations/nothing/credits', input)).status).toBe(404);
    });
  });

  it('forgives an invoice: nothing is owed, its restriction ends, and members read why', async () => {
    const { id, number } = await unpaid('free-three');
    const { pass, platform } = money();
    const { collection } = await invoice('free-three', id);
    await pass(collection.due_at - platform.context.clock.nowSeconds() + 60);
    const restriction = async () => (await money().send('GET', base('free-three'))).body.restriction_status;
    expect(await restriction()).toBe('grace_period');
    const path = `/invoices/${id}/forgive`;
    const tried = await act(path, { reason: 'Agreed after the outage', dry_run: true }, {});
    expect(tried.body).toMatchObject({
      words: 'Forgiven: Agreed after the outage',
      entries: [
        { account: 'bad_debt', amount_cents: 59_900 },
        { account: 'receivable', amount_cents: -59_900 },
      ],
      invoice: { id, number, status: 'void' },
    });
    expect([await restriction(), (await invoice('free-three', id))['status']]).toEqual(['grace_period', 'issued']);
    const done = await act(path, { reason: 'Agreed after the outage' });
    expect([done.status, done.body.entries, done.body.invoice.status]).toEqual([200, tried.body.entries, 'void']);
    expect(await restriction()).toBeNull();
    expect((await audited('free-three'))[0]).toMatchObject({
      before: { status: 'issued', amount_due_cents: 59_900 },
      after: { status: 'void', kind: 'forgive', reason: 'Agreed after the outage' },
    });
    expect(await invoices('free-three')).toContainEqual(expect.objectContaining({ id, staff_note: 'Forgiven: Agreed after the outage' }));
    expect((await invoice('free-three', id))['staff_actions']).toEqual([
      { at: expect.any(Number), words: 'Forgiven: Agreed after the outage' },
    ]);
    const again = await act(path, { reason: 'Twice' });
    expect([again.status, again.body.message]).toEqual([409, 'This invoice is forgiven: nothing is owed on it']);
    expect((await act(`/invoices/${id}/credit-notes`, { amount_cents: 1, reason: 'x' })).status).toBe(409);
    expect((await act('/invoices/in_nothing1/forgive', { reason: 'x' })).status).toBe(404);
  }, 180_000);

  it('writes an invoice off, which can still be paid', async () => {
    const { id } = await unpaid('free-four');
    const done = await act(`/invoices/${id}/write-off`, { reason: 'Company dissolved' });
    expect([done.status, done.body.invoice.status]).toEqual([200, 'uncollectible']);
    expect((await act(`/invoices/${id}/write-off`, { reason: 'Again' })).status).toBe(409);
    const { body } = await money().send('GET', `${base('free-four')}/billing/invoices/${id}/payment-link`);
    expect(await money().payOn(body.redirectUrl, testCard.good)).toBe(303);
    await money().settled();
    expect(await invoice('free-four', id)).toMatchObject({
      status: 'paid',
      staff_actions: [{ words: 'Written off: Company dissolved' }],
    });
    expect(await money().account('free-four', 'bad_debt')).toBe(0);
  });

  it('charges an invoice now and says what the bank decided, each time once', async () => {
    const { id } = await unpaid('free-five');
    const path = `/invoices/${id}/retry`;
    const byInvoice = await act(path, { reason: 'Asked by phone' });
    expect([byInvoice.status, byInvoice.body.message]).toEqual([422, 'This organization pays by invoice: no card is charged']);
    const payer = { name: 'Organization free-five', payment_method_type: 'card' };
    expect((await (await as('ops@example.com')).ask('PUT', '/organizations/free-five', payer)).status).toBe(200);
    const cardless = await act(path, { reason: 'Asked by phone' });
    expect([cardless.status, cardless.body.message]).toEqual([422, expect.stringMatching(/^There is no card to charge/)]);
    await addCard('free-five', testCard.attachesThenDeclines);
    const requestOptions = once();
    const [declined, again] = [
      await act(path, { reason: 'Asked by phone' }, requestOptions),
      await act(path, { reason: 'Asked by phone' }, requestOptions),
    ];
    expect([declined.status, declined.body.payment]).toEqual([
      200,
      expect.objectContaining({ state: 'failed', failure_code: 'card_declined' }),
    ]);
    expect(again.body).toEqual(declined.body);
    await addCard('free-five', testCard.good);
    const good = await act(path, { reason: 'New card' });
    expect([good.body.payment.state, good.body.invoice.status]).toEqual(['succeeded', 'paid']);
    expect((await invoice('free-five', id))['staff_actions'].map(({ words }: { words: string }) => words)).toEqual([
      'Payment retried: Asked by phone',
      'Payment retried: New card',
    ]);
    const over = await act(path, { reason: 'Once more' });
    expect([over.status, over.body.message]).toEqual([409, 'This invoice is paid: nothing is owed on it']);
  });

  it('gives no credit to a closed organization, also where it was asked for before; its payment can be refunded', async () => {
    const other = await as('second@example.com');
    const { change, card } = money();
    expect((await change('capped', { tier: 'tier_team', payment_method: await card(testCard.good) })).status).toBe(200);
    const path = '/organizations/capped/credits';
    const limit = (cents: number) => money().db.execute(`update approval_limits set cents = ${cents}`);
    await limit(100_000);
    const waiting = await act(path, { amount_cents: 200_000, reason: 'x' });
    expect(waiting.status).toBe(202);
    await limit(100_000_000);
    const { ask } = await as('ops@example.com');
    expect((await ask('DELETE', '/organizations/capped')).status).toBe(202);
    const refusals = [
      await act(path, { amount_cents: 100, reason: 'x' }),
      await act(path, { amount_cents: 100, reason: 'x', dry_run: true }),
      await other.ask('POST', `/approvals/${waiting.body.approval.id}/approve`, {}, once()),
    ];
    for (const { status, body } of refusals) expect([status, body.message]).toEqual([409, 'This organization is closed']);
    const { id } = await paid('capped');
    const [row] = await money().rows<{ id: string }>(
      `select i.id from invoices i join organizations o on o.id = i.organization_id where o.slug = 'capped' and i.kind = 'plan_change'`,
    );
    const note = await act(`/invoices/${row?.id}/credit-notes`, { amount_cents: 500, reason: 'x' });
    expect([note.status, note.body.message]).toEqual([409, "This organization is closed and can't use credit; refund the payment instead"]);
    expect(await money().rows(`select id from credit_notes where invoice_id = '${row?.id}'`)).toEqual([]);
    expect((await act(`/payments/${id}/refunds`, { amount_cents: 500, reason: 'x' })).status).toBe(201);
  });

  describe('a credit note', () => {
    it('reduces an open invoice, becomes credit on a paid one, and is never more than the invoice', async () => {
      const { id, number } = await unpaid('free-six');
      const path = `/invoices/${id}/credit-notes`;
      const open = await act(path, { amount_cents: 9900, reason: 'Agreed discount' });
      expect([open.status, open.body.credit_note, open.body.invoice.amount_due_cents]).toEqual([
        201,
        expect.objectContaining({ amount_cents: 9900, added_to_credits_cents: 0 }),
        50_000,
      ]);
      const { body } = await money().send('GET', `${base('free-six')}/billing/invoices/${id}/payment-link`);
      expect(await money().payOn(body.redirectUrl, testCard.good)).toBe(303);
      await money().settled();
      const { body: lines } = await money().send('GET', `${base('free-six')}/billing/invoices/${id}/lines`);
      const line = lines.lines[0].id as string;
      const both = await act(path, { amount_cents: 1, lines: [{ id: line }], reason: 'x' });
      expect([both.status, both.body.errors[0].path]).toEqual([400, 'body.amount_cents']);
      const unknown = await act(path, { lines: [{ id: 'nothing' }], reason: 'x' });
      expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, 'body.lines.0.id']);
      const whole = await act(path, { lines: [{ id: line }], reason: 'x' });
      expect([whole.status, whole.body.errors[0].message]).toEqual([422, 'must be at most 50000']);
      const part = await act(path, { lines: [{ id: line, amount_cents: 20_000 }], reason: 'Half a month' });
      expect(part.body.credit_note.added_to_credits_cents).toBe(20_000);
      const { body: history } = await money().send('GET', `${base('free-six')}/billing/credits/history`);
      expect(history.entries[0]).toMatchObject({ description: 'Credit note of $200.00: Half a month', amount: 20_000 });
      expect((await act(path, { amount_cents: 30_001, reason: 'x' })).status).toBe(422);
      expect((await act(path, { amount_cents: 30_000, reason: 'The rest' })).status).toBe(201);
      const none = await act(path, { amount_cents: 1, reason: 'x' });
      expect([none.status, none.body.highest_creditable_cents]).toEqual([422, 0]);
      expect((await invoice('free-six', id))['credit_notes']).toHaveLength(3);
      expect(number).toEqual(expect.any(String));
    });
  });

  describe('a refund', () => {
    it('goes back by the gateway, by either id of the payment, and never above what was paid', async () => {
      const { topUp, card, balance, settled, sandbox } = money();
      expect((await topUp('rich', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
      const before = await balance('rich');
      const { id, intent } = await paid('rich');
      const requestOptions = once();
      const input = { amount_cents: 4000, reason: 'Bought twice' };
      const [first, again] = await Promise.all([
        act(`/payments/${id}/refunds`, input, requestOptions),
        act(`/payments/${id}/refunds`, input, requestOptions),
      ]);
      expect([first.status, again.body]).toEqual([201, first.body]);
      expect(first.body.refund).toMatchObject({ payment: id, amount_cents: 4000, from_credit_cents: 4000, state: 'pending' });
      const much = await act(`/payments/${intent}/refunds`, { amount_cents: 6001, reason: 'x' });
      expect([much.status, much.body.code, much.body.highest_refundable_cents]).toEqual([409, 'refund_too_high', 6000]);
      const rest = await act(`/payments/${intent}/refunds`, { amount_cents: 6000, reason: 'The rest' });
      expect(rest.status).toBe(201);
      await settled();
      const refunds = sandbox.money().filter(({ kind, paymentIntent }) => kind === 'refund_succeeded' && paymentIntent === intent);
      expect(refunds.map(({ amount }) => amount)).toEqual([4000, 6000]);
      expect(await balance('rich')).toBe(before - 10_000);
      const { body } = await money().send('GET', `${base('rich')}/billing/credits/history`);
      expect(body.entries[0]).toMatchObject({ description: 'Refund of $60.00: The rest', amount: -6000 });
      expect((await audited('rich'))[0]).toMatchObject({ before: { refunded_cents: 4000 }, after: { refunded_cents: 10_000 } });
      expect((await act('/payments/pay_nothing1/refunds', input)).status).toBe(404);
    });

    it('of an invoice shows on that', async () => {
      const { id } = (await invoices('free-four'))[0] ?? { id: '' };
      const { id: payment } = await paid('free-four');
      expect((await act(`/payments/${payment}/refunds`, { amount_cents: 1000, reason: 'Late by a day' })).status).toBe(201);
      await money().settled();
      expect((await invoice('free-four', id))['staff_actions']).toContainEqual({
        at: expect.any(Number),
        words: 'Refund of $10.00: Late by a day',
      });
    });
  });

  it('lists what can be acted on', async () => {
    const operator = await staffAt(money).as('reader@example.com');
    const { body: listed } = await operator.ask('GET', '/organizations/free-four/invoices?limit=1');
    expect(listed.invoices).toEqual([expect.objectContaining({ organization: 'free-four', status: 'paid' })]);
    const { body: payments } = await operator.ask('GET', '/organizations/free-four/payments');
    expect(payments.payments[0]).toMatchObject({ state: 'succeeded', refunded_cents: 1000, invoice: listed.invoices[0].id });
  });

  it('settles everything it has charged', async () => {
    expect(await money().faults()).toEqual([]);
  });
});
