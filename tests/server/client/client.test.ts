import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callTable } from '#contract/calls.ts';
import { guidePages, plainMarkdown } from '#server/reference/guides.ts';
import { freePort } from '#tests/support/free-port.ts';
import { installClient, type InstalledClient } from '#tests/support/installed-client.ts';
import { newToken } from '#tests/support/new-token.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const slug = 'pro-payg';

let client: InstalledClient;
let platform: TestPlatform;
let operator: Operator;

beforeAll(async () => {
  client = await installClient();
  platform = await startPlatform('pglite');
  operator = await operatorOf(platform);
});
afterAll(async () => {
  await platform?.stop();
  client?.remove();
});

const examplesOf = (page: string): string[] => {
  const guide = guidePages.find((each) => each.slug === page);
  if (!guide) throw new Error(`There is no page ${page}`);
  return [...guide.markdown.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code = '']) => code);
};

it('installs from a tarball under 20 kB, without a dependency', async () => {
  expect(client.bytes).toBeLessThan(20_000);
  const script = `import * as client from 'organization-billing-client';
import { readdirSync } from 'node:fs';
const { platform, admin } = client.createClient({ url: 'http://127.0.0.1', token: 't' });
console.log(JSON.stringify({ exports: Object.keys(client).sort(), calls: Object.keys(platform).sort(), admin: Object.keys(admin).length,
  installed: readdirSync('node_modules').filter((name) => !name.startsWith('.')) }));`;
  const printed = JSON.parse(await client.runModule(script, {}));
  expect(printed.exports).toEqual(['ApiError', 'createClient', 'everyPage', 'verifyWebhook']);
  expect(printed.calls).toEqual(Object.keys(callTable).toSorted());
  expect([printed.admin > 50, printed.installed]).toEqual([true, ['organization-billing-client']]);
});

it('has the types of both APIs: wrong fields and missing ones do not compile', async () => {
  writeFileSync(
    join(client.folder, 'types.ts'),
    `import { createClient, everyPage, verifyWebhook, ApiError, type Platform } from 'organization-billing-client';
const { platform, admin } = createClient({ url: 'x', token: 't' });
const costs: Platform.Costs = await platform.getCosts({ params: { slug: 'a' }, query: { group_by: 'day' } }) as Platform.Costs;
const cents: number = costs.total_cents;
const standing: string = (await admin.getStanding({ params: { slug: 'a' } })).status;
const credit = await admin.grantCredit({ params: { slug: 'a' }, body: { amount_cents: 1, reason: 'r' } });
const approval: string | null = 'approval' in credit ? credit.approval.id : null;
for await (const page of everyPage((cursor) => platform.listCreditHistory({ params: { slug: 'a' }, query: { cursor } }))) page.entries[0]?.amount.toFixed();
const type: string | undefined = (await verifyWebhook('s', new Headers(), ''))?.type;
// @ts-expect-error: an unknown grouping
platform.getCosts({ params: { slug: 'a' }, query: { group_by: 'year' } });
// @ts-expect-error: the slug is missing
platform.getSubscription({});
// @ts-expect-error: a text instead of cents
platform.payInvoice({ params: { slug: 'a', invoice_id: 'in_1' }, body: { payment_method_id: 'pm_1', amount: '100' } });
export { cents, standing, type, approval, ApiError };
`,
  );
  const settings = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    '',
    '--ignoreConfig',
  ];
  const checked = promisify(execFile)(resolve('node_modules/.bin/tsc'), [...settings, 'types.ts'], { cwd: client.folder });
  await expect(checked.catch((error: { stdout: string }) => ({ stdout: error.stdout }))).resolves.toMatchObject({ stdout: '' });
});

