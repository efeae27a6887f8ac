import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { bookDraft, dearerDraft } from '#tests/support/book-drafts.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

let platform: TestPlatform;
let operator: Operator;

beforeAll(async () => {
  platform = await startPlatform('pglite', { SEED: 'none' }, { automatic: false });
  operator = await operatorOf(platform);
});
afterAll(() => platform?.stop());

const path = '/price-books';
const daySeconds = 86_400;
const now = () => platform.context.clock.nowSeconds();
const ask = (body: unknown) => operator.ask('POST', path, body);
const first = { version: '2026', effective_at: 0, status: 'in_force' };
const cheaper = bookDraft(({ plans }) => (plans.pro.price = '20'));
const proByContract = bookDraft(({ plans }) => (plans.pro.price = null));
const versions = async (): Promise<string[]> =>
  (await operator.ask('GET', path)).body.price_books.map(({ version }: { version: string }) => version);

it('begins with one price book, which can be read whole', async () => {
  expect((await operator.ask('GET', path)).body).toEqual({ price_books: [first], next_cursor: null });
  const { status, body } = await operator.ask('GET', `${path}/2026`);
  expect([status, body]).toEqual([200, { ...first, document: bookDraft() }]);
  expect((await operator.ask('GET', `${path}/none`)).status).toBe(404);
});

it('shows in a dry run what a draft would change, and publishes nothing', async () => {
  const { status, body } = await ask({ version: '2027', effective_at: now() + 60, document: dearerDraft(10), dry_run: true });
  expect([status, body.effect]).toEqual([
    200,
    { organizations: 0, before_cents: 0, after_cents: 0, difference_cents: 0, most_changed: [], unpriced: [] },
  ]);
  expect((await operator.ask('GET', path)).body.price_books).toHaveLength(1);
});

it('publishes a version once, which stays as it is', async () => {
  const draft = { version: '2027', effective_at: now() + 30 * daySeconds, document: dearerDraft(10) };
  expect(await ask(draft)).toMatchObject({ status: 201, body: { version: '2027', effective_at: draft.effective_at, status: 'checking' } });
  expect((await ask(draft)).status).toBe(201);
  const other = await ask({ ...draft, document: dearerDraft(20) });
  expect([other.status, other.body.errors[0].path]).toEqual([409, 'body.version']);
  expect((await operator.ask('GET', `${path}/2027`)).body.document).toEqual(draft.document);
  expect(await versions()).toEqual(['2026', '2027']);
  await platform.context.jobs.runDue();
  expect((await operator.ask('GET', `${path}/2027`)).body.status).toBe('scheduled');
});

it.each([
  ['a fee', bookDraft(({ plans }) => (plans.team.price = '600')), 'plans.team.price'],
  ['a price', bookDraft(({ metrics }) => (metrics.EGRESS.price = '0.10')), 'EGRESS.price'],
  ['a smaller quota', bookDraft(({ metrics }) => Object.assign(metrics.EGRESS.quotas ?? {}, { free: 1 })), 'EGRESS.quotas.free'],
  ['fewer active projects', bookDraft(({ plans }) => (plans.free.active_projects = 1)), 'plans.free.active_projects'],
  ['a smaller credit', bookDraft(({ plans }) => (plans.pro.compute_credits = '5')), 'plans.pro.compute_credits'],
] as const)('refuses %s that is dated nearer than 30 days', async (_, document, named) => {
  for (const seconds of [-daySeconds, 0, 60, 30 * daySeconds - 1]) {
    const { status, body } = await ask({ version: 'near', effective_at: now() + seconds, document });
    expect([status, body.errors]).toEqual([422, [{ path: 'body.effective_at', message: expect.stringContaining(named) as unknown }]]);
  }
  expect(await versions()).not.toContain('near');
});

it('takes any other version a minute ahead', async () => {
  const soon = await ask({ version: 'cheaper', effective_at: now() + 59, document: cheaper });
  expect([soon.status, soon.body.errors[0].path]).toEqual([422, 'body.effective_at']);
  expect((await ask({ version: 'cheaper', effective_at: now() + 60, document: cheaper })).status).toBe(201);
});

it('refuses a version that has no price for organizations, and names them', async () => {
  await operator.ask('PUT', '/organizations/harbour', { name: 'Harbour', plan: 'pro' });
  await operator.ask('PUT', '/organizations/agreed', { name: 'Agreed', plan: 'pro', contract: { plan_price_cents: 5000 } });
  const { status, body } = await ask({ version: 'unpriced', effective_at: now() + 31 * daySeconds, document: proByContract });
  expect([status, body.errors]).toEqual([422, [{ path: 'body.document', message: 'harbour: Pro Plan has contract pricing only' }]]);
  expect(await versions()).not.toContain('unpriced');
});

it('withdraws a version that no period is pinned to, and no other', async () => {
  for (let turn = 0; turn < 2; turn += 1) expect((await operator.ask('DELETE', `${path}/2027`)).status).toBe(204);
  expect((await operator.ask('GET', `${path}/2027`)).status).toBe(404);
  expect(await versions()).toEqual(['2026', 'cheaper']);
  expect((await ask({ version: '2027', effective_at: now() + 31 * daySeconds, document: dearerDraft(10) })).status).toBe(409);
  const pinned = await operator.ask('DELETE', `${path}/2026`);
  expect([pinned.status, pinned.body.errors[0].path]).toEqual([409, 'params.version']);
  expect((await operator.ask('DELETE', `${path}/none`)).status).toBe(404);
});

it('lists the versions that an invoice was billed by: of its usage, and of the next fee', async () => {
  const ref = 'harbourprojectaaaaaa';
  expect((await operator.ask('PUT', `/organizations/harbour/projects/${ref}`, { name: 'web', compute_size: 'large' })).status).toBe(201);
  await platform.context.jobs.moveClock(now() + 32 * daySeconds);
  const { body } = await operator.ask('GET', '/organizations/harbour/invoices');
  const [{ lines, ...invoice }] = body.invoices;
  expect(invoice).toMatchObject({ price_books: ['2026', 'cheaper'], organization: 'harbour' });
  const versionOf = (text: string) => lines.find(({ description }: { description: string }) => description.includes(text))?.price_book;
  expect([versionOf('Pro Plan'), versionOf('Large Compute')]).toEqual(['cheaper', '2026']);
});

it('names the path of everything that is wrong', async () => {
  const document = bookDraft(({ metrics }) => (metrics.EGRESS.price = 'nine cents'));
  for (const dry of [false, true]) {
    const { status, body } = await ask({ version: 'wrong', effective_at: now(), document, dry_run: dry });
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, ['body.document.metrics.EGRESS.price']]);
  }
  expect((await ask({ version: 'wrong', effective_at: now() })).status).toBe(400);
});

it('is for keys of the catalog', async () => {
  const { body } = await operator.ask('POST', '/keys', {
    name: 'reader',
    owner: 'ada@example.com',
    scopes: ['read'],
    expires_at: now() + 86_400,
  });
  expect((await operator.ask('GET', path, undefined, { key: body.key })).status).toBe(200);
  const refused = await operator.ask('POST', path, { version: 'x', effective_at: now(), document: bookDraft() }, { key: body.key });
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('catalog')]);
});
