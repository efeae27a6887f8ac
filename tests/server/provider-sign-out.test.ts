import { decodeJwt } from 'jose';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { startOpenIdProvider, type OpenIdProvider } from '#tests/support/openid-provider.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// Signing out of the platform ends the provider's session, and signing out at the provider ends the platform's session.

const profile = '/platform/profile';
const backChannel = '/auth/oidc/back-channel-logout';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let provider: OpenIdProvider;
let platform: TestPlatform;

beforeAll(async () => {
  provider = await startOpenIdProvider({ endsSessions: true });
  platform = await startPlatform('pglite', {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
});
afterAll(async () => {
  await platform?.stop();
  await provider?.stop();
});
beforeEach(() => {
  provider.available = true;
  provider.person = { sub: 'u-billing', email: 'billing@fleet.example', email_verified: true };
});

const cookieIn = (headers: Headers, name: string): string =>
  headers.getSetCookie().flatMap((cookie) => (cookie.startsWith(`${name}=`) ? [cookie.split(';', 1)[0] ?? ''] : []))[0] ?? '';

/** @param sid id of the provider's session */
async function signIn(sid: string, userAgent = firefox): Promise<{ Cookie: string }> {
  provider.wrongdoing = { claims: { sid } };
  const first = await platform.ask('/auth/oidc?next=%2F');
  const back = (await fetch(first.headers.get('Location') ?? '', { redirect: 'manual' })).headers.get('Location') ?? '';
  const headers = { Cookie: cookieIn(first.headers, 'sign-in'), 'User-Agent': userAgent };
  return { Cookie: cookieIn((await platform.ask(back.replace(platform.origin, ''), { headers })).headers, 'session') };
}
const isSignedIn = async (headers: { Cookie: string }): Promise<boolean> => (await platform.ask(profile, { headers })).status === 200;
const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  platform.ask(path, { method: 'POST', headers: { ...form, ...headers }, body });

it.each(['/sign-out', '/sign-out/everywhere'])("%s leads the browser to the end of the provider's session", async (path) => {
  const session = await signIn('s-1');
  const answer = await post(path, '', session);
  expect([answer.status, answer.headers.get('Clear-Site-Data'), answer.headers.get('Cache-Control')]).toEqual([
    200,
    '"cache"',
    'private, no-store',
  ]);
  const [, location = ''] = /^0; url=(.*)$/.exec(answer.headers.get('Refresh') ?? '') ?? [];
  const { origin, pathname, searchParams } = new URL(location);
  expect([origin + pathname, searchParams.get('client_id'), searchParams.get('post_logout_redirect_uri')]).toEqual([
    `${provider.issuer}/logout`,
    provider.clientId,
    `${platform.origin}/sign-in`,
  ]);
  expect(decodeJwt(searchParams.get('id_token_hint') ?? '')).toMatchObject({ iss: provider.issuer, sub: 'u-billing', sid: 's-1' });
  expect(answer.body).toContain('<h1>You are signed out here</h1>');
  expect(answer.body).toContain(`href="${location.replaceAll('&', '&amp;')}"`);
  expect(await isSignedIn(session)).toBe(false);
});

it('stores no ID token in clear text', async () => {
  await signIn('s-stored');
  const [row] = rowsOf<{ token: string }>(
    await platform.context.db.execute(sql`select id_token as token from sessions where provider_session = 's-stored'`),
  );
  expect(row?.token).toMatch(/^sealed\.1\./);
});

it('signs out here where the provider does not answer, or the session is one of the sandbox', async () => {
  const owner = { Cookie: `session=${await platform.token('owner')}` };
  expect((await post('/sign-out', '', owner)).headers.get('Location')).toBe('/sign-in');
  expect(await isSignedIn(owner)).toBe(false);
  const alone = await startPlatform('pglite', {
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'billing',
  });
  try {
    const session = { Cookie: `session=${await alone.token('owner')}` };
    await alone.context.db.execute(sql`update sessions set issuer = 'http://127.0.0.1:1', subject = 'u-1'`);
    const answer = await alone.ask('/sign-out', { method: 'POST', headers: session });
    expect([answer.status, answer.headers.get('Location'), answer.headers.get('Clear-Site-Data')]).toEqual([303, '/sign-in', '"cache"']);
  } finally {
    await alone.stop();
  }
});

describe('the back channel', () => {
  const send = async (token: string) => {
    const { status, headers } = await post(backChannel, new URLSearchParams({ logout_token: token }).toString());
    return [status, headers.get('Cache-Control')];
  };

  it('ends the session that the provider names, and all of a subject', async () => {
    const [one, two, three] = [await signIn('s-a'), await signIn('s-b'), await signIn('s-c')];
    expect(await send(await provider.logoutToken({ sid: 's-a' }))).toEqual([200, 'private, no-store']);
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([false, true, true]);
    expect(await send(await provider.logoutToken({ sub: 'u-billing', sid: 's-b' }))).toEqual([200, 'private, no-store']);
    expect([await isSignedIn(two), await isSignedIn(three)]).toEqual([false, true]);
    expect(await send(await provider.logoutToken({ sub: 'u-somebody', sid: 's-c' }))).toEqual([200, 'private, no-store']);
    expect(await isSignedIn(three)).toBe(true);
    const four = await signIn('s-d');
    expect(await send(await provider.logoutToken({ sub: 'u-billing' }, {}))).toEqual([200, 'private, no-store']);
    expect([await isSignedIn(three), await isSignedIn(four)]).toEqual([false, false]);
    expect(await send(await provider.logoutToken({ sub: 'u-billing' }))).toEqual([200, 'private, no-store']);
  });

  it.each<[string, () => Promise<string>]>([
    ['for another client', () => provider.logoutToken({ sub: 'u-billing', aud: 'somebody-else' })],
    ['of another issuer', () => provider.logoutToken({ sub: 'u-billing', iss: 'https://evil.example' })],
    ['that is over', () => provider.logoutToken({ sub: 'u-billing', exp: Math.floor(Date.now() / 1000) - 60 })],
    ['without an end', () => provider.logoutToken({ sub: 'u-billing', exp: undefined as never })],
    ['without a time', () => provider.logoutToken({ sub: 'u-billing', iat: undefined as never })],
    ['without an id', () => provider.logoutToken({ sub: 'u-billing', jti: undefined as never })],
    ['with a nonce', () => provider.logoutToken({ sub: 'u-billing', nonce: 'n' })],
    ['without events', () => provider.logoutToken({ sub: 'u-billing', events: undefined })],
    ['of another event', () => provider.logoutToken({ sub: 'u-billing', events: { 'http://example.com/event': {} } })],
    [
      'whose event is no object',
      () => provider.logoutToken({ sub: 'u-billing', events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } }),
    ],
    ['that names nobody', () => provider.logoutToken({})],
    ['of another type', () => provider.logoutToken({ sub: 'u-billing' }, { typ: 'at+jwt' })],
    ['signed by a stranger', () => provider.logoutToken({ sub: 'u-billing' }, {}, 'a stranger')],
    ['signed by nobody', () => provider.logoutToken({ sub: 'u-billing' }, {}, 'nobody')],
    ['that is an ID token', () => provider.token(provider.clientId, 'u-billing')],
    ['that is no token', () => Promise.resolve('a.b.c')],
    ['that is not there', () => Promise.resolve('')],
  ])('refuses a logout token %s', async (_, make) => {
    const session = await signIn('s-kept');
    expect(await send(await make())).toEqual([400, 'private, no-store']);
    expect(await isSignedIn(session)).toBe(true);
  });

  it('takes nothing but a form, by POST', async () => {
    expect((await platform.ask(backChannel)).status).toBe(405);
    expect((await platform.ask(backChannel, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })).status).toBe(
      415,
    );
  });
});

