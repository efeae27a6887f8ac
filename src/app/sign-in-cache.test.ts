import { expect, it } from 'vitest';
import type { PageAnswer, PageRequest } from '#lib/page-request.ts';
import { renderPage } from './entry-server.tsx';
import { withSignInCache } from './sign-in-cache.ts';

const member = { handle: 'owner', username: 'ada', description: 'Owner' };

const request = (search: string, changes: Partial<PageRequest> = {}): PageRequest => ({
  url: new URL(`http://localhost/sign-in${search}`),
  signedIn: false,
  belongsTo: () => Promise.resolve(false),
  call: () => Promise.reject(new Error('The page makes no call')),
  cookies: {},
  nonce: 'a-nonce',
  nowMs: 1_800_000_000_000,
  mode: 'production',
  analytics: 'silent',
  payments: null,
  sandboxMembers: [],
  signInAt: '/auth/oidc',
  manifest: null,
  ...changes,
});

function counted() {
  let count = 0;
  const render = withSignInCache((request): Promise<PageAnswer> => {
    count += 1;
    return renderPage(request);
  });
  return { render, count: () => count };
}

const addresses = ['/org/acme/billing?a=1&b=2', `/x"'<script>&amp;$&$1`, '//evil.example', '/ä ö'];

it.each(addresses)('answers %s with the page as it is rendered', async (next) => {
  for (const ways of [{}, { signInAt: null, sandboxMembers: [member] }]) {
    const search = `?problem=expired&next=${encodeURIComponent(next)}`;
    const later = { ...ways, nonce: 'another-nonce', nowMs: 1_800_000_000_999 };
    await renderPage(request('?problem=expired&next=/other', ways));
    const kept = await renderPage(request(search, later));
    // A page for a visitor with a refused address is never cached.
    const rendered = await renderPage(request(search, { ...later, cookies: { 'refused-address': 'x' } }));
    expect(kept.html).toBe(rendered.html.replace('"refusedAddress":"x"', '"refusedAddress":null'));
    expect(kept.html).toContain('nonce="another-nonce"');
    expect(kept.html).toContain('"nowMs":1800000000999');
  }
});

it('renders once, whatever a visitor adds to the address', async () => {
  const { render, count } = counted();
  const searches = ['', '?next=/a', '?next=/b', '?problem=none', '?x=1&next=/c', '?problem=&next='];
  for (const search of searches) expect((await render(request(search))).status).toBe(200);
  expect(count()).toBe(1);
});

it('renders a problem, a theme and other ways of signing in of their own', async () => {
  const { render, count } = counted();
  const { html } = await render(request('?problem=expired'));
  expect(html).toContain('Your sign-in took too long');
  expect((await render(request('', { cookies: { theme: 'dark.system' } }))).html).toContain('data-theme="dark"');
  expect((await render(request('', { sandboxMembers: [member] }))).html).toContain('Sign in as owner');
  expect(count()).toBe(3);
});

it('keeps nothing of an address that was refused, and nothing of a member', async () => {
  const { render, count } = counted();
  const refused = request('?problem=unknown', { cookies: { 'refused-address': 'ada@acme.example' } });
  expect((await render(refused)).html).toContain('ada@acme.example');
  expect((await render(request('?problem=unknown'))).html).not.toContain('ada@acme.example');
  await render(request('', { signedIn: true }));
  await render(request('', { signedIn: true }));
  expect(count()).toBe(4);
});
