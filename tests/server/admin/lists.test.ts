import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminSchemas } from '#contract/admin/admin-schemas.ts';
import { everyPage } from '#server/operator-cli/every-page.ts';
import { clientAt } from '#server/operator-cli/admin-client.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

const demo = '/organizations/pro-payg';

let platform: TestPlatform;
let operator: Operator;

beforeAll(async () => {
  platform = await startPlatform('pglite', { LOG_LEVEL: 'error' }, { automatic: false });
  operator = await operatorOf(platform);
  await operatorOf(platform, ['read']);
  for (const name of ['first', 'second', 'third']) {
    const endpoint = { url: `http://127.0.0.1:9/${name}`, events: ['*'] };
    expect((await operator.ask('POST', '/webhook-endpoints', endpoint)).status).toBe(201);
    expect((await operator.ask('PUT', `${demo}/members/${name}@lists.example`, { role: 'viewer' })).status).toBe(201);
  }
  const book = await operator.ask('GET', '/price-books');
  const { document } = (await operator.ask('GET', `/price-books/${book.body.price_books[0].version}`)).body;
  for (const version of ['later', 'latest']) {
    const effectiveAt = platform.context.clock.nowSeconds() + 90 * 86_400;
    expect((await operator.ask('POST', '/price-books', { version, effective_at: effectiveAt, document })).status).toBe(201);
  }
});
afterAll(() => platform?.stop());

/** Each response contains exactly one list. */
const entriesOf = (body: Record<string, unknown>): unknown[] => Object.values(body).find(Array.isArray) ?? [];