describe('the list of sessions', () => {
  const chromeOnAndroid = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
  const list = async (headers: { Cookie: string }): Promise<any[]> =>
    (await platform.ask('/platform/profile/sessions', { headers })).body.sessions;

  it('names browser, system, first and last use of each, and ends one', async () => {
    const [here, there] = [await signIn('s-here'), await signIn('s-there', chromeOnAndroid)];
    const sessions = await list(here);
    const current = sessions.find((session) => session.current);
    const other = sessions.find(({ browser }) => browser === 'Chrome');
    const time = expect.any(Number);
    expect(current).toEqual({ id: current.id, browser: 'Firefox', system: 'Linux', current: true, signed_in_at: time, last_used_at: time });
    expect(other).toMatchObject({ system: 'Android', current: false });
    const page = (await platform.ask('/sessions', { headers: here })).body as string;
    for (const words of ['Your sessions', 'Chrome on Android', 'Firefox on Linux', 'This browser']) expect(page).toContain(words);

    const ended = await post('/sessions/end', `session=${other.id}`, here);
    expect([ended.status, ended.headers.get('Location')]).toEqual([303, '/sessions?ended=yes']);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await post('/sessions/end', `session=${other.id}`, here)).headers.get('Location')).toBe('/sessions?ended=no');
    const out = await post('/sessions/end', `session=${current.id}`, here);
    expect([out.status, out.headers.get('Clear-Site-Data'), await isSignedIn(here)]).toEqual([200, '"cache"', false]);
  });

  it('shows and ends sessions of the member alone, and none that are over', async () => {
    const mine = await signIn('s-mine');
    const foreign = { Cookie: `session=${await platform.token('viewer')}` };
    const [{ id }] = (await list(foreign)) as [{ id: string }];
    expect((await list(mine)).map((session) => session.id)).not.toContain(id);
    expect((await post('/sessions/end', `session=${id}`, mine)).headers.get('Location')).toBe('/sessions?ended=no');
    expect(await isSignedIn(foreign)).toBe(true);
    const over = await signIn('s-over');
    await platform.context.db.execute(
      sql`update sessions set last_seen_at = now() - interval '13 hours' where provider_session = 's-over'`,
    );
    const before = await list(mine);
    expect(await isSignedIn(over)).toBe(false);
    expect(before.filter(({ current }) => current)).toHaveLength(1);
    expect(before.every(({ last_used_at: usedAt }) => usedAt > Date.now() / 1000 - 12 * 3600)).toBe(true);
  });

  it('is changed by our own pages and signed-in members only', async () => {
    const session = await signIn('s-own');
    expect((await post('/sessions/end', 'session=x', { ...session, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await post('/sessions/end', 'session=x')).headers.get('Location')).toBe('/sign-in?next=%2Fsessions');
    expect((await platform.ask('/sessions/end', { headers: session })).status).toBe(405);
    const away = await platform.ask('/sessions');
    expect([away.status, away.headers.get('Location')]).toEqual([302, '/sign-in?next=%2Fsessions']);
    expect((await platform.ask('/platform/profile/sessions')).status).toBe(401);
  });
});
