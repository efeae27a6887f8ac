import { expect, it, vi } from 'vitest';
import { confirmRecipients, postboxOf } from '#tests/support/confirm-recipients.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';

vi.setConfig({ testTimeout: 120_000 });

const base = (slug: string) => `/platform/organizations/${slug}`;
const organizations = ['free-one', 'free-two', 'payg', 'capped', 'by-invoice'];
const environment = {
  CONFIRMATION_EMAILS_PER_DAY: '6',
  RECIPIENT_SAVES_PER_HOUR: '1000',
  ADDITIONAL_RECIPIENTS: '4',
  STAFF_RESENDS_PER_DAY: '5',
};

onMoneyPlatformWith({ organizations, environment }, (money) => {
  const patch = (slug: string, additional: readonly string[]) =>
    money().send('PATCH', base(slug), { additional_billing_emails: additional });
  const read = async (slug: string) => (await money().send('GET', `${base(slug)}/customer`)).body;
  const emails = async (slug: string) => {
    await money().platform.context.notices.idle();
    return (await postboxOf(money().platform)).filter(({ organization }) => organization === slug);
  };
  const people = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `r${from + index}@mail.example`);

  it('sends an organization so many confirmation emails a day, and saves nothing of a list that needs more', async () => {
    expect((await patch('free-one', people(4))).status).toBe(200);
    // Waits for the four emails, because the platform withdraws unsent emails to removed recipients. The limit is six.
    expect(await emails('free-one')).toHaveLength(4);
    const refused = await patch('free-one', people(3, 10));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_changes' } });
    expect(refused.body.message).toMatch(/^An organization can send 6 confirmation emails a day\. Next possible at /);
    expect((await read('free-one')).additional_emails).toEqual(people(4));
    expect((await patch('free-one', people(2, 10))).status).toBe(200);
    expect(await emails('free-one')).toHaveLength(6);
    expect((await patch('free-one', people(1, 20))).status).toBe(429);
    expect((await patch('free-one', people(4))).status).toBe(200);
    expect((await emails('free-one')).map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'confirm_address'));
  });

  it('takes so many additional recipients; an organization with more keeps them and can only remove', async () => {
    await money().rows(
      `update organizations set additional_billing_emails = array['${people(6).join("','")}'] where slug = 'free-two' returning id`,
    );
    expect(await patch('free-two', [...people(6), 'more@mail.example'])).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body.additional_billing_emails', message: 'Add at most 4 recipients' }] },
    });
    expect((await patch('free-two', [...people(4), 'more@mail.example'])).status).toBe(422);
    expect((await patch('free-two', people(5))).status).toBe(200);
    expect((await patch('free-two', [...people(3), 'more@mail.example'])).status).toBe(200);
    expect(await read('free-two')).toMatchObject({
      additional_emails: [...people(3), 'more@mail.example'],
      unconfirmed: ['more@mail.example'],
    });
  });

  it('sends an invoice again three times a day', async () => {
    const { send, rows } = money();
    const [invoice] = (await send('GET', `${base('by-invoice')}/billing/invoices`)).body;
    const sentBefore = (await emails('by-invoice')).length;
    const codes: string[] = [];
    for (let time = 0; time < 30; time += 1) {
      const { status, body } = await send('POST', `${base('by-invoice')}/billing/invoices/${invoice.id}/notices`);
      codes.push(status === 200 ? 'sent' : body.code);
      await rows(`update rate_limits set expire = expire - 61000 where key like 'send_again:%' returning key`);
      await money().platform.context.notices.idle();
    }
    expect(codes).toEqual(['sent', 'sent', 'sent', ...Array.from({ length: 27 }, () => 'too_many_changes')]);
    expect((await emails('by-invoice')).slice(sentBefore).map(({ kind }) => kind)).toEqual(
      Array.from({ length: 3 * 3 }, () => 'invoice_issued'),
    );
  });

  it('sends a notice again for staff so many times a day, whichever key asks', async () => {
    const { rows, platform } = money();
    const [one, other] = [await operatorOf(platform), await operatorOf(platform)];
    const listed = (await one.ask('GET', '/organizations/by-invoice/notices')).body.notices;
    const notice = listed.find(({ kind }: { kind: string }) => kind === 'invoice_issued');
    const resend = ({ id }: { id: string }, { ask }: Operator) => ask('POST', `/organizations/by-invoice/notices/${id}/resend`);
    const passMinute = () => rows(`update rate_limits set expire = expire - 61000 where key like 'send_again:%' returning key`);
    const sentBefore = (await emails('by-invoice')).length;
    const answers = [];
    for (let time = 0; time < 20; time += 1) {
      await passMinute();
      answers.push(await resend(notice, time % 2 === 0 ? one : other));
      await platform.context.notices.idle();
    }
    expect(answers.map(({ status, body }) => (status === 200 ? 'sent' : `${status} ${body.code}`))).toEqual([
      ...Array.from({ length: 5 }, () => 'sent'),
      ...Array.from({ length: 15 }, () => '429 too_many_changes'),
    ]);
    expect(answers.at(-1)?.body.message).toMatch(/^An email can be sent again 5 times a day\. Next possible at /);
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(80_000);
    expect((await emails('by-invoice')).slice(sentBefore)).toHaveLength(5 * 3);
  });

  it('sends one alert of a threshold in a cycle, however often its budget is changed, deleted and created again', async () => {
    const { send, rows, platform } = money();
    const operator = await operatorOf(platform);
    await operator.ask('PUT', '/organizations/payg', { name: 'Organization payg', billing_email: 'bills@payg.example' });
    const budget = { name: 'Cent', scope: 'organization', basis: 'bill', at_limit: 'alert', amount_cents: 1 };
    const thresholds = [{ percent: 100, on: 'actual' }];
    const budgets = `${base('payg')}/billing/budgets`;
    const alerts = async () => (await emails('payg')).filter(({ kind }) => kind === 'budget_crossed').map(({ to }) => to[0]);
    const save = async (id: string, version: number, amount: number): Promise<void> => {
      const changed = { ...budget, thresholds, name: `Version ${version}`, amount_cents: amount, version };
      expect((await send('PUT', `${budgets}/${id}`, changed)).status).toBe(200);
      // After every third change, the test does not wait for the email, so the next change comes earlier than the email.
      if (version % 3 !== 0) await platform.context.notices.idle();
    };
    const early = await send('POST', budgets, { ...budget, thresholds, amount_cents: 900_000 });
    await rows(`update budgets set created_at = created_at - interval '1 minute' where id = '${early.body.id}' returning id`);
    const first = await send('POST', budgets, { ...budget, thresholds });
    expect(await alerts()).toEqual(['bills@payg.example']);
    const second = await send('POST', budgets, { ...budget, thresholds, amount_cents: 2 });
    expect(await alerts()).toHaveLength(2);
    for (let version = 1; version <= 20; version += 1) {
      await save(first.body.id, version, 2 + version);
      await save(second.body.id, version, 40 + version);
    }
    expect(await alerts()).toHaveLength(2);

    for (const { body } of [first, second]) expect((await send('DELETE', `${budgets}/${body.id}`)).status).toBe(204);
    for (let time = 0; time < 100; time += 1) {
      const made = await send('POST', budgets, { ...budget, thresholds, amount_cents: 1 + (time % 40) });
      expect(made.status).toBe(201);
      if (time % 3 !== 0) await platform.context.notices.idle();
      expect((await send('DELETE', `${budgets}/${made.body.id}`)).status).toBe(204);
    }
    expect(await alerts()).toHaveLength(2);
    // This budget is older than the alerts of the deleted budgets, so it does not replace them. The platform sends the alert of this
    // budget.
    await save(early.body.id, 1, 99);
    expect(await alerts()).toHaveLength(3);
    // Recipients who confirm their address after an alert get the next alert of the same threshold.
    const recipients = ['lead@payg.example'];
    const named = await send('POST', budgets, { ...budget, thresholds: [{ percent: 50, on: 'actual' }], recipients });
    await confirmRecipients(platform, 'payg', recipients);
    await send('DELETE', `${budgets}/${named.body.id}`);
    await send('POST', budgets, { ...budget, thresholds: [{ percent: 50, on: 'actual' }], recipients });
    expect((await alerts()).slice(3)).toEqual(['bills@payg.example', ...recipients]);
  });

  it('sends 100 alerts of budgets a day, however often a member changes the percentages, and shows every crossing', async () => {
    const { send, pass, platform } = money();
    const operator = await operatorOf(platform);
    await operator.ask('PUT', '/organizations/capped', { name: 'Organization capped', billing_email: 'bills@capped.example' });
    const budgets = `${base('capped')}/billing/budgets`;
    const budget = { name: 'Cent', scope: 'organization', basis: 'bill', at_limit: 'alert', amount_cents: 1 };
    const alerts = async () => (await emails('capped')).filter(({ kind }) => kind === 'budget_crossed').length;
    const percents = Array.from({ length: 120 }, (_, index) => index + 1);
    const made = await send('POST', budgets, { ...budget, thresholds: [] });
    const change = async (percent: number, version: number): Promise<void> => {
      const changed = { ...budget, thresholds: [{ percent, on: 'actual' }], version };
      expect((await send('PUT', `${budgets}/${made.body.id}`, changed)).status).toBe(200);
      await platform.context.notices.idle();
    };
    for (const [index, percent] of percents.entries()) await change(percent, index + 1);
    expect(await alerts()).toBe(100);
    const { events } = (await send('GET', `${budgets}/${made.body.id}/history`)).body;
    expect(new Set(events.map(({ percent }: { percent: number }) => percent))).toEqual(new Set(percents));
    await pass(25 * 3600);
    const before = await alerts();
    await change(500, percents.length + 1);
    expect(await alerts()).toBe(before + 1);
  });
});

it('is what the settings say by default', async () => {
  const { readConfig } = await import('#server/settings/config.ts');
  expect(readConfig({}).emailLimits).toEqual({
    recipientSaves: 5,
    additionalRecipients: 20,
    confirmations: 50,
    resends: 3,
    staffResends: 20,
  });
});
