import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import type { PolicyMode } from '#server/http/csp.ts';
import type { HttpEnvironment } from '#server/http/environment.ts';
import { pageHeaders } from '#server/http/headers.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import { secretsIn } from '#tests/support/secrets.ts';
import { storedDigest } from '#tests/support/stored-digest.ts';

const names = Object.keys(callTable) as CallName[];
const writes = names.filter((name) => !['GET', 'HEAD'].includes(callTable[name].method) && callTable[name].access !== 'service');
const base = (slug: string) => `/platform/organizations/${slug}`;
const pathOf = (name: CallName): string =>
  callTable[name].path
    .replace('{slug}', 'capped')
    .replace('{budget_id}', `bud_${'a'.repeat(24)}`)
    .replace('{token_id}', `tok_${'a'.repeat(24)}`)
    .replace('{proposal_id}', `prop_${'a'.repeat(24)}`)
    .replace('{credit_note_id}', `cn_${'a'.repeat(24)}`)
    .replace('{invoice_id}', `in_${'a'.repeat(24)}`);

const policyOf = async (mode: PolicyMode): Promise<string> => {
  const page = new Hono<HttpEnvironment>().get('/', pageHeaders(mode), (c) => c.html('<!doctype html>'));
  return (await page.request('/')).headers.get('Content-Security-Policy') ?? '';
};

const scriptsOf = (policy: string): string[] =>
  (/script-src ([^;]*)/.exec(policy)?.[1] ?? '').split(' ').filter((source) => !source.startsWith("'nonce-"));

describe('scripts', () => {
  it('come from this origin alone without a gateway, and from the payment and captcha providers with one', async () => {
    expect(scriptsOf(await policyOf('sandbox'))).toEqual(["'self'"]);
    expect(scriptsOf(await policyOf('gateway'))).toEqual([
      "'self'",
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hcaptcha.com',
      'https://*.hcaptcha.com',
    ]);
  });

  it('need Trusted Types, by one policy, where all of them are ours, and nowhere else', async () => {
    expect(await policyOf('sandbox')).toContain("require-trusted-types-for 'script'; trusted-types payment-scripts;");
    for (const mode of ['gateway', 'development'] as const) expect(await policyOf(mode)).not.toContain('trusted-types');
  });
});

