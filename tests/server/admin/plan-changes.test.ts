import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMoneyPlatform, type MoneyPlatform } from '#tests/support/money-platform.ts';
import { once, operatorOf } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';
import { staffAt } from '#tests/support/staff.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;
const path = (slug: string) => `/organizations/${slug}/plan-changes`;
const reason = 'Agreed with sales';

let started: MoneyPlatform;
const money = () => started;
beforeAll(async () => {
  started = await startMoneyPlatform('pglite', { APPROVAL_ABOVE_CENTS: '50000' });
});
afterAll(() => started?.platform.stop());

const { act, audited, invoice, invoices } = staffAt(money);
const planOf = async (slug: string) => (await money().subscription(slug))['plan'].id as string;
const emailsAbout = async (slug: string, kind: string) =>
  money().rows<{ facts: Record<string, unknown> }>(
    `select n.facts from notices n join organizations o on o.id = n.organization_id where o.slug = '${slug}' and n.kind = '${kind}' order by n.id`,
  );
const payments = async (slug: string) =>
  (
    await money().rows<{ id: string }>(
      `select p.id from payments p join organizations o on o.id = p.organization_id where o.slug = '${slug}'`,
    )
  ).length;

it('is tried without a trace, and says what it would come to', async () => {
  const before = await money().subscription('free-one');
  const { status, body } = await act(path('free-one'), { plan: 'team', reason, dry_run: true }, {});
  expect([status, body]).toEqual([
    200,
    {
      dry_run: true,
      needs_approval: false,
      amount_cents: 0,
      words: `Plan changed to Team: ${reason}`,
      change: expect.objectContaining({
        plan: 'team',
        previous_plan: 'free',
        spend_cap: false,
        state: 'applied',
        charge_cents: 59_900,
        usage_due_cents: 0,
        credited_cents: 0,
      }),
      invoice: expect.objectContaining({ status: 'open', amount_due_cents: 59_900 }),
      entries: [
        { description: 'Invoice', account: 'receivable', amount_cents: 59_900 },
        { description: 'Invoice', account: 'revenue', amount_cents: -59_900 },
      ],
    },
  ]);
  expect([await money().subscription('free-one'), await invoices('free-one')]).toEqual([before, []]);
});

it('leaves an open invoice, once, that nothing charges, with an email that asks for payment and words for members', async () => {
  await money().useCard('free-one', testCard.good);
  const sameKey = once();
  const [done, again] = [
    await act(path('free-one'), { plan: 'team', reason }, sameKey),
    await act(path('free-one'), { plan: 'team', reason }, sameKey),
  ];
  expect([done.status, again.status, again.body]).toEqual([200, 200, done.body]);
  expect(done.body).toMatchObject({
    change: { plan: 'team', charge_cents: 59_900 },
    invoice: { status: 'open', amount_due_cents: 59_900 },
    usage_invoice: null,
    payment: null,
  });
  expect(await planOf('free-one')).toBe('team');
  const { id } = done.body.invoice;
  await money().pass(86_400);
  await money().settled();
  expect([await payments('free-one'), (await invoice('free-one', id))['status']]).toEqual([0, 'open']);
  expect((await invoice('free-one', id))['collection']).toMatchObject({ paid_by: 'card', next_charge_at: null, on_request: true });
  expect(await money().rows(`select charged_on_request from invoices where id = '${id}'`)).toEqual([{ charged_on_request: true }]);
  expect((await emailsAbout('free-one', 'invoice_issued')).map(({ facts }) => [facts['invoiceId'], facts['collectedBy']])).toEqual([
    [id, 'transfer'],
  ]);
  expect((await invoice('free-one', id))['staff_actions']).toEqual([{ at: expect.any(Number), words: `Plan changed to Team: ${reason}` }]);
  expect((await audited('free-one'))[0]).toMatchObject({
    actor: 'key:test',
    call: 'changePlanByStaff',
    before: { plan: 'free' },
    after: { plan: 'team', kind: 'plan_change', reason },
  });
  const { body } = await money().send('GET', `${base('free-one')}/billing/activity?kind=staff`);
  expect(body.entries[0]).toMatchObject({ title: `Plan changed to Team: ${reason}`, by: { kind: 'staff' } });
  const link = (await money().send('GET', `${base('free-one')}/billing/invoices/${id}/payment-link`)).body.redirectUrl;
  expect(await money().payOn(link, testCard.good)).toBe(303);
  await money().settled();
  expect((await invoice('free-one', id))['status']).toBe('paid');
}, 60_000);

