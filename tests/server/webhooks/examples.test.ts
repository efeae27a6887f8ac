import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { eventData, eventTypes, type PlatformEventType } from '#contract/admin/event-shapes.ts';
import { issueCreditNote } from '#server/billing/invoices/credit-notes.ts';
import { instantOf, rowsOf } from '#server/database/database.ts';
import { refundPayment } from '#tests/support/refund-payment.ts';
import { recordBudgetEvent } from '#server/store/budgets.ts';
import { newToken } from '#tests/support/new-token.ts';
import { once, operatorOf, type Operator } from '#tests/support/operator.ts';
import { payerAt, testCard, type Payer } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// Examples for the events page. `EVENT_EXAMPLES=write` rewrites them; otherwise the test compares them with real events.

const file = 'src/contract/admin/event-examples.json';
const daySeconds = 86_400;
const organization = '/platform/organizations/lantern';

let platform: TestPlatform;
let payer: Payer;
let operator: Operator;

beforeAll(async () => {
  const seed = { plan: 'pro', cyclesBefore: 0, daysIntoCycle: 10, projects: [{ name: 'web' }] } as const;
  const seeds = [
    { ...seed, slug: 'lantern', name: 'Lantern Media' },
    { ...seed, slug: 'orchard', name: 'Orchard Studio' },
  ];
  platform = await startPlatform('pglite', { APPROVAL_ABOVE_CENTS: '100000' }, { seeds, automatic: false });
  payer = payerAt(platform);
  operator = await operatorOf(platform);
});
afterAll(() => platform?.stop());

const one = async <T>(query: string): Promise<T> => {
  const [row] = rowsOf<T>(await platform.context.db.execute(query));
  if (!row) throw new Error(`Nothing found by ${query}`);
  return row;
};

async function liveThroughProposals(): Promise<void> {
  const { token } = await newToken(platform, 'orchard', { scopes: ['propose'] });
  const proposals = '/platform/organizations/orchard/billing/proposals';
  const propose = async (amount_cents: number): Promise<string> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ act: 'top_up', amount_cents, reason: 'For the conference' });
    return (await platform.ask(proposals, { method: 'POST', headers, body })).body.id;
  };
  const [kept, unwanted] = [await propose(10_000), await propose(90_000)];
  const { due_now_cents, monthly_cents, priced_at } = (await payer.send('GET', `${proposals}?review=${kept}`)).body.review;
  expect((await payer.send('POST', `${proposals}/${kept}/approve`, { due_now_cents, monthly_cents, priced_at })).status).toBe(200);
  expect((await payer.send('POST', `${proposals}/${unwanted}/refuse`)).status).toBe(200);
}

async function liveThroughRequests(): Promise<void> {
  const first = await payer.useCard('orchard', testCard.good);
  await payer.useCard('orchard', testCard.attachesThenDeclines);
  await payer.send('DELETE', '/platform/organizations/orchard/payments', { card_id: first });
  const colleague = await operatorOf(platform, adminScopes, 'colleague@example.com');
  const expires_at = platform.context.clock.nowSeconds() + 60 * daySeconds;
  const lent = { name: 'lent', owner: 'guest@example.com', scopes: ['money'], expires_at };
  const { body: guest } = await operator.ask('POST', '/keys', lent);
  const request = async (reason: string, key = operator.key): Promise<string> => {
    const body = { amount_cents: 150_000, reason };
    return (await operator.ask('POST', '/organizations/orchard/credits', body, { ...once(), key })).body.approval.id;
  };
  expect((await colleague.ask('POST', `/approvals/${await request('An outage on June 3')}/approve`)).status).toBe(200);
  expect((await colleague.ask('POST', `/approvals/${await request('A wish')}/refuse`)).status).toBe(200);
  await request('A mistake', guest.key);
  expect((await operator.ask('DELETE', `/keys/${guest.id}`)).status).toBe(204);
  await request('Asked too late');
}

