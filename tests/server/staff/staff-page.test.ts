import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MoneyPlatform } from '#tests/support/money-platform.ts';
import type { OpenIdProvider } from '#tests/support/openid-provider.ts';
import { once, operatorOf, type Operator } from '#tests/support/operator.ts';
import { staffPage, startStaffPage, type StaffPage } from '#tests/support/staff-page.ts';
import { adminScopes } from '#contract/admin/admin-declaration.ts';

let staff: StaffPage;
let provider: OpenIdProvider;
let money: MoneyPlatform;
let ada: Operator;

beforeAll(async () => {
  staff = await startStaffPage();
  ({ provider, money } = staff);
  ada = await operatorOf(money.platform, adminScopes, 'ada@example.com');
});
afterAll(() => staff?.stop());
beforeEach(() => staff.signInAs('Ben@example.com'));

const page = staffPage;
const now = () => Math.floor(Date.now() / 1000);
const ask: StaffPage['ask'] = (...input) => staff.ask(...input);
const send: StaffPage['decide'] = (...input) => staff.decide(...input);
const signIn: StaffPage['signIn'] = () => staff.signIn();

const request = async (reason: string, slug = 'free-one'): Promise<string> =>
  (await ada.ask('POST', `/organizations/${slug}/credits`, { amount_cents: 150_000, reason }, once())).body.approval.id;

it('keys and the command ask and list, and approve nothing', async () => {
  const id = await request('By a key');
  const ben = await operatorOf(money.platform, adminScopes, 'ben@example.com');
  for (const decision of ['approve', 'refuse']) {
    const { status, body } = await ben.ask('POST', `/approvals/${id}/${decision}`);
    expect([status, body.message]).toEqual([403, expect.stringContaining('/staff/approvals')]);
  }
  expect((await ben.ask('GET', '/approvals?status=pending')).body.approvals[0].id).toBe(id);
});

it('staff see who asks, what, the effect and the reason, and approve once', async () => {
  const id = await request('A <b>long</b> outage');
  const { answer, cookie } = await signIn();
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, page]);
  const shown = await ask(page, cookie);
  expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
  for (const text of [
    'Credit of $1,500.00: A &lt;b&gt;long&lt;/b&gt; outage',
    'ada@example.com',
    ada.keyId,
    'free-one',
    'customer credit',
    id,
  ])
    expect(shown.body).toContain(text);
  const before = await money.balance('free-one');
  const approved = await send(cookie, id, 'approve');
  expect([approved.status, await money.balance('free-one')]).toEqual([200, before + 150_000]);
  expect(approved.body).toMatch(/<title>Approved: .* - Approvals - /);
  const again = await send(cookie, id, 'approve');
  expect([again.status, await money.balance('free-one')]).toEqual([409, before + 150_000]);
  expect((await ada.ask('GET', `/approvals?status=approved`)).body.approvals[0]).toMatchObject({ id, decided_by: 'staff:ben@example.com' });
  expect((await ada.ask('GET', '/audit?actor=staff:ben@example.com&outcome=done')).body.entries).toContainEqual(
    expect.objectContaining({ act: 'approveRequest', subject: id, after: expect.objectContaining({ state: 'approved' }) }),
  );
});

it('staff release a correction that gives back more than the limit, which no key can', async () => {
  const [project] = await money.rows<{ ref: string }>(
    `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = 'payg' order by p.id limit 1`,
  );
  const record = { organization: 'payg', project_ref: project?.ref, metric: 'EGRESS', at: money.platform.context.clock.nowSeconds() - 60 };
  const terabyte = 1_000_000_000_000;
  const records = [{ ...record, id: 'large', quantity: 100 * terabyte }];
  expect((await ada.ask('POST', '/usage', { records })).body).toMatchObject({ accepted: 1 });
  const lower = [{ ...record, id: 'lower', quantity: terabyte, replaces: 'large' }];
  expect((await ada.ask('POST', '/usage', { records: lower })).body).toMatchObject({ accepted: 0, held: 1 });
  const { id } = (await ada.ask('GET', '/approvals?status=pending')).body.approvals[0];
  const ben = await operatorOf(money.platform, adminScopes, 'ben@example.com');
  expect((await ben.ask('POST', `/approvals/${id}/approve`)).status).toBe(403);
  const { cookie } = await signIn();
  const shown = await ask(page, cookie);
  for (const text of ['Held for review: Corrected usage lowers bills by $8,910.00', '1,000 GB in 1 record', 'Lowers bills by: $8,910.00'])
    expect(shown.body).toContain(text);
  expect((await send(cookie, id, 'approve')).status).toBe(200);
  expect((await send(cookie, id, 'approve')).status).toBe(409);
});

