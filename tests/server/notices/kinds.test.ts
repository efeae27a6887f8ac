import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { publishBook } from '#server/billing/price-books/price-books.ts';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { formatCents } from '#lib/money.ts';
import { addBudget, deleteBudget } from '#server/billing/budgets/save-budget.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import { rowsOf } from '#server/database/database.ts';
import { refundPayment } from '#tests/support/refund-payment.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { dearerDraft } from '#tests/support/book-drafts.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { truthOf } from '#server/store/notices/notice-truth.ts';

vi.setConfig({ testTimeout: 120_000 });

const daySeconds = 86_400;
const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatform((money) => {
  const postbox = async () => (await money().platform.ask('/sandbox/postbox/messages')).body as Record<string, any>[];
  const address = (slug: string) => `pay@${slug}.example`;
  const to = async (slug: string) => (await postbox()).filter((message) => message['to'][0] === address(slug));
  const latest = async (slug: string, kind: string) => (await to(slug)).findLast((message) => message['kind'] === kind);
  const kinds = async (slug: string) => (await to(slug)).map((message) => message['kind'] as string);
  const now = () => money().platform.context.clock.nowSeconds();
  const idOf = async (slug: string) =>
    rowsOf<{ id: number }>(await money().db.execute(sql`select id from organizations where slug = ${slug}`))[0]?.id ?? 0;
  const named = async (slug: string) => {
    await money().db.execute(sql`update organizations set billing_email = ${address(slug)} where slug = ${slug}`);
  };
  async function giveCard(slug: string, number: string | { number: string; expMonth: number; expYear: number }): Promise<void> {
    const { send, captcha, card, confirm, settled } = money();
    const { body } = await send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
    await confirm(body.client_secret, await card(number));
    await settled();
  }

  it('tells of an upgrade with its invoice and its receipt', async () => {
    const { change, card, settled } = money();
    await named('free-one');
    expect((await change('free-one', { tier: 'tier_pro', payment_method: await card(testCard.good) })).status).toBe(200);
    await settled();
    expect((await kinds('free-one')).toSorted()).toEqual(['change_applied', 'invoice_issued', 'receipt']);
    expect((await latest('free-one', 'change_applied'))?.['subject']).toBe('Plan changed to Pro for Organization free-one');
    const [receipt, invoice] = [await latest('free-one', 'receipt'), await latest('free-one', 'invoice_issued')];
    expect(receipt?.['text']).toMatch(/Amount paid: \$25\.00\n/);
    expect(receipt?.['text']).toContain('Card: Visa ending in 4242');
    const number = /Invoice number: (\S+)/.exec(receipt?.['text'] ?? '')?.[1] ?? 'none';
    expect(invoice?.['text']).toContain(number);
    expect(invoice?.['text']).toContain('It is paid.');
  });

  it('tells of a change that was paid, not applied and refunded', async () => {
    const { change, card, challenge, db, settled } = money();
    await named('payg');
    const response = await change('payg', { tier: 'tier_team', payment_method: await card(testCard.asksAlways) });
    await db.execute(sql`update subscriptions set contract = '{"planPriceCents": 30000}'
      where organization_id = (select id from organizations where slug = 'payg')`);
    await challenge(response.body.pending_payment_intent_secret, 'complete');
    await settled();
    await settled();
    expect(await kinds('payg')).toEqual(['change_refunded']);
    expect((await latest('payg', 'change_refunded'))?.['subject']).toMatch(
      /^Refund of \$\d{3}\.\d\d for .*: the change to Team was not applied$/,
    );
    const [notice] = rowsOf<Parameters<typeof truthOf>[1]>(
      await db.execute(sql`select id::float8 as "noticeId", organization_id as "organizationId", kind, facts, null as "invoiceId"
        from notices where kind = 'change_refunded'`),
    );
    if (!notice) throw new Error('There is no notice');
    expect((await truthOf(db, notice, now())).holds).toBe(true);
    await db.execute(sql`update outbox set state = 'dead' where kind = 'refund' and organization_id = ${notice.organizationId}`);
    expect((await truthOf(db, notice, now())).holds).toBe(false);
  });

  it('tells of a refund once it has gone out', async () => {
    const { topUp, card, settled, platform } = money();
    await named('free-two');
    expect((await topUp('free-two', { amount: 1250, payment_method_id: await card(testCard.good) })).status).toBe(201);
    const [payment] = rowsOf<{ id: string }>(
      await money().db.execute(sql`select id from payments where organization_id = ${await idOf('free-two')} and state = 'succeeded'`),
    );
    const request = {
      organizationId: await idOf('free-two'),
      paymentId: payment?.id ?? '',
      amountCents: 2000,
      reason: 'Agreed by support',
    };
    await refundPayment(platform.context.paymentContext, request);
    await settled();
    await settled();
    expect(await kinds('free-two')).toEqual(['receipt', 'refund_issued']);
    expect((await latest('free-two', 'receipt'))?.['subject']).toBe('Receipt: $1,250.00 paid for Organization free-two, credits');
    expect((await latest('free-two', 'refund_issued'))?.['text']).toContain('Reason: Agreed by support');
  });

  it('tells of a dispute and of how the bank decides', async () => {
    const { topUp, card, settled, pass, closeDispute } = money();
    await named('free-three');
    expect((await topUp('free-three', { amount: 100, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
    await pass(60);
    await settled();
    await closeDispute('won');
    await settled();
    await settled();
    expect(await kinds('free-three')).toEqual(['receipt', 'dispute_opened', 'dispute_closed']);
    expect((await latest('free-three', 'dispute_closed'))?.['subject']).toContain('the payment is kept');
  });

  it('tells of a default card before its month ends, once', async () => {
    await named('free-four');
    const then = new Date((now() + 40 * daySeconds) * 1000);
    await giveCard('free-four', { number: testCard.good, expMonth: then.getUTCMonth() + 1, expYear: then.getUTCFullYear() });
    expect(await kinds('free-four')).toEqual([]);
    const end = Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1) / 1000;
    // After one long step, the platform would send a digest instead.
    const step = Math.ceil((end - 10 * daySeconds - now()) / 2);
    await money().pass(step);
    await money().pass(step);
    await money().settled();
    expect(await kinds('free-four')).toEqual(['card_expiring']);
    expect((await latest('free-four', 'card_expiring'))?.['subject']).toMatch(/^Card expires \d\d\/\d{4}: Visa ending in 4242 of /);
  });

  it('tells of usage that was reported late to an organization that has gone to Free', async () => {
    const { db, pass, platform } = money();
    await named('capped');
    const organizationId = await idOf('capped');
    const left = now();
    await db.transaction((tx) =>
      changePlan(tx, { organizationId, atSeconds: left, planId: 'free', usageBillingEnabled: false, feeChargedCents: 0 }, () =>
        Promise.resolve(),
      ),
    );
    await db.execute(sql`update subscriptions set usage_billing_enabled = false where organization_id = ${organizationId}`);
    const usage = {
      index: 0,
      id: 'late-one',
      projectRef: projectRef('capped', 'web'),
      metric: 'LOG_DRAIN_EVENTS',
      untilSeconds: null,
    } as const;
    await recordUsage(db, organizationId, [{ ...usage, fromSeconds: left - 3600, quantity: 200_000_000 }], now());
    await pass(29 * daySeconds);
    expect(platform.context.clock.nowSeconds()).toBeGreaterThan(left);
    expect((await kinds('capped')).filter((kind) => kind === 'late_usage')).toEqual(['late_usage']);
    expect((await latest('capped', 'late_usage'))?.['text']).toMatch(/Amount so far: \$\d+\.\d\d/);
  });

  it('tells of credits that will not pay another invoice', async () => {
    const { db, pass, subscription } = money();
    await named('sleeping');
    const organizationId = await idOf('sleeping');
    // Voids the overdue invoice. Otherwise, the purchased credits would pay it.
    await db.execute(sql`update invoices set status = 'void' where organization_id = ${organizationId} and status = 'open'`);
    await money().topUp('sleeping', { amount: 100, payment_method_id: await money().card(testCard.good) });
    await db.execute(sql`update subscriptions set contract = '{"planPriceCents": 6000}' where organization_id = ${organizationId}`);
    const end = (await subscription('sleeping'))['current_period_end'];
    await pass(end + 3700 - now());
    expect((await kinds('sleeping')).filter((kind) => kind === 'credit_low')).toEqual(['credit_low']);
    const [left] = rowsOf<{ cents: number }>(
      await db.execute(sql`select -sum(amount_cents)::int as cents from ledger_entries
        where organization_id = ${organizationId} and account = 'customer_credit'`),
    );
    expect(left?.cents).toBeGreaterThan(0);
    expect((await latest('sleeping', 'credit_low'))?.['subject']).toMatch(`Credits low: ${formatCents(left?.cents ?? 0)} left for `);
  });

  it('tells of prices that were published for a later date, by what the organization pays', async () => {
    const { db, settled } = money();
    for (const slug of ['by-invoice', 'free-five']) await named(slug);
    await publishBook(
      db,
      { version: 'dearer', effectiveAtSeconds: now() + 90 * daySeconds, document: dearerDraft(10) },
      { nowSeconds: now(), priceNoticeDays: 30 },
    );
    await settled();
    await settled();
    expect((await kinds('by-invoice')).filter((kind) => kind === 'price_change')).toEqual(['price_change']);
    expect((await latest('by-invoice', 'price_change'))?.['text']).toContain('Pro Plan, per month: $25.00, then $35.00');
    expect(await kinds('free-five')).toEqual([]);
  });

  it('tells of a budget that has been crossed, and no longer once the budget is gone', async () => {
    const { db, send, settled } = money();
    await named('top');
    const terms = { name: 'Engineering', scope: 'organization', basis: 'bill', at_limit: 'alert' } as const;
    const create = async (body: object) => (await send('POST', `${base('top')}/billing/budgets`, body)).body;
    const { spent_cents: spentCents } = await create({ ...terms, name: 'Only a look', amount_cents: 1, thresholds: [] });
    expect(spentCents).toBeGreaterThan(1000);
    const amountCents = Math.floor(spentCents / 0.85);
    const kept = await create({ ...terms, amount_cents: amountCents, thresholds: [{ percent: 80, on: 'actual' }] });
    const organizationId = await idOf('top');
    const gone = {
      ...terms,
      id: 'bud_gone',
      organizationId,
      atLimit: 'alert',
      recipients: null,
      createdAt: new Date(now() * 1000),
    } as const;
    await db.transaction(async (tx) => {
      await addBudget(tx, { ...gone, amountCents: amountCents - 1, thresholds: [{ percent: 80, on: 'projected' }] }, now());
      await deleteBudget(tx, organizationId, 'bud_gone', now());
    });
    const crossings = await money().rows<{ facts: { isForecast: boolean } }>(
      `select facts from notices where kind = 'budget_crossed' and organization_id = ${organizationId} order by id`,
    );
    expect(crossings.map(({ facts }) => facts.isForecast)).toEqual([false, true]);
    await settled();
    expect((await kinds('top')).filter((kind) => kind === 'budget_crossed')).toEqual(['budget_crossed']);
    const [spent, amount] = [kept.spent_cents, amountCents].map((cents) => formatCents(cents));
    const crossedEmail = await latest('top', 'budget_crossed');
    expect(crossedEmail?.['subject']).toBe(`Budget at 80%: ${spent} of ${amount} for Organization top`);
    expect(crossedEmail?.['text']).toContain(`had spent ${spent} of a budget of ${amount} on `);
  });

  it('tells the old billing email too who gets mail from now on', async () => {
    const { send, settled } = money();
    await named('frozen');
    expect((await send('PATCH', base('frozen'), { billing_email: 'new@frozen.example' })).status).toBe(200);
    await settled();
    const changeEmails = (await postbox()).filter(({ organization, kind }) => organization === 'frozen' && kind === 'details_changed');
    // The new address is not confirmed yet, so members who may act get the email instead.
    const members = ['admin', 'billing', 'owner'].map((name) => expect.stringMatching(`^${name}`) as unknown);
    expect(changeEmails.map((message) => message['to'][0]).toSorted()).toEqual([...members, address('frozen')]);
    for (const { text } of changeEmails) expect(text).toContain('Billing email after: new@frozen.example');
    await send('PATCH', base('frozen'), { billing_email: 'new@frozen.example' });
    await settled();
    expect((await postbox()).filter(({ organization, kind }) => organization === 'frozen' && kind === 'details_changed')).toHaveLength(4);
  });

  it('tells of another tax ID and another default card', async () => {
    const { send, settled, card, confirm, captcha } = money();
    await named('agreed');
    await send('PUT', `${base('agreed')}/tax-ids`, { type: 'eu_vat', value: 'DE123456789', country: 'DE' });
    await giveCard('agreed', testCard.good);
    const { body } = await send('POST', `${base('agreed')}/payments/setup-intent`, { hcaptchaToken: captcha() });
    const id = await card('5555555555554444');
    await confirm(body.client_secret, id);
    await send('PUT', `${base('agreed')}/payments/default`, { payment_method_id: id });
    await settled();
    const subjects = (await to('agreed')).filter(({ kind }) => kind === 'details_changed').map(({ subject }) => subject);
    expect(subjects).toEqual(['Tax ID changed for Organization agreed', 'Default card changed for Organization agreed']);
  });

  it('writes nothing about payment where a partner collects, and to the members who may act where no recipient is named', async () => {
    const { pass, subscription } = money();
    await pass((await subscription('fly'))['current_period_end'] + 3700 - now());
    const messages = await postbox();
    expect(messages.filter(({ organization }) => organization === 'fly').map(({ kind }) => kind)).not.toContain('invoice_issued');
    const rich = messages.filter(({ organization, kind }) => organization === 'rich' && kind === 'invoice_issued');
    expect(new Set(rich.map((message) => message['to'][0].split('@')[0]))).toEqual(new Set(['owner', 'admin', 'billing']));
  });

  it('sends one email for all that a long step of the clock has brought', async () => {
    const { pass } = money();
    await named('crowded');
    const before = (await to('crowded')).length;
    await pass(60 * daySeconds);
    const since = (await to('crowded')).slice(before);
    expect(since.map(({ kind }) => kind)).toEqual(['digest']);
    expect(since[0]?.['subject']).toMatch(/^\d+ notices for Organization crowded, /);
    expect(since[0]?.['text']).toContain('Invoice ');
  });
});