it('charges the default card when it is asked to, and says what the bank decided', async () => {
  const cardless = await act(path('free-two'), { plan: 'pro', spend_cap: false, reason, charge: true });
  expect([cardless.status, cardless.body.code, await planOf('free-two')]).toEqual([422, 'rule_violated', 'free']);
  await money().useCard('free-two', testCard.good);
  const sameKey = once();
  const [done, again] = [
    await act(path('free-two'), { plan: 'pro', spend_cap: false, reason, charge: true }, sameKey),
    await act(path('free-two'), { plan: 'pro', spend_cap: false, reason, charge: true }, sameKey),
  ];
  expect([done.status, done.body.payment.state, done.body.invoice.status]).toEqual([200, 'succeeded', 'paid']);
  expect([again.body, await payments('free-two')]).toEqual([done.body, 1]);
  expect(await money().subscription('free-two')).toMatchObject({ usage_billing_enabled: true });
}, 60_000);

it('keeps the plan when the card declines: the invoice is open', async () => {
  await money().useCard('free-three', testCard.attachesThenDeclines);
  const { status, body } = await act(path('free-three'), { plan: 'pro', reason, charge: true });
  expect([status, body.payment.state, body.invoice.status, await planOf('free-three')]).toEqual([200, 'failed', 'open', 'pro']);
}, 60_000);

it('turns the spend cap, gives unused time back as credit, and does not count for the limit of members', async () => {
  for (let each = 0; each < 6; each += 1)
    for (const spendCap of [false, true]) {
      await money().pass(5);
      const turned = await act(path('free-three'), { spend_cap: spendCap, reason });
      expect([turned.status, turned.body.change.spend_cap]).toEqual([200, spendCap]);
    }
  expect((await audited('free-three'))[0]?.['after']['reason']).toBe(reason);
  await money().pass(5);
  expect((await money().change('free-three', { tier: 'tier_payg' })).status).toBe(200);
  const down = await act(path('free-two'), { plan: 'free', reason });
  expect([down.status, down.body.change.credited_cents > 2400, down.body.invoice?.status]).toEqual([200, true, 'paid']);
  expect(await money().balance('free-two')).toBe(down.body.change.credited_cents);
}, 120_000);

it('waits for a second person above the limit, if it charges', async () => {
  await money().useCard('free-four', testCard.good);
  const tried = await act(path('free-four'), { plan: 'team', reason, charge: true, dry_run: true }, {});
  expect(tried.body).toMatchObject({ needs_approval: true, amount_cents: 59_900 });
  const response = await act(path('free-four'), { plan: 'team', reason, charge: true });
  expect([response.status, await planOf('free-four')]).toEqual([202, 'free']);
  const ben = await staffAt(money).as('ben@example.com');
  expect((await ben.ask('POST', `/approvals/${response.body.approval.id}/approve`)).status).toBe(403);
  const later = await act(path('free-four'), { plan: 'team', reason, charge: true });
  const approved = await ben.ask('POST', `/approvals/${later.body.approval.id}/approve`);
  expect([approved.status, approved.body.result.payment.state, await planOf('free-four')]).toEqual([200, 'succeeded', 'team']);
}, 60_000);

it.each([
  [{ reason }, 400, 'body.plan'],
  [{ plan: 'gold', reason }, 400, 'body.plan'],
  [{ plan: 'pro' }, 400, 'body.reason'],
  [{ plan: 'team', spend_cap: true, reason }, 422, 'body.spend_cap'],
  [{ plan: 'free', reason }, 422, 'body.tier'],
])('refuses %j with %i at %s', async (body, status, field) => {
  const answer = await act(path('free-five'), body);
  expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, field]);
});

it('needs both scopes, an idempotency key, and an organization that is open', async () => {
  for (const [has, lacks] of [
    ['organizations', 'money'],
    ['money', 'organizations'],
  ] as const) {
    const { ask } = await operatorOf(money().platform, [has]);
    const { status, body } = await ask('POST', path('free-five'), { plan: 'pro', reason }, once());
    expect([status, body.message]).toEqual([403, `Your key lacks the scope ${lacks}`]);
  }
  const keyless = await act(path('free-five'), { plan: 'pro', reason }, {});
  expect([keyless.status, keyless.body.errors[0].path]).toEqual([400, 'header.Idempotency-Key']);
  expect((await act(path('nothing'), { plan: 'pro', reason })).status).toBe(404);
});

it('moves nothing while a change of a member waits', async () => {
  await money().useCard('free-six', testCard.good);
  const waiting = await money().change('free-six', {
    tier: 'tier_pro',
    payment_method: await money().card(testCard.asksAlways),
  });
  expect(waiting.body.pending_payment_intent_secret).toEqual(expect.any(String));
  const refused = await act(path('free-six'), { plan: 'team', reason });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^A change of a member waits/)]);
}, 60_000);