onMoneyPlatformWith({ kinds: ['pglite'] }, (money) => {
  it('loads three scripts on a page, and nothing else: the entry, what keeps early input, and the data', async () => {
    for (const [path, as] of [
      ['/org/payg/billing', 'owner'],
      ['/sign-in', undefined],
      ['/org/nothing', 'owner'],
    ] as const) {
      const { body } = await money().platform.ask(path, as ? { as } : {});
      const html = body as string;
      const kinds = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes.replace(/ nonce="[^"]*"/, '').trim());
      expect(
        kinds.filter((kind) => !/^type="module"( src="\/[@\w][^"]*")?$|^type="application\/json" id="page-data"$|^$/.test(kind)),
      ).toEqual([]);
      const markup = html.replace(/<script\b[\s\S]*?<\/script>/g, '');
      expect(markup).not.toMatch(
        /<(?:iframe|object|embed|base)\b|<[a-z][^>]* on\w+=|<link\b[^>]*href="(?:https?:)?\/\/|src="(?:https?:)?\/\/|="javascript:/i,
      );
    }
  });

  it('refuses every write that another site makes a browser send, and changes nothing', async () => {
    const { platform, db } = money();
    await platform.token('owner');
    const before = await storedDigest(db);
    const origins: readonly Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${platform.origin}.evil.example`, 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const name of writes) {
      const { method, version }: CallDeclaration = callTable[name];
      for (const origin of origins) {
        const headers = { 'Content-Type': 'application/json', ...(version && { Version: version }), ...origin };
        const { status, body } = await platform.ask(pathOf(name), { as: 'owner', method, headers, body: '{}' });
        expect([name, origin, status, body.code]).toEqual([name, origin, 403, 'cross_site_request']);
      }
      // Forms can send these content types without a preflight, so the platform refuses them before it reads the body.
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        if (!(callTable[name] as CallDeclaration).body) continue;
        const headers = { 'Content-Type': type, ...(version && { Version: version }) };
        expect([name, (await platform.ask(pathOf(name), { as: 'owner', method, headers, body: '{}' })).status]).toEqual([name, 415]);
      }
    }
    expect(await storedDigest(db)).toBe(before);
  });

  it('changes nothing by any read but the one that opens a payment page', async () => {
    const { platform, db } = money();
    const acting = names.filter((name) => (callTable[name] as CallDeclaration).acts);
    expect(acting).toEqual(['getInvoicePaymentLink']);
    const before = await storedDigest(db);
    for (const name of names.filter((one) => callTable[one].method === 'GET' && !acting.includes(one))) {
      const { path, version }: CallDeclaration = callTable[name];
      const filled = path
        .replace('{slug}', 'capped')
        .replace('{invoice_id}', 'in_unknown00000')
        .replace('{line_id}', 'plan')
        .replace('{ref}', 'a'.repeat(20))
        .replace('{installation_id}', 'icfg_x');
      expect((await platform.ask(filled, { as: 'owner', headers: version ? { Version: version } : {} })).status).toBeLessThan(500);
    }
    expect(await storedDigest(db)).toBe(before);
  });

  describe('a flood', () => {
    const flood = async (most: number, send: (index: number) => Promise<{ status: number; headers: Headers }>): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: most * 2 + 1 }, (_, index) => send(index)));
      const refused = answers.filter(({ status }) => status === 429);
      for (const { headers } of refused) expect(headers.get('Retry-After')).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
      return answers.length - refused.length;
    };

    // Each flood exceeds twice the limit, because a second rate limit window may begin during the flood.
    it.each<[string, number, (index: number) => Promise<{ status: number; headers: Headers }>]>([
      ['setup intents', 10, () => money().send('POST', `${base('top')}/payments/setup-intent`, { hcaptchaToken: money().captcha() })],
      ['top-ups', 10, () => money().topUp('top', { payment_method_id: 'pm_unknown' })],
      ['payment links', 30, () => money().send('GET', `${base('top')}/billing/invoices/in_unknown00000/payment-link`)],
      ['previews', 120, () => money().preview('payg', 'tier_team')],
    ])(
      'of %s is stopped at %i a minute',
      async (_, most, send) => {
        const admitted = await flood(most, send);
        expect([most, most * 2]).toContainEqual(admitted >= most && admitted <= most * 2 ? most : admitted);
      },
      // The timeout equals a rate limit window of one minute. A longer flood could reach a third window, which admits more requests.
      60_000,
    );

    it('stops nobody in another organization', async () => {
      expect((await money().send('POST', `${base('rich')}/payments/setup-intent`, { hcaptchaToken: money().captcha() })).status).toBe(201);
    });
  });

  it('keeps secrets of payments out of the log, whatever becomes of them', async () => {
    const { change, card, challenge, send, topUp, platform } = money();
    const { body } = await change('free-one', { tier: 'tier_pro', payment_method: await card(testCard.asksAlways) });
    await challenge(body.pending_payment_intent_secret, 'fail');
    await send('POST', `${base('free-one')}/billing/subscription/confirm`, { payment_intent_id: body.pending_payment_intent_secret });
    await topUp('capped', { payment_method_id: await card(testCard.declines) });
    await platform.ask(`/platform/profile?client_secret=${body.pending_payment_intent_secret}`, { as: 'owner' });
    platform.context.log.error(
      { err: new Error('x'), client_secret: body.pending_payment_intent_secret, deep: { token: 'sandbox.1.aaaaaaaaaa.bbbbbbbbbb' } },
      'redacted',
    );
    expect(platform.logged.length).toBeGreaterThan(5);
    expect(secretsIn(platform.logged)).toEqual([]);
  });
});

describe('the scanner of the log', () => {
  it.each([
    [{ msg: 'paid with 4242 4242 4242 4242' }, 'a card number'],
    [{ a: { b: 'pi_3abc_secret_xyz' } }, 'the secret of a payment or a setup'],
    [{ url: 'http://localhost/gateway/pay/cs_test_1' }, 'a payment page'],
    [{ key: 'sk_live_abcdef123' }, 'a key of the gateway'],
    [{ cookie: `session=${'a'.repeat(43)}` }, 'a session'],
    [{ header: 'Bearer abcdefghijklmnop' }, 'a bearer token'],
    [{ token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.sig' }, 'a signed token'],
  ])('finds it in %j', (line, what) => {
    expect(secretsIn([line]).join()).toContain(what);
  });

  it('takes ids, times and amounts for what they are', () => {
    expect(secretsIn([{ at: 1_763_769_600_000, requestId: 'req_4242424242424242', amount: 100_000, path: '/org/x/billing' }])).toEqual([]);
  });
});