it('repeats only what is safe, and gives up on what is final', async () => {
  const script = `import { createClient, ApiError } from 'organization-billing-client';
const answers = { busy: { status: 429, code: 'busy', retry: '0' }, limit: { status: 429, code: 'plan_change_limit', retry: '0' }, down: { status: 503, code: 'database_unavailable', retry: '0' } };
const tries = async (kind, call) => {
  let count = 0;
  const { status, code, retry } = answers[kind];
  const fetch = async () => { count += 1; return Response.json({ message: kind, code, request_id: 'r' }, { status, headers: { 'Retry-After': retry } }); };
  const client = createClient({ url: 'http://127.0.0.1', token: 't', fetch, retries: 2 });
  await call(client).catch((error) => { if (!(error instanceof ApiError)) throw error; });
  return count;
};
const read = ({ platform }) => platform.listPlans({ params: { slug: 'a' } });
const write = (more) => ({ platform }) => platform.createProposal({ params: { slug: 'a' }, body: {}, ...more });
console.log(JSON.stringify([await tries('busy', read), await tries('limit', read), await tries('down', read), await tries('down', write({})), await tries('down', write({ idempotencyKey: 'k' }))]));`;
  expect(JSON.parse(await client.runModule(script, {}))).toEqual([3, 1, 3, 1, 3]);
});

it.each([
  ['pagination', /^\d\d organizations, each once: true\n(\d\d) of \1 invoices\n$/],
  ['idempotency', /^the same credit: true\n422 idempotency_key_reused\n$/],
  ['rate-limits', /^each request counts: true\n$/],
  ['errors', /^422 rule_violated at body\.\w+, known to the operator: true\n$/],
  ['versions', /^recordUsage is deprecated since 2026-12-01, until 2028-12-01\n$/],
])('the examples of the page %s run as they are printed', async (page, printed) => {
  const [project] = (await platform.ask(`/platform/organizations/${slug}/projects?limit=1`, { as: 'owner' })).body.projects;
  const environment = {
    BILLING_URL: platform.origin,
    BILLING_KEY: operator.key,
    BILLING_TOKEN: (await newToken(platform, slug, { scopes: ['billing:read'] })).token,
    BILLING_SERVICE_TOKEN: platform.context.config.serviceToken ?? '',
    SLUG: slug,
    PROJECT_REF: project.ref,
  };
  const outputs: string[] = [];
  for (const example of examplesOf(page)) outputs.push(await client.runModule(example, environment));
  expect(outputs.length).toBeGreaterThan(0);
  expect(outputs.join('')).toMatch(printed);
});

it('refuses a forged, an old and a changed webhook message', async () => {
  const script = `import { verifyWebhook } from 'organization-billing-client';
import { createHmac } from 'node:crypto';
const key = Buffer.alloc(32, 7), secret = 'whsec_' + key.toString('base64'), body = '{"type":"invoice.paid"}', now = 1_800_000_000_000;
const at = (seconds) => String(now / 1000 + seconds);
const sign = (sentAt, text = body) => 'v1,' + createHmac('sha256', key).update('evt_1.' + sentAt + '.' + text).digest('base64');
const headers = (sentAt, signature = sign(sentAt)) => ({ 'webhook-id': 'evt_1', 'webhook-timestamp': sentAt, 'webhook-signature': signature });
const check = async (given, text = body) => (await verifyWebhook(secret, given, text, now))?.type ?? null;
console.log(JSON.stringify([await check(headers(at(0))), await check(headers(at(0), 'v1,' + 'A'.repeat(43) + '= ' + sign(at(0)))), await check(headers(at(-301))),
  await check(headers(at(301))), await check(headers(at(0)), '{"type":"x"}'), await check(headers(at(0), 'v1,abc')), await check({}), await check(new Headers(headers(at(0))))]));`;
  expect(JSON.parse(await client.runModule(script, {}))).toEqual([
    'invoice.paid',
    'invoice.paid',
    null,
    null,
    null,
    null,
    null,
    'invoice.paid',
  ]);
});

