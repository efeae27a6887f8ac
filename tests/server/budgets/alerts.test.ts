import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRef } from '#server/seed/identifiers.ts';
import { pressConfirm } from '#tests/support/confirm-recipients.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import { webhookGround } from '#tests/support/webhook-ground.ts';

const slug = 'payg';
const budgets = `/platform/organizations/${slug}/billing/budgets`;
const gb = 1_000_000_000;

const alerts = (
  platform: () => TestPlatform,
  emailsTo: (address: string) => Promise<readonly { subject: string; text: string }[]>,
): void => {
  const { listen, deliveriesSent: webhooksSent } = webhookGround(platform);
  const asOwner = async (method: string, path: string, body: object) =>
    platform().ask(path, { as: 'owner', method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

  it('tells of all thresholds that one batch crosses once: in one email to each recipient of the budget, and in one event', async () => {
    const { context } = platform();
    const { receiver } = await listen(['budget.crossed']);
    await asOwner('PATCH', `/platform/organizations/${slug}`, { billing_email: 'bills@payg.example', additional_billing_emails: [] });
    const terms = { scope: 'organization', basis: 'overage', at_limit: 'alert' };
    const upcoming = await asOwner('POST', `${budgets}/preview`, { ...terms, name: 'Probe', amount_cents: 1, thresholds: [] });
    const amount = upcoming.body.spent_cents + 1000;
    const from = Math.ceil((upcoming.body.spent_cents * 100) / amount) + 1;
    const thresholds = [from, 99, 100].map((percent) => ({ percent, on: 'actual' }));
    const named = { name: 'Egress, named', recipients: ['lead@payg.example', 'Lead@payg.example', 'ops@payg.example'] };
    for (const more of [named, { name: 'Egress, unnamed' }])
      expect((await asOwner('POST', budgets, { ...terms, ...more, amount_cents: amount, thresholds })).status).toBe(201);
    expect(
      (await asOwner('POST', budgets, { ...terms, name: 'x', amount_cents: 1, thresholds: [], recipients: ['no address'] })).body.errors,
    ).toEqual([{ path: 'body.recipients.0', message: 'Please provide a valid email address' }]);

    await context.notices.send(new Date());
    for (const address of ['bills@payg.example', 'lead@payg.example', 'ops@payg.example'])
      for (const { text } of await emailsTo(address)) if (text.includes('token=')) await pressConfirm(platform(), text);

    const { ask } = await operatorOf(platform());
    const record = { organization: slug, project_ref: projectRef(slug, 'web'), metric: 'EGRESS', at: context.clock.nowSeconds() };
    const batch = { records: [50, 70].map((quantity) => ({ ...record, id: `alert-${quantity}`, quantity: quantity * gb })) };
    for (let time = 0; time < 2; time += 1) expect((await ask('POST', '/usage', batch)).status).toBe(200);
    expect((await ask('POST', '/usage', { records: [{ ...record, id: 'alert-more', quantity: gb }] })).body.accepted).toBe(1);
    await context.notices.send(new Date());
    await webhooksSent();

    const subjects = async (address: string) =>
      (await emailsTo(address)).map(({ subject }) => subject).filter((subject) => subject.startsWith('Budget'));
    const subject = expect.stringMatching(/^Budget at 100%: \$[\d,.]+ of \$[\d,.]+ for Organization payg$/) as unknown;
    expect([await subjects('lead@payg.example'), await subjects('ops@payg.example'), await subjects('bills@payg.example')]).toEqual([
      [subject],
      [subject],
      [subject],
    ]);
    const mail = (await emailsTo('ops@payg.example')).find(({ subject: each }) => each.startsWith('Budget'));
    expect(mail?.text).toContain('ops@payg.example gets the alerts of a budget of Organization payg');
    const recipientEmail = (await emailsTo('bills@payg.example')).find(({ subject: each }) => each.startsWith('Budget'));
    expect(recipientEmail?.text).toContain('bills@payg.example is a billing recipient of Organization payg');
    expect(receiver.received.map(({ event }) => [event.data.name, event.data.thresholds])).toEqual([
      ['Egress, named', thresholds],
      ['Egress, unnamed', thresholds],
    ]);
    expect(receiver.unsigned).toEqual([]);
  });
};

describe('alerts in the postbox', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform('pglite', {}, { seeds: moneyOrganizations, automatic: false });
  });
  afterAll(() => platform?.stop());
  const emailsTo = async (address: string) =>
    ((await platform.ask('/sandbox/postbox/messages')).body as { to: string[]; subject: string; text: string }[]).filter(
      ({ to }) => to[0]?.toLowerCase() === address,
    );
  alerts(() => platform, emailsTo);
});

describe('alerts by SMTP', () => {
  let platform: TestPlatform;
  let mails: MailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    const environment = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'billing@platform.example' };
    platform = await startPlatform('pglite', environment, { seeds: moneyOrganizations, automatic: false });
  });
  afterAll(async () => {
    await platform?.stop();
    await mails?.stop();
  });
  const emailsTo = (address: string) =>
    Promise.resolve(
      mails.received
        .filter(({ to }) => to.some((each) => each.toLowerCase() === address))
        .map(({ mail }) => ({ subject: mail.subject ?? '', text: mail.text ?? '' })),
    );
  alerts(() => platform, emailsTo);
});
