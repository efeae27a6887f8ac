import { expect, it, vi } from 'vitest';
import { beginEmailHold, endEmailHold } from '#server/store/notices/notices.ts';
import { confirmationLink, confirmRecipients, postboxOf, pressConfirm } from '#tests/support/confirm-recipients.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';

vi.setConfig({ testTimeout: 120_000 });

const base = (slug: string) => `/platform/organizations/${slug}`;
const daySeconds = 86_400;
const members = ['admin@fleet.example', 'billing@fleet.example', 'owner@fleet.example'];

const organizations = ['free-one', 'free-two', 'free-three', 'free-four', 'free-five', 'free-six', 'payg', 'capped', 'by-invoice', 'rich'];

onMoneyPlatformWith({ organizations }, (money) => {
  const patch = (slug: string, body: object, as = 'owner') => money().send('PATCH', base(slug), body, { as });
  const unconfirmed = async (slug: string): Promise<string[]> => (await money().send('GET', `${base(slug)}/customer`)).body.unconfirmed;
  const emails = async (slug: string) => {
    await money().settled();
    await money().platform.context.notices.idle();
    return (await postboxOf(money().platform)).filter(({ organization }) => organization === slug);
  };
  const kindsTo = async (slug: string, address: string) =>
    (await emails(slug)).filter(({ to }) => to[0] === address).map(({ kind }) => kind);
  const addressesOf = async (slug: string, kind: string) =>
    (await emails(slug)).filter((email) => email.kind === kind).map(({ to }) => to[0] ?? '');
  const linkTo = async (slug: string, address: string): Promise<string> =>
    (await emails(slug)).findLast(({ kind, to }) => kind === 'confirm_address' && to[0] === address)?.text ?? '';
  const buy = async (slug: string): Promise<void> => {
    const { topUp, card } = money();
    expect((await topUp(slug, { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
  };

  it('sends two strangers one confirmation each, however often a member changes the billing email between them', async () => {
    const operator = await operatorOf(money().platform);
    await operator.ask('PUT', '/organizations/free-one', { name: 'Organization free-one', billing_email: 'old@one.example' });
    expect(await unconfirmed('free-one')).toEqual([]);
    const before = (await emails('free-one')).length;
    const answers = [];
    for (let time = 0; time < 60; time += 1) {
      answers.push(await patch('free-one', { billing_email: time % 2 === 0 ? 'a@stranger.example' : 'b@stranger.example' }));
      // Sends pending emails now, because an unsent email to a former recipient would be withdrawn.
      if (time < 5) await emails('free-one');
    }
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // A request with the stored address changes nothing; every request with another address is refused.
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'unchanged' : `${status} ${body.code}`)).slice(5);
    expect(outcomes).toEqual(outcomes.map((_, index) => (index % 2 === 0 ? '429 too_many_changes' : 'unchanged')));
    const last = answers.at(-1);
    expect(last?.body.message).toMatch(
      /^Recipients can be added or replaced 5 times an hour\. .* Next possible at \w{3} \d\d, \d{4}, \d\d:\d\d UTC\.$/,
    );
    expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(3000);

    expect([await kindsTo('free-one', 'a@stranger.example'), await kindsTo('free-one', 'b@stranger.example')]).toEqual([
      ['confirm_address'],
      ['confirm_address'],
    ]);
    const newEmails = (await emails('free-one')).slice(before).map(({ kind, to }) => `${kind} ${to[0]}`);
    expect(newEmails.filter((email) => email.startsWith('details_changed')).toSorted()).toEqual(
      [...Array.from({ length: 5 }, () => members).flat(), 'old@one.example'].map((address) => `details_changed ${address}`).toSorted(),
    );
    expect(newEmails).toHaveLength(2 + 16);
    // The limit ignores saves that only remove addresses, or that only change upper and lower case.
    expect((await patch('free-one', { billing_email: 'A@Stranger.example' })).status).toBe(200);
    expect((await patch('free-one', { billing_email: null })).status).toBe(200);
  });

  it('counts a save once, however many addresses it adds, and none that only removes', async () => {
    const added = Array.from({ length: 10 }, (_, index) => `r${index}@rich.example`);
    const save = async (addresses: readonly string[]) => (await patch('rich', { additional_billing_emails: addresses })).status;
    for (const count of [2, 4, 6, 8, 10]) expect([count, await save(added.slice(0, count))]).toEqual([count, 200]);
    expect(await save([...added, 'r10@rich.example'])).toBe(429);
    for (const count of [9, 7, 5, 3, 2, 1]) expect([count, await save(added.slice(0, count))]).toEqual([count, 200]);
    expect(await save(added.slice(0, 2))).toBe(429);
    expect(await save([])).toBe(200);
  });

  it('confirms by the button of a page that names organization and address, never by opening it, and once', async () => {
    const { platform, rows, pass } = money();
    await patch('free-two', { billing_email: 'Ada@two.example', additional_billing_emails: ['gone@two.example'] });
    expect(await unconfirmed('free-two')).toEqual(['Ada@two.example', 'gone@two.example']);
    const text = await linkTo('free-two', 'Ada@two.example');
    const { path, token } = confirmationLink(text);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await platform.ask(`${path}?token=${token}`, { method })).status).toBe(200);
    const page = await platform.ask(`${path}?token=${token}`);
    for (const words of ['<h1>Confirm your email address</h1>', 'Organization free-two', 'ada@two.example'])
      expect(page.body).toContain(words);
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(await unconfirmed('free-two')).toEqual(['Ada@two.example', 'gone@two.example']);
    // Only the email contains the token. The database contains only its hash.
    expect(await rows(`select * from confirmation_links where row(confirmation_links.*)::text like '%${token}%'`)).toEqual([]);
    expect(await rows(`select * from notices where facts::text like '%${token}%'`)).toEqual([]);

    for (const strange of [
      `/org/free-three/confirm-address?token=${token}`,
      `/org/nowhere/confirm-address?token=${token}`,
      `${path}?token=x`,
    ]) {
      const { status, body } = await platform.ask(strange);
      expect([status, body.includes('This link no longer works'), body.includes('two.example')]).toEqual([404, true, false]);
    }
    expect((await pressConfirm(platform, text)).body).toContain('Address confirmed');
    expect(await unconfirmed('free-two')).toEqual(['gone@two.example']);
    expect((await pressConfirm(platform, text)).body).toContain('Address confirmed');
    await buy('free-two');
    expect(await kindsTo('free-two', 'Ada@two.example')).toEqual(['confirm_address', 'receipt']);
    expect(await kindsTo('free-two', 'gone@two.example')).toEqual(['confirm_address']);

    // The link of a removed address returns 404. If the address is added again, it is still confirmed.
    await patch('free-two', { billing_email: null });
    expect((await pressConfirm(platform, text)).status).toBe(404);
    await patch('free-two', { billing_email: 'ada@two.example' });
    expect(await unconfirmed('free-two')).toEqual(['gone@two.example']);
    expect(await kindsTo('free-two', 'ada@two.example')).not.toContain('confirm_address');
    const other = await linkTo('free-two', 'gone@two.example');
    await pass(7 * daySeconds - 3600);
    expect((await platform.ask(`${path}?token=${confirmationLink(other).token}`)).status).toBe(200);
    await pass(3700);
    expect((await pressConfirm(platform, other)).status).toBe(404);
    expect(await unconfirmed('free-two')).toContain('gone@two.example');
  });

  it('gives what an unconfirmed address would get to the confirmed ones, else to the members who may act', async () => {
    const { platform } = money();
    await patch('free-three', { billing_email: 'pay@three.example' });
    await buy('free-three');
    expect((await addressesOf('free-three', 'receipt')).toSorted()).toEqual(members);
    expect((await emails('free-three')).find(({ kind }) => kind === 'receipt')?.text).toContain('has no confirmed recipient for it');
    await confirmRecipients(platform, 'free-three', ['pay@three.example']);
    await patch('free-three', { billing_email: 'next@three.example', additional_billing_emails: ['pay@three.example'] });
    await buy('free-three');
    expect((await addressesOf('free-three', 'receipt')).slice(members.length)).toEqual(['pay@three.example']);

    // An address that only a budget uses must be confirmed, too. Until then, alerts go to the organization's recipients.
    const budget = {
      scope: 'organization',
      basis: 'bill',
      at_limit: 'alert',
      amount_cents: 1,
      thresholds: [{ percent: 100, on: 'actual' }],
    };
    const recipients = ['lead@three.example'];
    const made = await money().send('POST', `${base('payg')}/billing/budgets`, { ...budget, name: 'Named', recipients });
    expect(made.status).toBe(201);
    expect(await unconfirmed('payg')).toEqual(recipients);
    expect(await kindsTo('payg', 'lead@three.example')).toEqual(['confirm_address']);
    expect((await addressesOf('payg', 'budget_crossed')).toSorted()).toEqual(members);
  });

  it('loses no email whose confirmed address is replaced by an unconfirmed one before it is sent', async () => {
    const { platform, db, rows, topUp, card, settled } = money();
    const operator = await operatorOf(platform);
    await operator.ask('PUT', '/organizations/by-invoice', { name: 'Organization by-invoice', billing_email: 'old@six.example' });
    await beginEmailHold(db, platform.context.clock.nowSeconds() + daySeconds);
    expect((await topUp('by-invoice', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
    await settled();
    await patch('by-invoice', { billing_email: 'new@six.example' });
    await endEmailHold(db);
    expect((await addressesOf('by-invoice', 'receipt')).toSorted()).toEqual(members);
    await platform.context.notices.idle();
    expect(await addressesOf('by-invoice', 'receipt')).toHaveLength(members.length);
    const kept = await rows<{ address: string; state: string }>(`select d.address, d.state from notice_deliveries d
      join notices n on n.id = d.notice_id join organizations o on o.id = d.organization_id
      where o.slug = 'by-invoice' and n.kind = 'receipt' order by d.id`);
    expect(kept.map(({ address, state }) => `${address} ${state}`)).toEqual([
      'old@six.example withdrawn',
      ...members.map((address) => `${address} sent`),
    ]);
    expect([await kindsTo('by-invoice', 'new@six.example'), await kindsTo('by-invoice', 'old@six.example')]).toEqual([
      ['confirm_address'],
      ['details_changed'],
    ]);
  });

  it('counts addresses of operators and of members who have signed in as confirmed', async () => {
    const { platform, rows } = money();
    const operator = await operatorOf(platform);
    expect(
      (await patch('free-four', { additional_billing_emails: ['Owner@fleet.example', 'late@four.example', 'set@four.example'] })).status,
    ).toBe(200);
    expect(await unconfirmed('free-four')).toEqual(['late@four.example', 'set@four.example']);
    await operator.ask('PUT', '/organizations/free-four', { name: 'Organization free-four', billing_email: 'set@four.example' });
    expect(await unconfirmed('free-four')).toEqual(['late@four.example']);
    // Adding a member who never signed in does not confirm the address; the member's first sign-in does.
    await rows(`with made as (insert into members (handle, username, primary_email) values ('late', 'late', 'Late@four.example') returning id)
      insert into memberships (member_id, organization_id, role) select made.id, o.id, 'viewer' from made, organizations o
      where o.slug = 'free-four' returning member_id`);
    expect(await unconfirmed('free-four')).toEqual(['late@four.example']);
    await platform.token('late');
    expect(await unconfirmed('free-four')).toEqual([]);
    // If a member has signed in before, joining the organization confirms the address. Otherwise, joining does not confirm it.
    await patch('free-six', { additional_billing_emails: ['late@four.example', 'never@six.example'] });
    expect(await unconfirmed('free-six')).toEqual(['late@four.example', 'never@six.example']);
    for (const address of ['late@four.example', 'never@six.example'])
      expect((await operator.ask('PUT', `/organizations/free-six/members/${address}`, { role: 'viewer' })).status).toBe(201);
    expect(await unconfirmed('free-six')).toEqual(['never@six.example']);
  });

  it('sends a confirmation again on request, three times a day, to who waits for it', async () => {
    const { send, platform } = money();
    await patch('free-five', { billing_email: 'wait@five.example' });
    const again = (address: string, as = 'owner') => send('POST', `${base('free-five')}/customer/confirmations`, { address }, { as });
    expect((await again('wait@five.example')).status).toBe(204);
    expect(await kindsTo('free-five', 'wait@five.example')).toEqual(['confirm_address']);
    const statuses: number[] = [];
    for (let time = 0; time < 30; time += 1) {
      statuses.push((await again('wait@five.example')).status);
      await platform.context.notices.idle();
    }
    expect(statuses).toEqual([204, 204, 204, ...Array.from({ length: 27 }, () => 429)]);
    expect((await again('wait@five.example')).body).toMatchObject({ code: 'too_many_changes' });
    expect(await kindsTo('free-five', 'wait@five.example')).toHaveLength(4);
    expect((await again('wait@five.example', 'billing')).status).toBe(403);
    expect(await again('nobody@else.example')).toMatchObject({ status: 422, body: { errors: [{ path: 'body.address' }] } });
    await confirmRecipients(platform, 'free-five', ['wait@five.example']);
    expect((await again('wait@five.example')).status).toBe(422);
  });

  it('tells the gateway no address that is not confirmed, and sends its link apart from a digest', async () => {
    const { platform, useCard, pass, settled } = money();
    const { gateway } = platform.context.paymentContext;
    const known = async (email: string): Promise<number> => {
      await settled();
      const listed = await gateway.listCustomers({ email });
      return listed.ok ? listed.value.length : -1;
    };
    await useCard('capped', testCard.good);
    await patch('capped', { billing_email: 'later@capped.example' });
    await pass(60 * daySeconds);
    expect(await known('later@capped.example')).toBe(0);
    expect(await kindsTo('capped', 'later@capped.example')).toEqual(['confirm_address']);
    await money().send('POST', `${base('capped')}/customer/confirmations`, { address: 'later@capped.example' });
    await confirmRecipients(platform, 'capped', ['later@capped.example']);
    expect(await known('later@capped.example')).toBe(1);
  });
});