it('the whole program provisions, meters, reads and proposes; a member approves and pays', async () => {
  const [program = ''] = examplesOf('program');
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const { origin } = platform;
  const payer = payerAt(platform);
  const running = client.startModule(program, { BILLING_URL: origin, BILLING_KEY: operator.key, HOOK_PORT: String(await freePort()) });
  let printed = '';
  let failures = '';
  running.stdout?.on('data', (text: Buffer) => (printed += String(text)));
  running.stderr?.on('data', (text: Buffer) => (failures += String(text)));
  const ended = new Promise<number | null>((done) => running.once('exit', done));
  const sees = (words: string) => vi.waitFor(() => expect(printed + failures).toContain(words), { timeout: 30_000 });

  await sees('token: create one at');
  // The upcoming invoice must show new usage within 1.5 seconds.
  const bill = () => payer.send('GET', '/platform/organizations/acme/billing/invoices/upcoming', undefined, { as: 'ada' });
  await vi.waitFor(async () => expect((await bill()).body.lines).toContainEqual(expect.objectContaining({ amount: 4.5 })), {
    timeout: 10_000,
  });
  const { token } = await newToken(platform, 'acme', { scopes: ['billing:read', 'propose'] }, 'ada');
  running.stdin?.write(`${token}\n`);
  await sees(`proposed: decide it at ${origin}/org/acme/proposals`);
  await sees('event: proposal.made');

  const { send, card, settled } = payer;
  const base = '/platform/organizations/acme/billing';
  const as = { as: 'ada' };
  const [{ id }] = (await send('GET', `${base}/proposals`, undefined, as)).body.proposals;
  const { review } = (await send('GET', `${base}/proposals?review=${id}`, undefined, as)).body;
  const { due_now_cents, monthly_cents, priced_at } = review;
  expect((await send('POST', `${base}/proposals/${id}/approve`, { due_now_cents, monthly_cents, priced_at }, as)).status).toBe(200);
  const order = { tier: 'tier_team' };
  const { quote } = (await send('POST', `${base}/subscription/preview`, { ...order, proposal_id: id }, as)).body;
  const paid = await send('PUT', `${base}/subscription`, { ...order, quote_id: quote.id, payment_method: await card(testCard.good) }, as);
  expect(paid.body.amounts.charge_cents + paid.body.amounts.usage_due_cents).toBe(due_now_cents);
  await settled();

  expect([await ended, failures]).toEqual([0, '']);
  expect(printed).toMatch(/accepted: 1\nstanding: active\n/);
  expect(printed).toMatch(/costs: 450 cents in \d groups/);
  for (const type of ['proposal.made', 'proposal.approved', 'subscription.updated']) expect(printed).toContain(`event: ${type}`);
});

it('serves each page also as Markdown, and lists them for language models', async () => {
  const { ask } = platform;
  for (const guide of guidePages) {
    const page = await ask(`/docs/${guide.slug}`);
    expect([guide.slug, page.status, page.body.includes(`<h1>${guide.title}</h1>`)]).toEqual([guide.slug, 200, true]);
    const links = [...page.body.matchAll(/href="(\/docs\/[\w.-]+|\/docs|\/llms\.txt)"/g)].map(([, link]) => link as string);
    for (const link of new Set(links.filter((each) => !each.startsWith('/docs/assets') && each !== '/docs')))
      expect([link, (await ask(link)).status]).toEqual([link, 200]);
    const text = await ask(`/docs/${guide.slug}.md`);
    expect([text.body, text.headers.get('Content-Type')]).toEqual([plainMarkdown(guide), 'text/markdown; charset=utf-8']);
    expect(text.body).not.toMatch(/\{#[\w-]+\}$/m);
  }
  const reference = (await ask('/docs.md')).body;
  for (const [name, { method, path }] of Object.entries(callTable)) expect(reference).toContain(`- \`${method} ${path}\` (${name}): `);
  const list = (await ask('/llms.txt')).body;
  for (const [, link = ''] of list.matchAll(/\]\((\/[\w./-]+)\)/g)) expect([link, (await ask(link)).status]).toEqual([link, 200]);
  expect(list).toContain('(/docs/program.md)');
});
