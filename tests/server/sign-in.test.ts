import { expect, it } from 'vitest';
import { hashToken } from '#server/http/session.ts';
import { rowsOf } from '#server/database/database.ts';
import { onEachStore, startPlatform } from '#tests/support/platform.ts';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const profile = '/platform/profile';

/** Sign-in must not redirect to these targets, but to the location beside them. */
const attacks: readonly (readonly [next: string, location: string])[] = [
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/org/x\r\nSet-Cookie: a=b', '/'],
  ['', '/'],
  ['org/x', '/'],
  ['/..//evil.example', '/'],
  ['/./\\evil.example', '/'],
];

onEachStore((platform) => {
  it("sets a cookie that scripts and other sites can't use, and keeps only the hash of its token", async () => {
    const { ask, context } = platform();
    const answer = await ask('/auth/sandbox', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"member":"owner"}',
    });
    expect(answer.status).toBe(204);
    const cookie = answer.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = /session=([^;]+)/.exec(cookie)?.[1] ?? '';
    const rows = rowsOf<{ token_hash: string }>(await context.db.execute('select token_hash from sessions'));
    const stored = rows.map((row) => row.token_hash);
    expect(stored).toContain(hashToken(token));
    expect(stored.join()).not.toContain(token);
  });

  it('takes the session from the cookie or from a bearer token', async () => {
    const { ask, token } = platform();
    expect((await ask(profile, { as: 'billing' })).body.member.username).toBe('bianca-billing');
    const bearer = await ask(profile, { headers: { Authorization: `Bearer ${await token('billing')}` } });
    expect(bearer.body.member.username).toBe('bianca-billing');
  });

  it('signs in by the form of the sign-in page and goes on to where the member wanted', async () => {
    const { ask } = platform();
    const answer = await ask('/sign-in', {
      method: 'POST',
      headers: form,
      body: 'member=owner&next=%2Forg%2Fpro-payg%2Fbilling%3Fpanel%3DcostControl%23invoices',
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/org/pro-payg/billing?panel=costControl#invoices']);
    expect(answer.headers.get('Set-Cookie')).toMatch(/^session=/);
    const byQuery = await ask('/sign-in?member=viewer&next=%2Forg%2Ffree-start', { method: 'POST', headers: form, body: '' });
    expect([byQuery.status, byQuery.headers.get('Location')]).toEqual([303, '/org/free-start']);
  });

  it.each(attacks)('does not go to %j', async (next, location) => {
    const answer = await platform().ask('/sign-in', {
      method: 'POST',
      headers: form,
      body: new URLSearchParams({ member: 'owner', next }).toString(),
    });
    expect(answer.headers.get('Location')).toBe(location);
  });

  it('ends the session at sign-out, and the old one when another member signs in', async () => {
    const { ask } = platform();
    const signIn = async (headers: Record<string, string>) => {
      const answer = await ask('/auth/sandbox', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{"member":"admin"}',
      });
      return { Cookie: (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '' };
    };
    const first = await signIn({});
    const second = await signIn(first);
    expect([(await ask(profile, { headers: first })).status, (await ask(profile, { headers: second })).status]).toEqual([401, 200]);
    const out = await ask('/sign-out', { method: 'POST', headers: second });
    expect([out.status, out.headers.get('Location')]).toEqual([303, '/sign-in']);
    expect(out.headers.get('Set-Cookie')).toMatch(/^session=; Max-Age=0; /);
    expect((await ask(profile, { headers: second })).status).toBe(401);
  });

  it.each([
    ['expires_at', "now() - interval '1 second'"],
    ['last_seen_at', "now() - interval '13 hours'"],
  ])('ends a session whose %s has passed', async (column, value) => {
    const { ask, context } = platform();
    const answer = await ask('/auth/sandbox', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"member":"owner"}',
    });
    const cookie = (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
    expect((await ask(profile, { headers: { Cookie: cookie } })).status).toBe(200);
    await context.db.execute(`update sessions set ${column} = ${value} where token_hash = '${hashToken(cookie.slice('session='.length))}'`);
    expect((await ask(profile, { headers: { Cookie: cookie } })).status).toBe(401);
  });

  it("outlives the moving of the platform's clock", async () => {
    const { ask, context } = platform();
    context.clock.moveTo(400 * 24 * 3600 * 1000);
    const { status, headers } = await ask(profile, { as: 'owner' });
    context.clock.moveTo(0);
    expect(status).toBe(200);
    expect(Date.parse(headers.get('Date') ?? '') - Date.now()).toBeGreaterThan(399 * 24 * 3600 * 1000);
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 204],
    [{}, 204],
  ] as const)('answers a write that comes with %j by %i', async (headers, status) => {
    const answer = await platform().ask('/auth/sandbox', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"member":"owner"}',
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.has('Set-Cookie')).toBe(status === 204);
  });

  it('lets its own origin write', async () => {
    const { ask, origin } = platform();
    const answer = await ask('/sign-out', { method: 'POST', headers: { Origin: origin } });
    expect(answer.status).toBe(303);
  });
});

it('binds the cookie to this host and to https where the public address is https, and takes no other', async () => {
  const platform = await startPlatform('pglite', { PUBLIC_ORIGIN: 'https://billing.example' });
  try {
    const answer = await platform.ask('/sign-in', { method: 'POST', headers: form, body: 'member=owner' });
    const cookie = answer.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
    const [pair = ''] = cookie.split(';', 1);
    const statusWith = async (value: string): Promise<number> => (await platform.ask(profile, { headers: { Cookie: value } })).status;
    expect([await statusWith(pair), await statusWith(pair.replace('__Host-', ''))]).toEqual([200, 401]);
  } finally {
    await platform.stop();
  }
});