it('staff see new terms by their effect', async () => {
  await money.db.execute('update approval_limits set cents = 100');
  const discounts = [{ line: 'plan', percent: 100 }];
  const { status, body } = await ada.ask('PUT', '/organizations/top', { name: 'Top', discounts, reason: 'A friend' });
  expect(status).toBe(202);
  const { cookie } = await signIn();
  const shown = await ask(page, cookie);
  for (const text of ['Contract or discounts of top', 'With the usage of the last cycle, a cycle costs up to', 'A friend'])
    expect(shown.body).toContain(text);
  expect((await send(cookie, body.approval.id, 'refuse')).status).toBe(200);
  await money.db.execute('update approval_limits set cents = 100000');
});

it('staff refuse', async () => {
  const id = await request('Too much');
  const { cookie } = await signIn();
  expect((await send(cookie, id, 'refuse')).status).toBe(200);
  expect((await ada.ask('GET', '/approvals?status=refused')).body.approvals[0].id).toBe(id);
});

it('no one approves what their own key asked for, however they write their address', async () => {
  const id = await request('For me');
  provider.person = { sub: 'u-ada', email: 'Ada+staff@example.com', email_verified: true };
  const { cookie } = await signIn();
  const refused = await send(cookie, id, 'approve');
  expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('You are responsible for the key that made this request')]);
  expect((await ada.ask('GET', '/audit?actor=staff:ada@example.com&outcome=refused')).body.entries[0]).toMatchObject({ subject: id });
});

it.each([
  ['without the group', { groups: ['everyone'], auth_time: 0 }, 'You are not in the group of staff who approve requests'],
  ['without groups', { auth_time: 0 }, 'You are not in the group of staff who approve requests'],
  ['with an old sign-in', { groups: ['billing-staff'], auth_time: 0 }, 'Your sign-in at the provider is older than 10 minutes'],
  ['without the time of the sign-in', { groups: ['billing-staff'] }, 'The provider does not say when you signed in (auth_time)'],
])('lets no one in %s', async (_, claims, reason) => {
  const isOld = _ === 'with an old sign-in';
  provider.wrongdoing = { claims: { ...claims, ...('auth_time' in claims ? { auth_time: now() - (isOld ? 700 : 10) } : {}) } };
  const { answer, cookie } = await signIn();
  expect([answer.status, cookie]).toEqual([403, '']);
  expect([answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
    'text/html; charset=UTF-8',
    'private, no-store',
  ]);
  for (const words of [`<title>${reason} - Approvals`, `<p class="message">${reason}.</p>`, `<a href="${page}">Sign in again</a>`])
    expect(answer.body).toContain(words);
});

it('says on a page that the provider does not answer', async () => {
  const finish = await staff.beginSignIn();
  provider.available = false;
  const answer = await finish();
  provider.available = true;
  expect(answer.status).toBe(500);
  expect(answer.body).toContain('<p class="message">The identity provider does not answer. Try again in a moment.</p>');
});

it('lets no one in without a verified address', async () => {
  provider.person = { sub: 'u-ben', email: 'ben@example.com', email_verified: false };
  expect((await signIn()).answer.status).toBe(403);
});

async function signOutAtProvider(claims: Parameters<OpenIdProvider['logoutToken']>[0]): Promise<void> {
  const body = new URLSearchParams({ logout_token: await provider.logoutToken(claims) }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await money.platform.ask('/auth/oidc/back-channel-logout', { method: 'POST', headers, body })).status).toBe(200);
}

/** @param sid id of the provider's session; null if the ID token names no session */
async function signInWith(email: string, sid: string | null): Promise<string> {
  staff.signInAs(email);
  const { claims } = provider.wrongdoing;
  provider.wrongdoing = { claims: { ...claims, ...(sid === null ? {} : { sid }) } };
  return (await signIn()).cookie;
}

