import { expect, it, vi } from 'vitest';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { confirmRecipients } from '#tests/support/confirm-recipients.ts';
import { testCard } from '#tests/support/payer.ts';

vi.setConfig({ testTimeout: 120_000 });

const base = (slug: string) => `/platform/organizations/${slug}`;
const settings = (slug: string) => `${base(slug)}/billing/notice-settings`;

onMoneyPlatform((money) => {
  const postbox = async () => (await money().platform.ask('/sandbox/postbox/messages')).body as Record<string, any>[];
  const sentTo = async (address: string) => (await postbox()).filter((message) => message['to'][0] === address);

  it('lets those who edit recipients choose the kinds for each address, but for what is mandatory', async () => {
    const { send, topUp, card, settled } = money();
    await send('PATCH', base('free-one'), { billing_email: 'ada@one.example', additional_billing_emails: ['bob@one.example'] });
    await confirmRecipients(money().platform, 'free-one', ['ada@one.example', 'bob@one.example']);
    const { body } = await send('GET', settings('free-one'));
    expect(body.kinds).toContainEqual({ kind: 'payment_failed', label: 'Failed payments', mandatory: true });
    expect(body.notice_kinds.map(({ address, primary }: { address: string; primary: boolean }) => [address, primary])).toEqual([
      ['ada@one.example', true],
      ['bob@one.example', false],
    ]);

    const without = { notice_kinds: [{ address: 'BOB@one.example', kinds: [{ kind: 'receipt', wanted: false }] }] };
    expect((await send('PUT', settings('free-one'), without, { as: 'billing' })).status).toBe(403);
    const saved = await send('PUT', settings('free-one'), without, { as: 'org-editor' });
    expect(saved.status).toBe(200);
    expect(saved.body.notice_kinds[1].kinds.find(({ kind }: { kind: string }) => kind === 'receipt').wanted).toBe(false);
    expect((await send('PUT', settings('free-one'), { notice_kinds: saved.body.notice_kinds })).body).toEqual(saved.body);

    const mandatory = { notice_kinds: [{ address: 'bob@one.example', kinds: [{ kind: 'restricted', wanted: false }] }] };
    const refused = await send('PUT', settings('free-one'), mandatory);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'body.notice_kinds.0.kinds.0.wanted']);
    const stranger = await send('PUT', settings('free-one'), { notice_kinds: [{ address: 'eve@else.example', kinds: [] }] });
    expect([stranger.status, stranger.body.errors[0].path]).toEqual([422, 'body.notice_kinds.0.address']);

    await topUp('free-one', { amount: 100, payment_method_id: await card(testCard.good) });
    await settled();
    expect((await sentTo('ada@one.example')).map(({ kind }) => kind)).toContain('receipt');
    expect((await sentTo('bob@one.example')).map(({ kind }) => kind)).not.toContain('receipt');
  });

  it('says what was sent about an invoice, and sends it again to the recipients of today, once', async () => {
    const { send, settled, platform, db } = money();
    await send('PATCH', base('by-invoice'), { billing_email: 'new@invoice.example' });
    await confirmRecipients(platform, 'by-invoice', ['new@invoice.example']);
    const [invoice] = (await send('GET', `${base('by-invoice')}/billing/invoices`)).body;
    const path = `${base('by-invoice')}/billing/invoices/${invoice.id}/notices`;
    // The platform did not send notices yet when it issued this invoice.
    expect((await send('GET', path)).body).toEqual({ notices: [] });
    expect((await send('POST', path)).status).toBe(200);
    expect((await send('POST', path)).status).toBe(429);
    await settled();
    const [notice] = (await send('GET', path)).body.notices;
    expect(notice).toMatchObject({
      kind: 'invoice_issued',
      invoice_id: invoice.id,
      deliveries: [{ address: 'new@invoice.example', state: 'sent' }],
    });
    expect(notice.subject).toContain(invoice.number);
    await db.execute(`update rate_limits set expire = expire - 61000 where key like 'send_again:%'`);
    expect((await send('POST', path)).body.notices[0].deliveries).toHaveLength(2);
    await settled();
    const mails = (await sentTo('new@invoice.example')).filter(({ kind }) => kind === 'invoice_issued');
    expect(mails.map(({ attachments }) => attachments[0].name)).toEqual([`${invoice.number}.pdf`, `${invoice.number}.pdf`]);

    const [message] = mails;
    const file = await fetch(`${platform.origin}/sandbox/postbox/${message?.['id']}/attachments/${invoice.number}.pdf`);
    expect([file.headers.get('Content-Type'), (await file.arrayBuffer()).byteLength]).toEqual([
      'application/pdf',
      message?.['attachments'][0].bytes,
    ]);
  });

  it('shows the postbox as pages, and the body of an email as a document with a policy of its own', async () => {
    const { platform } = money();
    const [message] = await postbox();
    expect(Object.keys(message ?? {})).toEqual(['id', 'kind', 'organization', 'to', 'subject', 'text', 'html', 'attachments', 'sent_at']);
    const list = await platform.ask('/sandbox/postbox');
    expect(list.body).toContain(`<a href="/sandbox/postbox/${message?.['id']}" aria-label="`);
    const link = `<a href="/sandbox/postbox/${message?.['id']}" aria-label="`;
    const ofOrganization = await platform.ask(`/sandbox/postbox?organization=${message?.['organization']}`);
    expect(ofOrganization.body).toContain(link);
    expect(ofOrganization.body).toMatch(new RegExp(`messages of ${message?.['organization']},\\s+newest first`));
    expect((await platform.ask('/sandbox/postbox?organization=nobody')).body).toContain('Nothing was sent yet.');
    expect((await platform.ask(`/sandbox/postbox?before=${message?.['id']}`)).body).not.toContain(link);
    const page = await platform.ask(`/sandbox/postbox/${message?.['id']}`);
    expect(page.body).toMatch(/<iframe src="\/sandbox\/postbox\/\d+\/body" title="[^"]+" sandbox="allow-popups[^"]*"/);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const body = await platform.ask(`/sandbox/postbox/${message?.['id']}/body`);
    const policy = body.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-popups');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(body.body).toContain('<h1');
    expect((await platform.ask('/sandbox/postbox/999999')).status).toBe(404);
  });
});