async function liveThroughAll(): Promise<void> {
  const { context } = platform;
  const { db } = context;
  const { send, card, captcha, confirm, topUp, pass, closeDispute, settled } = payer;
  const now = () => instantOf(context.clock.nowSeconds());
  await operator.ask('PUT', '/organizations/harbour', {
    name: 'Harbour Logistics',
    plan: 'pro',
    spend_cap: false,
    external_id: 'crm-1842',
  });
  await operator.ask('PUT', '/organizations/harbour/members/dana@harbour.example', { role: 'owner', username: 'dana' });
  await operator.ask('DELETE', '/organizations/harbour');
  await operator.ask('PUT', '/organizations/quay', { name: 'Quay', plan: 'pro', spend_cap: true });
  const project_ref = 'quayquayquayquayquay';
  await operator.ask('PUT', `/organizations/quay/projects/${project_ref}`, { name: 'web' });
  await operator.ask('PUT', `/organizations/quay/projects/${project_ref}`, { name: 'web', compute_size: 'small' });
  await operator.ask('PUT', `/organizations/quay/projects/${project_ref}/addons/pitr`, { variant: 'pitr_7' });
  const record = { id: 'quay-1', organization: 'quay', project_ref, metric: 'EGRESS', quantity: 300_000_000_000 };
  await operator.ask('POST', '/usage', { records: [{ ...record, at: context.clock.nowSeconds() }] });
  await operator.ask('DELETE', '/organizations/quay');

  await send('PATCH', organization, { billing_email: 'accounts@lantern.example' });
  await topUp('lantern', { payment_method_id: await card(testCard.good) });
  const { id: organizationId } = await one<{ id: number }>(`select id from organizations where slug = 'lantern'`);
  const { id: paymentId } = await one<{ id: string }>(`select id from payments where state = 'succeeded' order by created_at desc limit 1`);
  await refundPayment(context.paymentContext, { organizationId, paymentId, amountCents: 10_000, reason: 'Agreed by support' });
  await settled();
  await topUp('lantern', { payment_method_id: await card(testCard.isDisputed) });
  await pass(60);
  await closeDispute('lost');
  await settled();

  // Charges of this card are declined: the renewal is not paid, the organization is restricted, and the invoice is written off.
  const { body } = await send('POST', `${organization}/payments/setup-intent`, { hcaptchaToken: captcha() });
  const declining = await card(testCard.attachesThenDeclines);
  await confirm(body.client_secret, declining);
  await send('PUT', `${organization}/payments/default`, { payment_method_id: declining });
  await pass(32 * daySeconds);
  const { id: invoiceId } = await one<{ id: string }>(`select id from invoices where status = 'open' order by id limit 1`);
  await db.transaction((tx) =>
    issueCreditNote(tx, { organizationId, invoiceId, changeId: null, amountCents: 500, reason: 'An outage on June 3', at: now() }),
  );
  await send('PUT', `${organization}/customer`, { billing_name: 'Lantern Media GmbH' });
  const { version } = (await send('GET', `${organization}/customer`)).body;
  expect((await send('POST', `${organization}/billing/invoices/${invoiceId}/correct-buyer`, { version })).status).toBe(200);
  await context.notices.idle();
  await db.execute(`update notice_deliveries set state = 'bounced', sent_at = null, last_error = '550'
    where id = (select max(id) from notice_deliveries where state = 'sent')`);
  for (const act of ['write-off', 'forgive'])
    expect(
      (
        await operator.ask(
          'POST',
          `/invoices/${invoiceId}/${act}`,
          { reason: 'Agreed with accounts' },
          { headers: { 'Idempotency-Key': act } },
        )
      ).status,
    ).toBe(200);
  await pass(10 * daySeconds);
  await db.transaction((tx) =>
    recordBudgetEvent(tx, {
      organizationId,
      budgetId: 'bud_7f3k2a',
      budgetName: 'Monthly budget',
      version: 1,
      periodId: 1,
      at: now(),
      kind: 'crossed',
      thresholds: [{ percent: 80, on: 'actual' }],
      amountCents: 10_000,
      actualCents: 8012,
      projectedCents: 9630,
    }),
  );
  // No mail server refuses an email in this test, so the test calls the SQL function that records the event.
  const failed = { notice_id: '1', kind: 'receipt', to: 'a@lantern.example', reason: null };
  await db.execute(sql`select record_event(${organizationId}::integer, 'notice.failed', ${JSON.stringify(failed)}::jsonb)`);
}

async function examples(): Promise<Partial<Record<PlatformEventType, any>>> {
  const found: Partial<Record<PlatformEventType, any>> = {};
  for (const slug of ['lantern', 'harbour', 'quay', 'orchard'])
    for (let after = 0, more = true; more;) {
      const { body } = await operator.ask('GET', `/organizations/${slug}/events?limit=100&after=${after}`);
      for (const event of body.events) found[event.type as PlatformEventType] ??= event;
      after = body.events.at(-1)?.sequence ?? after;
      more = body.has_more;
    }
  return found;
}

it('every event has an example that has happened, as the page shows it', async () => {
  await liveThroughRequests();
  await liveThroughProposals();
  await liveThroughAll();
  const found = await examples();
  expect(eventTypes.filter((type) => !found[type])).toEqual([]);
  const isWriting = process.env['EVENT_EXAMPLES'] === 'write';
  if (isWriting) {
    const written = eventTypes.map((type) => [type, { ...found[type], data: eventData[type].parse(found[type].data) }]);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`);
  }
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  for (const type of eventTypes) {
    expect(kept[type]).toMatchObject({ type, sequence: expect.any(Number), id: expect.stringMatching(/^evt_/) });
    expect(eventData[type].safeParse(kept[type].data).success).toBe(true);
    expect([type, Object.keys(kept[type].data).toSorted()]).toEqual([type, Object.keys(found[type].data).toSorted()]);
  }
  expect(Object.keys(kept)).toEqual([...eventTypes]);
  // The server read the old file at startup and still shows it, so the page check is skipped.
  if (isWriting) return;
  const page = await (await fetch(`${platform.origin}/docs/events`)).text();
  for (const type of eventTypes) {
    expect(page).toContain(`<h3 id="${type}">${type}</h3>`);
    expect(page).toContain(kept[type].id);
  }
}, 120_000);