async function oneByOne(path: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body } = await operator.ask('GET', `${path}?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect([path, status, entriesOf(body).length <= 1]).toEqual([path, 200, true]);
    entries.push(...entriesOf(body));
    cursor = body.next_cursor;
    if (entries.length > 500) throw new Error(`${path} has no end`);
  }
  return entries;
}

it('every list is read in pages, in one way', () => {
  const lists = Object.entries<AdminCallDeclaration>(adminCallTable).filter(([name]) => name.startsWith('list'));
  expect(lists.length).toBeGreaterThan(13);
  for (const [name, { query = 'ApiError', response = 'ApiError' }] of lists) {
    const fields = (schema: keyof typeof adminSchemas): string[] => Object.keys((adminSchemas[schema] as { shape?: object }).shape ?? {});
    expect([name, fields(query)]).toEqual([name, expect.arrayContaining(['cursor', 'limit'])]);
    expect([name, fields(response)]).toEqual([name, expect.arrayContaining(['next_cursor'])]);
  }
});

it.each([
  ['/keys', 2],
  ['/webhook-endpoints', 3],
  ['/price-books', 3],
  ['/organizations', 10],
  [`${demo}/members`, 4],
  [`${demo}/projects`, 3],
  [`${demo}/invoices`, 5],
  [`${demo}/payments`, 3],
  [`${demo}/events`, 3],
  ['/invoices', 50],
  ['/payments', 10],
  ['/notices', 10],
])('%s has the same entries in pages of one', async (path, atLeast) => {
  const { body } = await operator.ask('GET', `${path}?limit=100`);
  const all = entriesOf(body);
  expect(all.length).toBeGreaterThanOrEqual(atLeast);
  expect(body.next_cursor === null).toBe(all.length < 100);
  expect((await oneByOne(path)).slice(0, 100)).toEqual(all);
});

it('refuses a cursor of another form, and one of a time that is none', async () => {
  for (const path of ['/keys', '/organizations', `${demo}/notices`, `${demo}/events`])
    expect([path, (await operator.ask('GET', `${path}?cursor=x`)).status]).toEqual([path, 400]);
  expect((await operator.ask('GET', '/organizations?cursor=1_x')).status).toBe(400);
  const { status, body } = await operator.ask('GET', `${demo}/invoices?cursor=9999999999999999_in_1`);
  expect([status, body.errors]).toEqual([400, [{ path: 'query.cursor', message: 'must be a cursor of this call' }]]);
});

it('reads events after a sequence by both names, and not by two at once', async () => {
  const { body: byCursor } = await operator.ask('GET', `${demo}/events?cursor=2&limit=2`);
  const { body: byAfter } = await operator.ask('GET', `${demo}/events?after=2&limit=2`);
  expect(byCursor).toEqual(byAfter);
  expect(byCursor.events[0].sequence).toBe(3);
  expect((await operator.ask('GET', `${demo}/events?after=2&cursor=2`)).status).toBe(400);
});

it('finds organizations by the id that the operator gave them, and by whether they are open', async () => {
  expect((await operator.ask('PUT', '/organizations/known', { name: 'Known', external_id: 'crm-7' })).status).toBe(201);
  const slugs = async (query: string): Promise<string[]> =>
    (await operator.ask('GET', `/organizations?${query}`)).body.organizations.map(({ slug }: { slug: string }) => slug);
  expect(await slugs('external_id=crm-7')).toEqual(['known']);
  expect(await slugs('external_id=crm-8')).toEqual([]);
  expect(await slugs('external_id=crm-7&status=closed')).toEqual([]);
  expect((await operator.ask('DELETE', '/organizations/known')).status).toBe(202);
  expect(await slugs('status=closed')).toContain('known');
  expect(await slugs('status=open&limit=100')).not.toContain('known');
});

it('the command reads all pages', async () => {
  const client = clientAt(new URL(platform.origin), operator.key);
  const single = (name: AdminCallName, input: { readonly query?: object }) =>
    client.call(name, { ...input, query: { ...input.query, limit: '1' } });
  const { keys, next_cursor: next } = await everyPage(single as typeof client.call, 'listKeys');
  expect([keys.length >= 2, next]).toEqual([true, null]);
});

it('lists invoices and payments of all organizations, by state and by time', async () => {
  const { invoices: own } = (await operator.ask('GET', `${demo}/invoices?limit=100`)).body;
  const { invoices: all } = (await operator.ask('GET', '/invoices?limit=100')).body;
  expect(new Set(all.map(({ organization }: any) => organization)).size).toBeGreaterThan(3);
  const [newest] = own;
  const { lines: _, price_books: __, ...withoutLines } = newest;
  expect(
    (await operator.ask('GET', `/invoices?from=${newest.period_end}&until=${newest.period_end + 1}&limit=100`)).body.invoices,
  ).toContainEqual(withoutLines);
  for (const path of ['/invoices', `${demo}/invoices`]) {
    const { body } = await operator.ask('GET', `${path}?status=paid&limit=100&until=${newest.period_end}`);
    expect([path, body.invoices.length > 0]).toEqual([path, true]);
    for (const { status, period_end: end } of body.invoices) expect([status, end < newest.period_end]).toEqual(['paid', true]);
  }
  for (const path of ['/payments', `${demo}/payments`]) {
    const { payments } = (await operator.ask('GET', `${path}?state=succeeded&limit=100`)).body;
    expect([path, new Set(payments.map(({ state }: any) => state))]).toEqual([path, new Set(['succeeded'])]);
    const [{ created_at: last }] = payments;
    expect((await operator.ask('GET', `${path}?from=${last + 1}&state=succeeded`)).body.payments).toEqual([]);
  }
});

it('lists notices of all organizations and of one, by kind and by time', async () => {
  const { notices } = (await operator.ask('GET', '/notices?kind=invoice_issued&limit=100')).body;
  expect(new Set(notices.map(({ kind }: any) => kind))).toEqual(new Set(['invoice_issued']));
  const [{ organization }] = notices;
  const path = `/organizations/${organization}/notices`;
  const own = (await operator.ask('GET', `${path}?kind=invoice_issued&limit=100`)).body.notices;
  const listed = notices.filter((notice: any) => notice.organization === organization).slice(0, own.length);
  expect(own).toEqual(listed.map((notice: any) => expect.objectContaining(notice)));
  expect(await oneByOne(path)).toEqual((await operator.ask('GET', `${path}?limit=100`)).body.notices);
  const [{ at, id }] = own;
  const before = (await operator.ask('GET', `${path}?until=${at}`)).body.notices;
  expect(before).not.toContainEqual(expect.objectContaining({ id }));
});

it('refuses a key that is bound to organizations a list of all', async () => {
  const expiresAt = platform.context.clock.nowSeconds() + 86_400;
  const body = { name: 'bound', owner: 'ops@example.com', scopes: ['read'], expires_at: expiresAt, organizations: ['pro-payg'] };
  const { key } = (await operator.ask('POST', '/keys', body)).body;
  for (const path of ['/invoices', '/payments', '/notices'])
    expect([path, (await operator.ask('GET', path, undefined, { key })).status]).toEqual([path, 403]);
  expect((await operator.ask('GET', `${demo}/invoices`, undefined, { key })).status).toBe(200);
});

it('says with each response what is left of the limit of its key', async () => {
  const first = await operator.ask('GET', '/keys');
  const second = await operator.ask('GET', '/keys');
  const leftOf = ({ headers }: typeof first): number => Number(/^"reads";r=(\d+);t=\d+$/.exec(headers.get('RateLimit') ?? '')?.[1]);
  expect(leftOf(second)).toBe(leftOf(first) - 1);
  expect(first.headers.get('RateLimit-Policy')).toBe('"reads";q=60000;w=60');
  expect((await operator.ask('PUT', '/charges', {})).headers.get('RateLimit')).toMatch(/^"writes";r=\d+;t=\d+$/);
  const missing = await operator.ask('GET', '/organizations/missing');
  expect([missing.status, missing.headers.get('RateLimit-Policy')]).toEqual([404, '"reads";q=60000;w=60']);
  const expiresAt = platform.context.clock.nowSeconds() + 86_400;
  const body = { name: 'slow', owner: 'ops@example.com', scopes: ['read'], expires_at: expiresAt, requests_per_minute: 2 };
  const { key } = (await operator.ask('POST', '/keys', body)).body;
  const answers = [];
  for (let count = 0; count < 3; count += 1) answers.push(await operator.ask('GET', '/organizations?limit=1', undefined, { key }));
  expect(answers.map(({ status, headers }) => [status, headers.get('RateLimit')?.replace(/\d+$/, '')])).toEqual([
    [200, '"requests";r=1;t='],
    [200, '"requests";r=0;t='],
    [429, '"requests";r=0;t='],
  ]);
  expect((await operator.ask('GET', '/keys', undefined, { key: null })).headers.get('RateLimit')).toBeNull();
});

it('says that the service token ends, and where its replacement is documented', async () => {
  const { status, headers } = await platform.ask('/platform/organizations/pro-payg/usage/records', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox-service-token' },
    body: '{}',
  });
  expect([status, headers.get('Deprecation'), headers.get('Sunset'), headers.get('Link')]).toEqual([
    400,
    '@1796083200',
    'Fri, 01 Dec 2028 00:00:00 GMT',
    '</admin/v1/usage>; rel="successor-version", </docs>; rel="deprecation"',
  ]);
  expect((await platform.ask('/platform/organizations/pro-payg', { as: 'owner' })).headers.get('Deprecation')).toBeNull();
});
