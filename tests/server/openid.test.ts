import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { startOpenIdProvider, type OpenIdProvider, type Person } from '#tests/support/openid-provider.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import type { StoreKind } from '#tests/support/stores-under-test.ts';
import { productionSettings } from '#tests/support/production-settings.ts';

const profile = '/platform/profile';
const audience = 'https://api.billing.example';
const kinds: StoreKind[] = inject('postgresUrl') === null ? ['pglite'] : ['pglite', 'postgres'];

const billing: Person = { sub: 'u-billing', email: 'Billing@fleet.example', email_verified: true };

const cookieIn = (headers: Headers, name: string): string | null =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((cookie) => cookie.startsWith(`${name}=`) && !cookie.endsWith('=')) ?? null;

describe.each(kinds)('on %s', (kind) => {
  let provider: OpenIdProvider;
  let platform: TestPlatform;

  beforeAll(async () => {
    provider = await startOpenIdProvider();
    platform = await startPlatform(kind, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_AUDIENCE: audience,
    });
  });
  afterAll(async () => {
    await platform?.stop();
    await provider?.stop();
  });
  beforeEach(() => {
    provider.person = billing;
    provider.wrongdoing = {};
    provider.available = true;
  });

  async function leave(next = '/') {
    const first = await platform.ask(`/auth/oidc?next=${encodeURIComponent(next)}`);
    const location = first.headers.get('Location') ?? '';
    const attempt = cookieIn(first.headers, 'sign-in') ?? '';
    const back = (await fetch(location, { redirect: 'manual' })).headers.get('Location') ?? '';
    return { first, location: new URL(location), attempt, back: back.replace(platform.origin, '') };
  }
  async function signIn(next?: string, cookies = '') {
    const { attempt, back } = await leave(next);
    const answer = await platform.ask(back, { headers: { Cookie: `${attempt}; ${cookies}` } });
    const session = cookieIn(answer.headers, 'session');
    return { ...answer, location: answer.headers.get('Location'), session };
  }
  const usernameOf = async (session: string | null) =>
    (await platform.ask(profile, { headers: { Cookie: session ?? '' } })).body.member?.username;

  it("sends the browser to the provider with a challenge, and keeps what proves the answer out of scripts' reach", async () => {
    const { first, location } = await leave('/org/pro-payg/billing');
    expect(first.status).toBe(303);
    expect(location.origin).toBe(provider.issuer);
    const query = Object.fromEntries(location.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: provider.clientId,
      code_challenge_method: 'S256',
      redirect_uri: `${platform.origin}/auth/oidc/callback`,
      scope: 'openid email profile',
    });
    for (const part of ['state', 'nonce', 'code_challenge']) expect(query[part]?.length).toBeGreaterThanOrEqual(43);
    expect(first.headers.get('Set-Cookie')).toMatch(/^sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('signs in the member with the verified address, goes on, and knows the login from then on whatever its address', async () => {
    const first = await signIn('/org/pro-payg/billing?panel=costControl');
    expect([first.status, first.location]).toEqual([303, '/org/pro-payg/billing?panel=costControl']);
    expect(first.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^sign-in=; Max-Age=0; /));
    expect(await usernameOf(first.session)).toBe('bianca-billing');

    provider.person = { sub: billing.sub, email: 'owner@fleet.example', email_verified: true };
    expect(await usernameOf((await signIn()).session)).toBe('bianca-billing');
    provider.person = { sub: billing.sub };
    expect(await usernameOf((await signIn()).session)).toBe('bianca-billing');
  });

  it.each<[string, Person, string?]>([
    ['an address that is not verified', { sub: 'u-1', email: 'owner@fleet.example', email_verified: false }, 'unverified'],
    ['an address without a word about it', { sub: 'u-2', email: 'owner@fleet.example' }, 'unverified'],
    ['no address', { sub: 'u-3', email_verified: true }],
    ['an address that nobody has', { sub: 'u-4', email: 'nobody@fleet.example', email_verified: true }],
    ['the address of a member who has another login there', { sub: 'u-5', email: 'billing@fleet.example', email_verified: true }],
    ['an address with a pattern in it', { sub: 'u-6', email: '%@fleet.example', email_verified: true }],
  ])('does not know %s', async (_, person, problem = 'unknown') => {
    await signIn();
    provider.person = person;
    const answer = await signIn('/org/pro-payg');
    expect([answer.location, answer.session]).toEqual([`/sign-in?problem=${problem}&next=%2Forg%2Fpro-payg`, null]);
  });

  it('trusts an address without a word about it only with OIDC_TRUST_EMAIL, and never one that is not verified', async () => {
    const trusting = await startPlatform(kind, {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_TRUST_EMAIL: 'True',
    });
    const entersAs = async (person: Person): Promise<boolean> => {
      provider.person = person;
      const first = await trusting.ask('/auth/oidc?next=%2F');
      const back = (await fetch(first.headers.get('Location') ?? '', { redirect: 'manual' })).headers.get('Location') ?? '';
      const answer = await trusting.ask(back.replace(trusting.origin, ''), {
        headers: { Cookie: cookieIn(first.headers, 'sign-in') ?? '' },
      });
      return cookieIn(answer.headers, 'session') !== null;
    };
    const email = 'owner@fleet.example';
    try {
      expect(await entersAs({ sub: 'entra-1', email, email_verified: false })).toBe(false);
      expect(await entersAs({ sub: 'entra-1', email, email_verified: 'False' })).toBe(false);
      expect(await entersAs({ sub: 'entra-1', email: 'stranger@fleet.example' })).toBe(false);
      expect(await entersAs({ sub: 'entra-1', email })).toBe(true);
    } finally {
      await trusting.stop();
    }
  });

  it.each(['true', 'True', 'TRUE'])('reads email_verified as text: %s', async (verified) => {
    provider.person = { ...billing, email_verified: verified };
    expect((await signIn()).session).not.toBeNull();
  });

  it('binds a member that the operator has invited to the subject of the first sign-in with that verified address', async () => {
    const { ask } = await operatorOf(platform);
    const path = '/organizations/pro-payg/members/Ina@fleet.example';
    expect((await ask('PUT', path, { role: 'viewer', username: 'ina' })).body).toMatchObject({ signed_in: false });
    provider.person = { sub: 'u-ina', email: 'ina@fleet.example', email_verified: false };
    expect((await signIn()).session).toBeNull();
    provider.person = { sub: 'u-ina', email: 'INA@fleet.example', email_verified: true };
    expect(await usernameOf((await signIn()).session)).toBe('ina');
    expect((await ask('GET', path)).body).toMatchObject({ signed_in: true });

    // A login belongs to the provider's subject, not to the email address.
    provider.person = { sub: 'u-other', email: 'ina@fleet.example', email_verified: true };
    expect((await signIn()).session).toBeNull();
    await ask('PUT', path, { role: 'viewer', username: 'ina-renamed' });
    provider.person = { sub: 'u-ina', email: 'moved@fleet.example', email_verified: true };
    const { session } = await signIn();
    expect(await usernameOf(session)).toBe('ina-renamed');
    const reads = async () =>
      (await platform.ask('/platform/organizations/pro-payg', { headers: { Cookie: session ?? '', Version: '2' } })).status;
    expect(await reads()).toBe(200);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(await reads()).toBe(404);
  });

  it('names the refused address to the browser that used it, with the way to support', async () => {
    provider.person = { sub: 'u-7', email: 'stranger@fleet.example', email_verified: true };
    const { attempt, back } = await leave();
    const { headers } = await platform.ask(back, { headers: { Cookie: attempt } });
    const cookie = cookieIn(headers, 'refused-address');
    const page = (await platform.ask('/sign-in?problem=unknown', { headers: { Cookie: cookie ?? '' } })).body as string;
    expect(page).toContain('No organization has a member with stranger@fleet.example.');
    expect(page).toContain('mailto:support@');
    const elsewhere = (await platform.ask('/sign-in?problem=unknown')).body as string;
    expect(elsewhere).toContain('No organization has a member with your address.');
  });

  it.each([
    ['behind', { iat: 0, exp: 300 }],
    ['ahead', { iat: 4_000_000_000, exp: 4_000_000_300 }],
  ])('says that the clocks differ where the one of the provider is %s', async (_, claims) => {
    provider.wrongdoing = { claims };
    const { location, session } = await signIn();
    provider.wrongdoing = {};
    expect([location, session]).toEqual(['/sign-in?problem=clock&next=%2F', null]);
    const line = platform.logged.find(({ msg }) =>
      String(msg).startsWith('The clocks of this machine and of the identity provider differ'),
    );
    expect(line).toMatchObject({ level: 50 });
  });

  it('links nobody when several members have the address', async () => {
    await platform.context.db.execute("update members set primary_email = 'same@fleet.example' where handle in ('tess', 'noor')");
    provider.person = { sub: 'u-same', email: 'same@fleet.example', email_verified: true };
    expect((await signIn()).location).toMatch(/problem=unknown/);
  });

  it('links one login when two sign in for the first time at once', async () => {
    const logins = ['a', 'b', 'c', 'd'].map((sub): Person => ({ sub: `race-${sub}`, email: 'viewer@fleet.example', email_verified: true }));
    const attempts = [];
    for (const person of logins) {
      provider.person = person;
      attempts.push(await leave());
    }
    const answers = await Promise.all(attempts.map(({ attempt, back }) => platform.ask(back, { headers: { Cookie: attempt } })));
    expect(answers.filter(({ headers }) => cookieIn(headers, 'session') !== null)).toHaveLength(1);
  });

  it('logs who signed in and whose sign-in was refused, without an address', async () => {
    const since = platform.logged.length;
    await signIn();
    provider.person = { sub: 'u-refused', email: 'refused@fleet.example', email_verified: true };
    await signIn();
    provider.wrongdoing = { signedBy: 'a stranger' };
    await signIn();
    const lines = platform.logged.slice(since).filter(({ event }) => /sign/.test(String(event)));
    const requestId = expect.stringMatching(/^req_/);
    expect(lines).toEqual([
      expect.objectContaining({ event: 'signed_in', member: expect.any(Number), requestId }),
      expect.objectContaining({ event: 'sign_in_refused', subject: 'u-refused', requestId }),
      expect.objectContaining({ event: 'sign_in_refused', requestId }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('@fleet.example');
  });

  it('begins a new session and ends the old one', async () => {
    const first = await signIn();
    const second = await signIn('/', first.session ?? '');
    expect([await usernameOf(first.session), await usernameOf(second.session)]).toEqual([undefined, 'bianca-billing']);
  });

  describe('turns away', () => {
    const expectRefused = async (answer: { headers: Headers }) => {
      expect(answer.headers.get('Location')).toMatch(/^\/sign-in\?problem=(refused|expired|clock)/);
      expect(cookieIn(answer.headers, 'session')).toBeNull();
    };

    it('an answer that this browser did not ask for', async () => {
      const [mine, other] = [await leave(), await leave()];
      await expectRefused(await platform.ask(mine.back));
      await expectRefused(await platform.ask(mine.back, { headers: { Cookie: other.attempt } }));
      await expectRefused(await platform.ask(mine.back.replace(/state=[^&]+/, 'state=x'), { headers: { Cookie: mine.attempt } }));
      await expectRefused(await platform.ask(mine.back.replace(/&?iss=[^&]+/, ''), { headers: { Cookie: mine.attempt } }));
      await expectRefused(
        await platform.ask(mine.back.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'), { headers: { Cookie: mine.attempt } }),
      );
      await expectRefused(await platform.ask('/auth/oidc/callback', { headers: { Cookie: mine.attempt } }));
      await expectRefused(await platform.ask(mine.back, { headers: { Cookie: 'sign-in=bm90IGpzb24' } }));
    });

    it('a code that was used, and one with another verifier', async () => {
      const { attempt, back } = await leave();
      const headers = { Cookie: attempt };
      expect((await platform.ask(back, { headers })).headers.get('Location')).toBe('/');
      await expectRefused(await platform.ask(back, { headers }));
      const stolen = await leave();
      const parts = JSON.parse(Buffer.from(stolen.attempt.slice('sign-in='.length), 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...parts, verifier: 'v'.repeat(43) })).toString('base64url');
      await expectRefused(await platform.ask(stolen.back, { headers: { Cookie: `sign-in=${forged}` } }));
      expect(provider.refusals).toEqual(['unknown code', 'wrong verifier']);
    });

    it.each([
      ['signed by a stranger', { signedBy: 'a stranger' }],
      ['signed by nobody', { signedBy: 'nobody' }],
      ['for another client', { claims: { aud: 'somebody-else' } }],
      ['of another issuer', { claims: { iss: 'https://evil.example' } }],
      ['of another attempt', { claims: { nonce: 'n'.repeat(43) } }],
      ['that is over', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ] as const)('an ID token %s', async (_, wrongdoing) => {
      provider.wrongdoing = wrongdoing;
      await expectRefused(await signIn());
    });

    it('somebody whom the provider refuses', async () => {
      provider.person = { sub: 'nobody' };
      await expectRefused(await signIn());
    });

    it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])('the way on to %s', async (next) => {
      expect((await signIn(next)).location).toBe('/');
    });
  });

  it('says so when the provider is away, and signs in once it is back', async () => {
    const { attempt, back } = await leave();
    provider.available = false;
    expect((await platform.ask(back, { headers: { Cookie: attempt } })).headers.get('Location')).toMatch(/problem=unavailable/);
    provider.available = true;
    expect((await signIn()).location).toBe('/');
    const page = (await platform.ask('/sign-in?problem=unavailable&next=%2Forg%2Fx')).body as string;
    expect(page).toContain('Your identity provider does not answer at the moment');
    expect(page).toContain('href="/auth/oidc?next=%2Forg%2Fx"');
  });

  it('signs out on every device, and nobody else', async () => {
    const [one, two] = [await signIn(), await signIn()];
    const bearer = { Authorization: `Bearer ${await provider.token(audience, billing.sub)}` };
    const other = await platform.token('owner');
    expect((await platform.ask(profile, { headers: bearer })).status).toBe(200);
    const out = await platform.ask('/sign-out/everywhere', { method: 'POST', headers: { Cookie: one.session ?? '' } });
    expect([out.status, out.headers.get('Location')]).toEqual([303, '/sign-in']);
    expect([await usernameOf(one.session), await usernameOf(two.session)]).toEqual([undefined, undefined]);
    expect((await platform.ask(profile, { headers: bearer })).status).toBe(401);
    expect((await platform.ask(profile, { headers: { Cookie: `session=${other}` } })).status).toBe(200);
    const later = await provider.token(audience, billing.sub, { iat: Math.floor(Date.now() / 1000) + 2 });
    expect((await platform.ask(profile, { headers: { Authorization: `Bearer ${later}` } })).status).toBe(200);
    expect((await platform.ask('/sign-out/everywhere', { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    expect((await platform.ask('/sign-out/everywhere')).status).toBe(405);
  });

  describe('a bearer token', () => {
    const ask = async (token: string, path = profile) => platform.ask(path, { headers: { Authorization: `Bearer ${token}` } });
    // Token times must be later than the sign-out from all devices. The getters compute the times at each use, because earlier tests can
    // take long.
    const later = {
      get iat() {
        return Math.floor(Date.now() / 1000) + 60;
      },
      get exp() {
        return Math.floor(Date.now() / 1000) + 600;
      },
    };
    const subscription = '/platform/organizations/pro-payg/billing/subscription';

    it('acts as the member of its subject, with the role that the member has now', async () => {
      await signIn();
      const token = await provider.token(audience, billing.sub, later);
      expect((await ask(token)).body.member.username).toBe('bianca-billing');
      const membership = `member_id = (select id from members where handle = 'billing') and organization_id = (select id from organizations where slug = 'pro-payg')`;
      expect((await ask(token, subscription)).status).toBe(200);
      await platform.context.db.execute(`update memberships set role = 'viewer' where ${membership}`);
      expect((await ask(token, subscription)).status).toBe(403);
      await platform.context.db.execute(`update memberships set role = 'billing' where ${membership}`);
      expect((await ask(token, '/platform/organizations/elsewhere')).status).toBe(404);
    });

    it.each<[string, () => Promise<string>]>([
      ['for another audience', () => provider.token('https://other.example', billing.sub, later)],
      ['made for signing in', () => provider.token(provider.clientId, billing.sub, later)],
      ['of another issuer', () => provider.token(audience, billing.sub, { ...later, iss: 'https://evil.example' })],
      ['signed by a stranger', () => provider.token(audience, billing.sub, later, 'a stranger')],
      ['signed by nobody', () => provider.token(audience, billing.sub, later, 'nobody')],
      ['that is over', () => provider.token(audience, billing.sub, { iat: 1, exp: Math.floor(Date.now() / 1000) - 60 })],
      ['that is not good yet', () => provider.token(audience, billing.sub, { ...later, nbf: Math.floor(Date.now() / 1000) + 600 })],
      ['without an end', () => provider.token(audience, billing.sub, { ...later, exp: undefined as never })],
      ['of a subject that never signed in', () => provider.token(audience, 'u-unknown', later)],
      ['of nobody', () => provider.token(audience, '', later)],
      ['that is no token', () => Promise.resolve('a.b.c')],
    ])('%s is refused', async (_, make) => {
      const { status, body } = await ask(await make());
      expect([status, body.code]).toEqual([401, 'unauthenticated']);
    });

    it('without the scope that the settings name is refused by its name, and taken with it', async () => {
      const strict = await startPlatform(kind, {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_AUDIENCE: audience,
        OIDC_SCOPE: 'billing:manage',
      });
      const askStrict = async (claims: Record<string, unknown>) =>
        strict.ask(profile, {
          headers: { Authorization: `Bearer ${await provider.token(audience, billing.sub, { ...later, ...claims })}` },
        });
      // The person has never signed in. Tokens without the required scope get 403, tokens with the scope get 401.
      for (const claims of [{}, { scope: 'openid billing:manager' }, { scp: ['billing'] }]) {
        const { status, body, headers } = await askStrict(claims);
        expect([status, body.code, body.message]).toEqual([403, 'forbidden', 'Your token lacks the scope billing:manage']);
        expect(headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope", scope="billing:manage"');
      }
      for (const claims of [{ scope: 'openid billing:manage' }, { scp: 'billing:manage' }, { scp: ['billing:manage'] }])
        expect((await askStrict(claims)).status).toBe(401);
      await strict.stop();
    });

    it('in a cookie is none', async () => {
      const token = await provider.token(audience, billing.sub, later);
      expect((await platform.ask(profile, { headers: { Cookie: `session=${token}` } })).status).toBe(401);
    });

    it('is never logged', async () => {
      const token = await provider.token(audience, billing.sub, later);
      await ask(token);
      expect(JSON.stringify(platform.logged)).not.toContain(token);
      expect(JSON.stringify(platform.logged)).not.toContain(provider.clientSecret);
    });
  });
});

it.skipIf(inject('postgresUrl') === null)('production has no sandbox sign-in', async () => {
  const platform = await startPlatform('postgres', productionSettings, { seeds: [], automatic: false });
  try {
    const { ask, context } = platform;
    const json = { 'Content-Type': 'application/json' };
    await context.db.execute("insert into members (handle, username, primary_email) values ('owner', 'olivia', 'o@x.example')");
    const answers = await Promise.all([
      ask('/auth/sandbox', { method: 'POST', headers: json, body: '{"member":"owner"}' }),
      ask('/sign-in', { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'member=owner' }),
      ask('/sign-in?member=owner', { method: 'POST', headers: json, body: '{"member":"owner"}' }),
    ]);
    for (const { status, headers } of answers) expect([status, headers.getSetCookie()]).toEqual([404, []]);
    for (const path of ['/inspector', '/sandbox/clock', '/__design', '/__design/frame?member=owner&to=/', '/sandbox-gateway/v1/customers'])
      expect([path, (await ask(path)).headers.get('Location') ?? '/sign-in']).toEqual([path, '/sign-in']);
    const page = (await ask('/sign-in')).body as string;
    expect(page).toContain('identity provider');
    expect(page).not.toMatch(/sandbox|Sign in as/i);
    expect(rowsOf(await context.db.execute('select 1 from sessions'))).toEqual([]);
  } finally {
    await platform.stop();
  }
});
