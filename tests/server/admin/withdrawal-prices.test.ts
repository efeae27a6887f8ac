import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookDraft } from '#tests/support/book-drafts.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

let platform: TestPlatform;
let operator: Operator;

beforeAll(async () => {
  platform = await startPlatform('pglite', { SEED: 'none' }, { automatic: false });
  operator = await operatorOf(platform);
});
afterAll(() => platform?.stop());

const daySeconds = 86_400;
const now = () => platform.context.clock.nowSeconds();
const agreed = { unit_prices: { COMPUTE_HOURS_24XL: 7 } };
const put = (terms: object) => operator.ask('PUT', '/organizations/large', { name: 'Large', ...terms });
const withdraw = (query = '') => operator.ask('DELETE', `/price-books/2027${query}`);
const isStored = async () => (await operator.ask('GET', '/price-books/2027')).status;

// Each test continues with the organization of the previous test.
it('keeps a version that an organization has ended its contract for', async () => {
  expect((await put({ plan: 'team', contract: agreed })).status).toBe(201);
  const document = bookDraft(({ compute }) => Object.assign(compute['24xlarge'], { price: 7 }));
  expect((await operator.ask('POST', '/price-books', { version: '2027', effective_at: now() + 35 * daySeconds, document })).status).toBe(
    201,
  );
  await platform.context.jobs.runDue();
  await platform.context.jobs.moveClock(now() + 36 * daySeconds);
  expect((await operator.ask('GET', '/price-books/2027')).body.status).toBe('in_force');
  expect((await withdraw('?dry_run=true')).status).toBe(204);
  expect(await isStored()).toBe(200);

  expect((await put({ contract: null })).status).toBe(200);
  const project = { name: 'web', compute_size: '24xlarge' };
  expect((await operator.ask('PUT', '/organizations/large/projects/largeprojectaaaaaaaa', project)).status).toBe(201);
  for (const query of ['?dry_run=true', '']) {
    const { status, body } = await withdraw(query);
    expect([status, body.message, body.errors]).toEqual([
      409,
      "The price book before 2027 can't bill large. Publish another version instead.",
      [{ path: 'params.version', message: 'large: 24XL Compute has contract pricing only, and this organization has none' }],
    ]);
  }
  expect(await isStored()).toBe(200);
});

it('withdraws it once the version before has a price again, and bills the next cycle by that', async () => {
  expect((await put({ contract: agreed })).status).toBe(200);
  expect((await withdraw()).status).toBe(204);
  expect(await isStored()).toBe(404);
  await platform.context.jobs.moveClock(now() + 32 * daySeconds);
  const { body } = await operator.ask('GET', '/organizations/large/invoices');
  expect(body.invoices.at(0)?.price_books).toEqual(['2026']);
  expect((await platform.ask('/metrics/unsettled')).body.unsettled).toEqual([]);
});
