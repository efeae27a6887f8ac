import { expect, it } from 'vitest';
import { onEachStore } from '#tests/support/platform.ts';

const routes: readonly (readonly [path: string, as: string | undefined, method: string, status: number])[] = [
  ['/healthz', undefined, 'GET', 200],
  ['/sign-in', undefined, 'GET', 200],
  ['/', undefined, 'GET', 302],
  ['/', 'owner', 'GET', 200],
  ['/org/pro-payg/billing', 'owner', 'GET', 200],
  ['/org/no-such-organization/billing', 'owner', 'GET', 404],
  ['/favicon.ico', undefined, 'GET', 404],
  ['/assets/nothing.js', undefined, 'GET', 404],
  ['/platform/openapi.json', undefined, 'GET', 200],
  ['/platform/profile', 'owner', 'GET', 200],
  ['/platform/profile', undefined, 'GET', 401],
  ['/platform/organizations/failing-org', 'owner', 'GET', 500],
  ['/platform/nothing', 'owner', 'GET', 404],
  ['/platform/profile', 'owner', 'POST', 405],
  ['/sign-out', undefined, 'POST', 303],
  ['/auth/sandbox', undefined, 'POST', 415],
  ['/reports/csp', undefined, 'PUT', 405],
];

onEachStore((platform) => {
  it.each(routes)('protects %s for %s with %s', async (path, as, method, status) => {
    const { headers, status: answered } = await platform().ask(path, { method, ...(as ? { as } : {}) });
    expect(answered).toBe(status);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Cache-Control')).toMatch(/^(private, no-(store|cache)|no-cache)$/);
    expect(headers.get('X-Request-Id')).toMatch(/^req_[\w-]{36}$/);
    expect(headers.get('Strict-Transport-Security')).toBeNull();
    const policy = headers.get('Content-Security-Policy') ?? '';
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/);
    if ((headers.get('Content-Type') ?? '').startsWith('text/html')) {
      expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}=='/);
      expect(policy).toContain("object-src 'none'");
      expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    }
  });

  it('gives each page another nonce', async () => {
    const nonce = async () => /'nonce-([^']+)'/.exec((await platform().ask('/sign-in')).headers.get('Content-Security-Policy') ?? '')?.[1];
    expect(await nonce()).not.toBe(await nonce());
  });

  it('makes its own request ids, and logs beside them what a caller sent, where it could not forge a log line', async () => {
    const { ask, logged } = platform();
    const callerIdOf = async (sentRequestId: string) => {
      const id = (await ask('/sign-in', { headers: { 'X-Request-Id': sentRequestId } })).headers.get('X-Request-Id');
      expect(id).toMatch(/^req_[\w-]{36}$/);
      return logged.find(({ requestId, msg }) => requestId === id && msg === 'request')?.['callerRequestId'];
    };
    expect(await callerIdOf('abc-123_DEF')).toBe('abc-123_DEF');
    expect(await callerIdOf('x'.repeat(65))).toBeUndefined();
    expect(await callerIdOf('a b"{}')).toBeUndefined();
  });

  it('compresses long answers for those who take it', async () => {
    const { origin, token } = platform();
    const ask = (encoding: string) =>
      token('owner').then((value) =>
        fetch(`${origin}/platform/organizations`, { headers: { Cookie: `session=${value}`, 'Accept-Encoding': encoding } }),
      );
    const [brotli, gzip, plain] = await Promise.all([ask('gzip, br'), ask('gzip'), ask('identity')]);
    expect([brotli, gzip, plain].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', 'gzip', null]);
    const refusing = await Promise.all(['br;q=0, gzip;q=0.5', 'gzip;q=0, br; q=0.000', 'identity;q=1'].map(ask));
    expect(refusing.map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['gzip', null, null]);
    const texts = await Promise.all([brotli, gzip, plain].map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
  });

  it('answers a long read that its asker holds already without a body, and keeps secrets out of every cache', async () => {
    const { origin, token } = platform();
    const cookie = `session=${await token('owner')}`;
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${origin}/platform/organizations/pro-payg${path}`, { headers: { Cookie: cookie, Version: '2', ...headers } });
    const first = await ask('/billing/invoices?offset=0&limit=20');
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect([first.headers.get('Cache-Control'), first.headers.get('Vary')]).toEqual([
      'private, no-cache',
      expect.stringMatching(/Cookie.*Authorization/),
    ]);
    const again = await ask('/billing/invoices?offset=0&limit=20', { 'If-None-Match': `"other", ${tag}` });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    const changed = await ask('/billing/invoices?offset=0&limit=20', { 'If-None-Match': '"other"' });
    expect([changed.status, await changed.json()]).toEqual([200, await first.json()]);
    const subscription = await ask('/billing/subscription');
    expect([subscription.headers.get('Cache-Control'), subscription.headers.get('ETag')]).toEqual(['private, no-store', null]);
    // The platform sends the headers before it has read the whole file, so the response has no ETag.
    expect((await ask('/billing/invoices/export')).headers.get('ETag')).toBeNull();
    const link = await ask('/billing/subscription', { 'If-None-Match': '*' });
    expect(link.status).toBe(200);
  });

  it('takes reports of the browser, shows them and logs them without what addresses carry', async () => {
    const { ask, logged } = platform();
    const before = (await ask('/reports/csp')).body.count;
    const report = {
      type: 'csp-violation',
      body: {
        effectiveDirective: 'script-src-elem',
        blockedURL: 'https://evil.example/x.js?token=abc',
        documentURL: 'http://localhost/org/x?secret=1',
        lineNumber: 3,
      },
    };
    const answer = await ask('/reports/csp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/reports+json' },
      body: JSON.stringify([report]),
    });
    expect(answer.status).toBe(204);
    const { count, reports } = (await ask('/reports/csp')).body;
    expect(count).toBe(before + 1);
    expect(reports.at(-1)).toEqual({
      directive: 'script-src-elem',
      blocked: 'https://evil.example/x.js',
      page: 'http://localhost/org/x',
      source: '',
      line: 3,
    });
    expect(logged).toContainEqual(expect.objectContaining({ event: 'csp_violation' }));
    for (const body of ['', '{', 'null', '[[]]', '"x"']) {
      expect((await ask('/reports/csp', { method: 'POST', headers: { 'Content-Type': 'application/csp-report' }, body })).status).toBe(204);
    }
  });

  it('writes neither tokens nor cookies nor query values into the log', async () => {
    const { ask, token, logged } = platform();
    await ask('/platform/profile?token=query-secret-value', { as: 'owner', headers: { Authorization: 'Basic header-secret-value' } });
    const text = JSON.stringify(logged);
    for (const secret of [await token('owner'), 'query-secret-value', 'header-secret-value']) expect(text).not.toContain(secret);
  });
});
