import { expect, it, vi } from 'vitest';
import { postboxOf } from '#tests/support/confirm-recipients.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { newToken } from '#tests/support/new-token.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { testCard } from '#tests/support/payer.ts';

vi.setConfig({ testTimeout: 120_000 });

const slug = 'payg';
const path = (of = slug) => `/platform/organizations/${of}/billing/proposals`;
const team = { act: 'plan', tier: 'tier_team', reason: 'Our auditors ask for SOC2' };
const credit = { act: 'top_up', amount_cents: 10_000, reason: 'For the conference' };

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['payg', 'free-one', 'capped'] }, (money) => {
  const send = (method: string, at: string, body?: object, as = 'owner') => money().send(method, at, body, { as });
  const propose = (body: object, of = slug, as = 'developer') => send('POST', path(of), body, as);
  const listed = async (id: string, of = slug) =>
    (await send('GET', path(of))).body.proposals.find((proposal: { id: string }) => proposal.id === id);
  const review = async (id: string, of = slug) => (await send('GET', `${path(of)}?review=${id}`)).body.review;
  const approve = async (id: string, of = slug, change: object = {}) => {
    const { due_now_cents, monthly_cents, priced_at } = await review(id, of);
    return send('POST', `${path(of)}/${id}/approve`, { due_now_cents, monthly_cents, priced_at, ...change });
  };
  const withToken = (token: string, method: string, at: string, body?: object) =>
    money().platform.ask(at, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('a developer asks for Team, the owner reads it with its price, and pays exactly what was approved, once', async () => {
    const asked = await propose(team);
    expect([asked.status, asked.body.status, asked.body.asked_by]).toEqual([201, 'open', 'deniz-developer']);
    const { id, price } = asked.body;
    expect(price.monthly_cents).toBeGreaterThan(0);

    await money().platform.context.notices.idle();
    const emails = (await postboxOf(money().platform)).filter(({ kind }) => kind === 'proposal_made');
    expect(emails.map(({ to }) => to[0]).toSorted()).toContain('owner@fleet.example');
    expect(emails[0]?.text).toMatch(/deniz-developer asks you to change to the Team Plan[^]*"Our auditors ask for SOC2"/);
    const activity = (await send('GET', `/platform/organizations/${slug}/billing/activity?kind=proposals`)).body.entries;
    expect(activity[0]).toMatchObject({ title: 'Proposal made', about: { kind: 'proposals' } });

    expect(await review(id)).toMatchObject({ obstacle: null, limits: [], forecast_cents: expect.any(Number) });
    const approved = await approve(id);
    expect([approved.status, approved.body.status, approved.body.decided_by]).toEqual([200, 'approved', 'olivia-owner']);
    const again = await approve(id);
    expect([again.status, again.body.decided_at]).toEqual([200, approved.body.decided_at]);

    const headersPreview = await money().platform.ask(`/platform/organizations/${slug}/billing/subscription/preview`, {
      as: 'owner',
      method: 'POST',
      headers: { Version: '2', 'Content-Type': 'application/json' },
      body: JSON.stringify({ tier: 'tier_team', proposal_id: id }),
    });
    const { quote } = headersPreview.body;
    expect(quote.due_now_cents).toBe(again.body.approved_price.due_now_cents);
    const paid = await money().change(slug, { tier: 'tier_team', quote_id: quote.id, payment_method: await money().card(testCard.good) });
    expect([paid.status, paid.body.amounts.charge_cents + paid.body.amounts.usage_due_cents]).toEqual([200, quote.due_now_cents]);
    expect(await listed(id)).toMatchObject({ status: 'done', approved_price: { due_now_cents: quote.due_now_cents } });
    const repeated = await money().change(slug, {
      tier: 'tier_team',
      quote_id: quote.id,
      payment_method: await money().card(testCard.good),
    });
    expect(repeated.status).toBeGreaterThanOrEqual(400);
    expect((await send('POST', `${path()}/${id}/refuse`)).status).toBe(409);
    expect(await money().faults()).toEqual([]);
  });

  it('asks again when the price is not the one that the member saw', async () => {
    const asked = await propose({ act: 'plan', tier: 'tier_payg', reason: 'More projects' }, 'free-one');
    expect([asked.status, asked.body.message]).toEqual([201, undefined]);
    const { id } = asked.body;
    const changed = await approve(id, 'free-one', { due_now_cents: 1 });
    expect([changed.status, changed.body.code]).toEqual([409, 'quote_changed']);
    expect(changed.body.prices).toMatchObject({ seen: { due_now_cents: 1 }, now: { due_now_cents: 2500 } });
    const late = await approve(id, 'free-one', { priced_at: money().platform.context.clock.nowSeconds() - 3600 });
    expect(late.status).toBe(409);
    expect(await listed(id, 'free-one')).toMatchObject({ status: 'open', approved_price: null });
    expect((await send('POST', `${path('free-one')}/${id}/refuse`)).body.status).toBe('refused');
    const agreed = { due_now_cents: 2500, monthly_cents: 2500, priced_at: money().platform.context.clock.nowSeconds() };
    expect((await send('POST', `${path('free-one')}/${id}/approve`, agreed)).body.message).toBe('This proposal is refused already');
  });

  it('completes a credit purchase once, for the approved amount only', async () => {
    const { id } = (await propose(credit)).body;
    const card = await money().card(testCard.good);
    expect((await money().topUp(slug, { payment_method_id: card, proposal_id: id })).body.errors[0].path).toBe('body.proposal_id');
    expect((await approve(id)).status).toBe(200);
    const other = await money().topUp(slug, { payment_method_id: card, amount: 200, proposal_id: id });
    expect([other.status, other.body.errors[0].message]).toEqual([422, 'is a proposal for something else']);
    const before = await money().balance(slug);
    const answers = await Promise.all([1, 2].map(async () => money().topUp(slug, { payment_method_id: card, proposal_id: id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await money().settled();
    expect((await money().balance(slug)) - before).toBe(10_000);
    expect((await money().topUp(slug, { payment_method_id: card, proposal_id: id })).status).toBe(409);
    expect((await listed(id)).status).toBe('done');
  });

  it('completes a spending limit with the budget that was asked for', async () => {
    const { id } = (await propose({ act: 'limit', amount_cents: 50_000, basis: 'bill', reason: 'No surprises' })).body;
    expect((await approve(id)).body.approved_price).toEqual({ due_now_cents: 0, monthly_cents: 0 });
    const budget = { name: 'Limit', scope: 'organization', basis: 'bill', amount_cents: 50_000, thresholds: [], at_limit: 'stop' };
    const budgets = `/platform/organizations/${slug}/billing/budgets`;
    expect((await send('POST', budgets, { ...budget, amount_cents: 60_000, proposal_id: id })).status).toBe(422);
    expect((await send('POST', budgets, { ...budget, proposal_id: id })).status).toBe(201);
    expect((await send('POST', budgets, { ...budget, proposal_id: id })).status).toBe(409);
    expect((await listed(id)).status).toBe('done');
  });

  it.each([
    ['no tier', { act: 'plan', reason: 'We need it' }, 422, 'body.tier'],
    ['a tier of no plan', { act: 'plan', tier: 'tier_enterprise', reason: 'We need it' }, 422, 'body.tier'],
    ['a field of another act', { ...credit, tier: 'tier_team' }, 422, 'body.tier'],
    ['cents', { ...credit, amount_cents: 10_050 }, 422, 'body.amount_cents'],
    ['no reason', { ...credit, reason: '' }, 400, 'body.reason'],
    ['a web address', { ...credit, reason: 'see https://evil.example' }, 400, 'body.reason'],
  ])('refuses %s and names the field', async (_, body, status, field) => {
    const answer = await propose(body);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, field]);
  });

  it('refuses members who can act themselves, readers who decide, and a sixth open proposal', async () => {
    expect((await propose(credit, 'capped', 'owner')).body.message).toMatch(/^You can do this yourself/);
    const asked = [];
    for (let count = 0; count < 6; count += 1) asked.push(await propose(credit, 'capped'));
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 422]);
    const [first] = asked;
    expect((await send('POST', `${path('capped')}/${first?.body.id}/refuse`, undefined, 'developer')).status).toBe(403);
    const operator = await operatorOf(money().platform);
    await operator.ask('DELETE', '/organizations/capped/members/developer@fleet.example');
    expect((await listed(first?.body.id, 'capped')).status).toBe('ended');
    const body = { due_now_cents: 10_000, monthly_cents: 0, priced_at: money().platform.context.clock.nowSeconds() };
    expect((await send('POST', `${path('capped')}/${first?.body.id}/approve`, body)).status).toBe(409);
  });

  it('counts the open proposals with the organization, for members who may read them only', async () => {
    const countFor = async (as: string): Promise<unknown> =>
      (await send('GET', '/platform/organizations/free-one', undefined, as)).body.open_proposals;
    const before = Number(await countFor('owner'));
    const { id } = (await propose({ ...team, tier: 'tier_payg' }, 'free-one')).body;
    expect([await countFor('owner'), await countFor('developer'), await countFor('viewer')]).toEqual([before + 1, before + 1, undefined]);
    await send('POST', `${path('free-one')}/${id}/refuse`);
    expect(await countFor('owner')).toBe(before);
    const list = (await send('GET', '/platform/organizations')).body;
    expect(list.filter((each: object) => 'open_proposals' in each)).toEqual([]);
  });

  it('tells the first 20 of more approvers, owners first, and then as many as the hour leaves', async () => {
    await money().db.execute(`delete from rate_limits where key like 'proposal_emails:%'`);
    await money().db.execute(`
      with added as (
        insert into members (handle, username, primary_email)
        select 'approver-' || n, 'approver-' || n, 'a' || lpad(n::text, 2, '0') || '@many.example' from generate_series(1, 30) n
        returning id)
      insert into memberships (organization_id, member_id, role)
      select o.id, added.id, 'billing' from added, organizations o where o.slug = 'free-one'`);
    const told = async (proposalId: string): Promise<string[]> =>
      (
        await money().rows<{ address: string }>(`select d.address from notice_deliveries d join notices n on n.id = d.notice_id
          where n.business_key = 'proposal_made:${proposalId}' order by d.id`)
      ).map(({ address }) => address);
    const first = await told((await propose({ ...team, tier: 'tier_payg' }, 'free-one')).body.id);
    expect([first.length, first[0], first.at(-1)]).toEqual([20, 'owner@fleet.example', 'a19@many.example']);
    await money().db.execute(`update rate_limits set points = 17 where key like 'proposal_emails:%'`);
    const second = await told((await propose({ ...team, tier: 'tier_payg' }, 'free-one')).body.id);
    expect(second).toEqual(first.slice(0, 3));
    expect(await told((await propose({ ...team, tier: 'tier_payg' }, 'free-one')).body.id)).toEqual([]);
  });

  it('a token asks and reads its own proposals only, without prices unless it reads costs, and never decides', async () => {
    const asking = await newToken(money().platform, slug, { scopes: ['propose'] });
    const reading = await newToken(money().platform, slug, { scopes: ['propose', 'billing:read'] });
    const mine = await withToken(asking.token, 'POST', path(), credit);
    expect([mine.status, mine.body.price, mine.body.is_by_token, mine.body.asked_by]).toEqual([201, null, true, 'Report']);
    const theirs = await withToken(reading.token, 'POST', path(), credit);
    expect(theirs.body.price).toEqual({ due_now_cents: 10_000, monthly_cents: 0 });
    const own = (await withToken(asking.token, 'GET', path())).body.proposals;
    expect(own.map(({ id }: { id: string }) => id)).toEqual([mine.body.id]);
    expect((await send('POST', `${path()}/${theirs.body.id}/refuse`)).body.decided_by).toBe('olivia-owner');
    expect((await withToken(reading.token, 'GET', path())).body.proposals[0]).toMatchObject({ status: 'refused', decided_by: null });
    const body = { due_now_cents: 10_000, monthly_cents: 0, priced_at: money().platform.context.clock.nowSeconds() };
    expect((await withToken(reading.token, 'POST', `${path()}/${mine.body.id}/approve`, body)).status).toBe(403);
    await send('DELETE', `/platform/organizations/${slug}/tokens/${asking.id}`);
    expect((await listed(mine.body.id)).status).toBe('ended');
  });

  it('sends at most 20 emails an hour, ends after 14 days, and takes none of a partner', async () => {
    await money().db.execute(`update rate_limits set points = 20 where key like 'proposal_emails:%'`);
    const before = (await money().rows(`select id from notices where kind = 'proposal_made'`)).length;
    const { id } = (await propose(credit)).body;
    expect((await money().rows(`select id from notices where kind = 'proposal_made'`)).length).toBe(before);
    const key = { 'Idempotency-Key': 'ask-1' };
    const answers = await Promise.all(
      [1, 2].map(() =>
        money().platform.ask(path(), {
          as: 'developer',
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...key },
          body: JSON.stringify(credit),
        }),
      ),
    );
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
    await money().pass(14 * 86_400 + 1);
    expect((await listed(id)).status).toBe('ended');
    await money().db.execute(`update organizations set billing_partner = 'fly' where slug = 'free-one'`);
    expect((await propose(credit, 'free-one')).status).toBe(422);
  });

  it('ends when its organization is closed', async () => {
    const { id } = (await propose(credit)).body;
    const operator = await operatorOf(money().platform);
    expect((await operator.ask('DELETE', `/organizations/${slug}`)).status).toBe(202);
    const [proposal] = await money().rows<{ state: string; ends: number }>(
      `select state, extract(epoch from ends_at)::float8 as ends from proposals where id = '${id}'`,
    );
    expect(proposal?.state).toBe('open');
    expect(proposal?.ends).toBeLessThanOrEqual(money().platform.context.clock.nowSeconds());
  });
});
