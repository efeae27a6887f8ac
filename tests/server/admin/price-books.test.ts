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
const now = () => platform.context.clock.nowSeconds();
const ask = (body: unknown) => operator.ask('POST', path, body);

it('begins with one price book, which can be read whole', async () => {
  expect((await operator.ask('GET', path)).body).toEqual({ price_books: [{ version: '2026', effective_at: 0 }] });
  const { status, body } = await operator.ask('GET', `${path}/2026`);
  expect([status, body]).toEqual([200, { version: '2026', effective_at: 0, document: bookDraft() }]);
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
  const draft = { version: '2027', effective_at: now() + 60, document: dearerDraft(10) };
  expect(await ask(draft)).toMatchObject({ status: 201, body: { version: '2027', effective_at: draft.effective_at } });
  expect((await ask(draft)).status).toBe(201);
  const other = await ask({ ...draft, document: dearerDraft(20) });
  expect([other.status, other.body.errors[0].path]).toEqual([409, 'body.version']);
  expect((await operator.ask('GET', `${path}/2027`)).body.document).toEqual(draft.document);
  expect((await operator.ask('GET', path)).body.price_books.map(({ version }: { version: string }) => version)).toEqual(['2026', '2027']);
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
  const { body } = await operator.ask('POST', '/keys', { name: 'reader', owner: 'ada@example.com', scopes: ['read'] });
  expect((await operator.ask('GET', path, undefined, { key: body.key })).status).toBe(200);
  const refused = await operator.ask('POST', path, { version: 'x', effective_at: now(), document: bookDraft() }, { key: body.key });
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('catalog')]);
});