const areSignedIn = (cookies: readonly string[]): Promise<boolean[]> =>
  Promise.all(cookies.map(async (cookie) => (await ask(page, cookie)).status === 200));

it('a sign-out at the provider ends the sessions of the person who left', async () => {
  const ben = [await signInWith('ben@example.com', 's-1'), await signInWith('ben@example.com', null)];
  const dana = await signInWith('dana@example.com', 's-2');
  await signOutAtProvider({ sub: 'u-somebody' });
  expect(await areSignedIn([...ben, dana])).toEqual([true, true, true]);
  await signOutAtProvider({ sub: 'u-ben' });
  expect(await areSignedIn([...ben, dana])).toEqual([false, false, true]);
  const id = await request('After the sign-out', 'free-three');
  expect((await send(ben[0] ?? '', id, 'approve')).status).toBe(401);
});

it('a sign-out from one session at the provider ends the staff sessions of that session alone', async () => {
  const office = await signInWith('ben@example.com', 's-office');
  const phone = await signInWith('ben@example.com', 's-phone');
  const dana = await signInWith('dana@example.com', 's-dana');
  const unnamed = await signInWith('dana@example.com', null);
  const all = [office, phone, dana, unnamed];
  await signOutAtProvider({ sid: 's-unknown' });
  expect(await areSignedIn(all)).toEqual([true, true, true, true]);
  await signOutAtProvider({ sid: 's-office' });
  expect(await areSignedIn(all)).toEqual([false, true, true, true]);
  await signOutAtProvider({ sub: 'u-ben', sid: 's-dana' });
  expect(await areSignedIn(all)).toEqual([false, true, true, true]);
  await signOutAtProvider({ sub: 'u-ben', sid: 's-phone' });
  expect(await areSignedIn(all)).toEqual([false, false, true, true]);
  const id = await request('After one sign-out', 'free-three');
  expect((await send(office, id, 'approve')).status).toBe(401);
});

it('staff sign out on their page, here and at the provider, and a member who signs out is no longer staff either', async () => {
  const { platform } = money;
  const signOut = (cookie: string, path = '/sign-out') =>
    platform.ask(path, { method: 'POST', headers: { Cookie: cookie, Origin: platform.origin } });
  const { cookie } = await signIn();
  expect((await ask(page, cookie)).body).toMatch(/<form method="post" action="\/sign-out">\s*<button type="submit">Sign out<\/button>/);
  const left = await signOut(cookie);
  expect([left.status, left.headers.get('Refresh')]).toEqual([200, expect.stringContaining(`0; url=${provider.issuer}/logout?`)]);
  expect(left.headers.getSetCookie().filter((each) => each.startsWith('staff='))).toEqual([expect.stringContaining('Max-Age=0')]);
  const id = await request('After the sign-out on the page', 'free-three');
  expect([(await ask(page, cookie)).status, (await send(cookie, id, 'approve')).status]).toEqual([303, 401]);
  for (const path of ['/sign-out', '/sign-out/everywhere']) {
    const { cookie: asStaff } = await signIn();
    expect((await signOut(`session=${await platform.token('owner')}; ${asStaff}`, path)).status).toBe(200);
    expect([path, (await ask(page, asStaff)).status]).toEqual([path, 303]);
  }
});

it('a decision comes from the page itself, within 10 minutes of the sign-in', async () => {
  const id = await request('From elsewhere', 'free-two');
  const { cookie } = await signIn();
  for (const headers of [
    {},
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: money.platform.origin, 'Sec-Fetch-Site': 'cross-site' },
  ])
    expect([headers, (await send(cookie, id, 'approve', headers as Record<string, string>)).status]).toEqual([headers, 403]);
  expect((await send('', id, 'approve')).status).toBe(401);
  await money.db.execute(`update staff_sessions set expires_at = now() - interval '1 second'`);
  expect([(await ask(page, cookie)).status, (await send(cookie, id, 'approve')).status]).toEqual([303, 401]);
  expect((await ada.ask('GET', '/approvals?status=pending')).body.approvals.map(({ id: each }: { id: string }) => each)).toContain(id);
});
