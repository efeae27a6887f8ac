import { expect, it } from 'vitest';
import { onEachStore, type Answer } from '#tests/support/platform.ts';

// The limits of production, except for a shorter queue and a shorter waiting time.
const limits = {
  REQUESTS_PER_MEMBER: '8',
  REQUESTS_PER_ORGANIZATION: '32',
  HEAVY_REQUESTS: '2',
  REQUESTS_WAITING: '4',
  REQUEST_WAIT_SECONDS: '1',
};

const calls = '/platform/organizations/slow-org/billing/subscription';
const page = '/org/slow-org/billing';

onEachStore((platform) => {
  function flood(path: string, count: number, as: string) {
    const answers: Answer[] = [];
    const headers = { Accept: path.startsWith('/org') ? 'text/html' : 'application/json' };
    const all = Promise.all(
      Array.from({ length: count }, async () => {
        const answer = await platform().ask(path, { as, headers });
        answers.push(answer);
        return answer;
      }),
    );
    return { answers, all };
  }

  it('answers other organizations while one member asks for 20 pages, and refuses what waits too long', async () => {
    // Requests a page first, because the first page request loads the renderer.
    expect((await platform().ask('/org/pro-payg/billing', { as: 'admin' })).status).toBe(200);
    const { answers, all } = flood(page, 20, 'owner');
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    const other = await platform().ask('/org/pro-payg/billing', { as: 'admin' });
    expect([other.status, other.body]).toEqual([200, expect.stringContaining('</html>')]);
    expect((await platform().ask('/platform/organizations/pro-payg', { as: 'admin' })).status).toBe(200);

    const statuses = (await all).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    for (const { status, headers, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, headers.get('Content-Type'), headers.get('Retry-After')]).toEqual([429, 'text/html; charset=utf-8', '1']);
      expect(body).toContain('<p>Too many requests are under way at once. Try again in 1 second.</p>');
      expect(body).toContain('<a href="">Try again</a>');
      expect(body).toContain(headers.get('X-Request-Id'));
    }
  });

  it('refuses a call with the code busy, and answers health, sign-in and sign-out all the while', async () => {
    await platform().token('owner');
    const { answers, all } = flood(calls, 20, 'owner');
    await expect.poll(() => answers.length).toBeGreaterThanOrEqual(8);
    expect(answers[0]).toMatchObject({
      status: 429,
      body: { code: 'busy', message: 'Too many requests are under way at once. Try again in 1 second.', request_id: expect.any(String) },
    });
    expect(answers[0]?.headers.get('Retry-After')).toBe('1');
    const unlimited = await Promise.all([
      platform().ask('/healthz'),
      platform().ask('/readyz'),
      platform().ask('/metrics'),
      platform().ask('/assets/none.js', { as: 'owner' }),
      platform().ask('/auth/sandbox', { method: 'POST', as: 'owner', body: '{}', headers: { 'Content-Type': 'application/json' } }),
      platform().ask('/webhooks/gateway', { method: 'POST', as: 'owner', body: '{}' }),
    ]);
    expect(unlimited.map(({ status }) => status)).toEqual([200, 200, 200, 404, 400, 400]);
    const statuses = (await all).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(statuses.filter((status) => status === 429)).toHaveLength(12);
    expect((await platform().ask('/platform/profile', { as: 'owner' })).status).toBe(200);
  });

  it('counts a member in all of their organizations, and colleagues apart', async () => {
    await platform().token('admin');
    const { all } = flood(calls, 12, 'owner');
    const elsewhere = platform().ask('/platform/organizations/pro-payg', { as: 'owner' });
    expect((await platform().ask('/platform/organizations/slow-org/billing/invoices/none', { as: 'outsider' })).status).toBe(404);
    expect((await platform().ask('/platform/profile', { as: 'admin' })).status).toBe(200);
    expect((await elsewhere).status).toBe(429);
    expect((await all).filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
  });
}, limits);
