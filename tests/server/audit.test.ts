import { expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

interface Entry {
  readonly id: string;
  readonly at: number;
  readonly actor: string | null;
  readonly call: string | null;
  readonly request_id: string | null;
  readonly what: string;
  readonly subject: string;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

const base = (slug: string) => `/platform/organizations/${slug}`;

/** For each call that changes data: the test that checks the audit entry, or the reason why the call writes no entry. */
const coverage: Partial<Record<CallName, string>> = {
  updateSubscription: 'plan',
  confirmSubscription: 'plan',
  cancelPendingChange: 'canceled',
  topUpCredits: 'top-up',
  useCredits: 'the test of the call looks for it',
  payInvoice: 'the test of the call looks for it',
  updateCustomer: 'details',
  correctBuyer: 'the test of the call looks for it',
  putTaxId: 'details',
  deleteTaxId: 'details',
  updateOrganization: 'organization',
  setDefaultPaymentMethod: 'cards',
  orderPaymentMethods: 'sorts cards, which changes nothing that is owed',
  deletePaymentMethod: 'cards',
  deletePaymentMethodByPost: 'cards',
  previewSubscription: 'keeps a quote, which changes nothing that is owed',
  createSetupIntent: 'the card that comes of it has its entry',
  submitUpgradeFeedback: 'is an answer of a survey',
  submitDowngradeFeedback: 'is an answer of a survey',
  recordUsage: 'usage has a log of its own',
  updateNoticeSettings: 'chooses emails, which changes nothing that is owed',
  sendConfirmation: 'sends an email, which has a row of its own',
  sendInvoiceAgain: 'sends an email, which has a row of its own',
  createBudget: 'the tests of budgets look for it',
  updateBudget: 'the tests of budgets look for it',
  deleteBudget: 'the tests of budgets look for it',
  createToken: 'the tests of tokens look for it',
  revokeToken: 'the tests of tokens look for it',
  createProposal: 'the tests of proposals look for it',
  approveProposal: 'the tests of proposals look for it',
  refuseProposal: 'the tests of proposals look for it',
  previewBudget: 'keeps nothing',
  priceItem: 'keeps nothing',
};

it('every call that writes is thought of', () => {
  const writing = (Object.keys(callTable) as CallName[]).filter(
    (name) => !['GET', 'HEAD'].includes((callTable[name] as CallDeclaration).method),
  );
  expect(Object.keys(coverage).toSorted()).toEqual(writing.toSorted());
});

onMoneyPlatformWith({ subject: 'database' }, (money) => {
  const logOf = async (slug: string): Promise<Entry[]> => (await money().send('GET', `${base(slug)}/billing/audit`)).body.entries;
  const addCard = async (slug: string, number: string = testCard.good): Promise<string> => {
    const { send, captcha, card, confirm } = money();
    const { body } = await send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
    await confirm(body.client_secret, await card(number));
    return (await send('GET', `${base(slug)}/payments`)).body.data.at(-1).id;
  };

  it('plan: tells who changed it, from what to what, by which request, whose id no caller can choose', async () => {
    const { platform, card } = money();
    const answer = await platform.ask(`${base('free-one')}/billing/subscription`, {
      as: 'billing',
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'the-upgrade' },
      body: JSON.stringify({ tier: 'tier_pro', payment_method: await card(testCard.good) }),
    });
    expect(answer.status).toBe(200);
    const log = await logOf('free-one');
    const id = answer.headers.get('X-Request-Id');
    expect(id).toMatch(/^req_[\w-]{36}$/);
    const by = { actor: 'bianca-billing', call: 'updateSubscription', request_id: id, caller_request_id: 'the-upgrade' };
    expect(log).toContainEqual(expect.objectContaining({ ...by, what: 'subscription', before: { plan: 'free' }, after: { plan: 'pro' } }));
    expect(log).toContainEqual(
      expect.objectContaining({ ...by, what: 'plan_change', before: {}, after: { state: 'open', tier: 'tier_pro', charge_cents: 2500 } }),
    );
    expect(log).toContainEqual(
      expect.objectContaining({ ...by, what: 'card', before: {}, after: expect.objectContaining({ last4: '4242' }) }),
    );
    expect(log.map(({ id }) => Number(id))).toEqual(log.map(({ id }) => Number(id)).toSorted((a, b) => b - a));
  });

  it("plan: an event of the gateway is nobody's doing, even when a request has woken the worker", async () => {
    const { change, card, challenge, settled } = money();
    const { body } = await change('free-two', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    await challenge(body.pending_payment_intent_secret, 'complete');
    await settled();
    const plan = (await logOf('free-two')).find(({ what }) => what === 'subscription');
    expect(plan).toMatchObject({ actor: null, call: null, request_id: null, after: { plan: 'pro' } });
  });

  it('canceled: tells who took a change back', async () => {
    const { change, card, send } = money();
    await change('free-three', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    expect((await send('DELETE', `${base('free-three')}/billing/subscription/pending-change`)).status).toBe(204);
    const newest = (await logOf('free-three')).find(({ what }) => what === 'plan_change');
    expect(newest).toMatchObject({ actor: 'olivia-owner', before: { state: 'open' }, after: { state: 'canceled' } });
  });

  it('top-up: tells who bought credit', async () => {
    const { topUp, card } = money();
    expect((await topUp('payg', { payment_method_id: await card(testCard.good) })).status).toBe(201);
    const [credited, opened] = (await logOf('payg')).filter(({ what }) => what === 'top_up');
    expect([opened?.after, credited?.before, credited?.after]).toEqual([
      { state: 'open', amount_cents: 10_000 },
      { state: 'open' },
      { state: 'credited' },
    ]);
    expect(credited?.actor).toBe('olivia-owner');
  });

  it('details: keeps what was there before', async () => {
    const { send } = money();
    const save = (line1: string) => send('PUT', `${base('capped')}/customer`, { billing_name: 'Ada', address: { line1, country: 'DE' } });
    await save('1 Old Street');
    await save('2 New Street');
    await send('PUT', `${base('capped')}/tax-ids`, { type: 'eu_vat', value: 'DE123456789', country: 'DE' });
    await send('DELETE', `${base('capped')}/tax-ids`);
    const details = (await logOf('capped')).filter(({ what }) => what === 'billing_details');
    expect(details.map(({ call }) => call)).toEqual(['deleteTaxId', 'putTaxId', 'updateCustomer', 'updateCustomer']);
    expect(details[2]).toMatchObject({ before: { line1: '1 Old Street' }, after: { line1: '2 New Street' } });
    expect(details[0]).toMatchObject({ before: { tax_id_value: 'DE123456789' }, after: {} });
  });

  it('organization, cards: has an entry for each change and none for what stays', async () => {
    const { send } = money();
    await send('PATCH', base('rich'), { billing_email: 'new@example.com' }, { as: 'org-editor' });
    await send('PATCH', base('rich'), { billing_email: 'new@example.com' }, { as: 'org-editor' });
    const [first, second] = [await addCard('rich'), await addCard('rich', '5555555555554444')];
    await send('PUT', `${base('rich')}/payments/default`, { payment_method_id: second });
    await send('DELETE', `${base('rich')}/payments`, { card_id: first });
    const log = await logOf('rich');
    const of = (what: string) => log.filter((entry) => entry.what === what);
    expect(of('organization')).toMatchObject([{ actor: 'edith-editor', after: { billing_email: 'new@example.com' } }]);
    expect(of('card').find(({ subject, call }) => subject === second && call === 'setDefaultPaymentMethod')).toMatchObject({
      after: { is_default: true },
    });
    expect(of('card').find(({ subject, call }) => subject === first && call === 'deletePaymentMethod')).toMatchObject({
      after: { state: 'detaching' },
    });
  });

  it("is gone with a change that fails, and can't be changed", async () => {
    const { db, platform } = money();
    const before = await logOf('top');
    const { body } = await money().send('GET', base('top'));
    const failing = db.transaction(async (tx) => {
      await tx.execute(`update subscriptions set plan = 'pro' where organization_id = ${body.id}`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await logOf('top')).toEqual(before);
    for (const statement of ['update audit_entries set username = null', 'delete from audit_entries', 'truncate audit_entries'])
      await expect(platform.context.db.execute(statement)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      });
  });

  it('pages, and shows other organizations and members without billing read nothing', async () => {
    const { db, send } = money();
    const { body } = await send('GET', base('aws'));
    await db.execute(
      `insert into audit_entries (organization_id, at, what, subject, before, after) select ${body.id}, now(), 'subscription', i::text, '{}', '{}' from generate_series(1, 120) i`,
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { body: { entries: Entry[]; next_cursor: string | null } } = await send(
        'GET',
        `${base('aws')}/billing/audit${cursor && `?cursor=${cursor}`}`,
      );
      seen.push(...page.body.entries.map(({ subject }) => subject));
      cursor = page.body.next_cursor;
    }
    expect(seen.slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, index) => String(120 - index)));
    expect((await send('GET', `${base('aws')}/billing/audit`, undefined, { as: 'viewer' })).status).toBe(403);
    expect((await send('GET', `${base('aws')}/billing/audit`, undefined, { as: 'outsider' })).status).toBe(404);
    expect((await send('GET', `${base('aws')}/billing/audit?cursor=x`)).status).toBe(400);
  });
});
