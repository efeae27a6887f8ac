import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorOf, once, type Operator } from '#tests/support/operator.ts';
import { bookDraft } from '#tests/support/book-drafts.ts';
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
const put = (slug: string, terms: object) => operator.ask('PUT', `/organizations/${slug}`, { name: slug, ...terms });
const changePlan = (slug: string, plan: string) =>
  operator.ask('POST', `/organizations/${slug}/plan-changes`, { plan, reason: 'Asked by phone' }, once());

/** Price book without prices for the Pro Plan and the 16XL compute size, so both need a contract. */
const negotiated = bookDraft(({ plans, compute }) => {
  plans.pro.price = null;
  Object.assign(compute['16xlarge'], { price: null });
});
const agreed = { plan_price_cents: 5000, unit_prices: { COMPUTE_HOURS_16XL: 4 } };
const isNegotiated = expect.stringMatching(/^Price book negotiated, dated .*: Pro Plan has contract pricing only$/) as unknown;

// Each test continues with the organizations of the previous test.
it('publishes a version that no organization needs a further price for', async () => {
  for (const terms of [{ plan: 'free' }, { plan: 'team' }]) expect((await put(`early-${terms.plan}`, terms)).status).toBe(201);
  const draft = { version: 'negotiated', effective_at: now() + 40 * daySeconds, document: negotiated };
  expect((await operator.ask('POST', '/price-books', draft)).status).toBe(201);
});

it.each(['checking', 'scheduled'])('refuses terms without a price in a later version that is %s', async (status) => {
  expect((await operator.ask('GET', '/price-books/negotiated')).body.status).toBe(status);
  const path = 'body.contract.plan_price_cents';
  const made = await put('newcomer', { plan: 'pro' });
  expect([made.status, made.body.errors]).toEqual([422, [{ path, message: isNegotiated }]]);
  expect((await operator.ask('GET', '/organizations/newcomer')).status).toBe(404);
  const changed = await changePlan('early-free', 'pro');
  expect([changed.status, changed.body.errors]).toEqual([422, [{ path: 'body.tier', message: isNegotiated }]]);
  const project = { name: 'web', compute_size: '16xlarge' };
  const sized = await operator.ask('PUT', '/organizations/early-team/projects/earlyteamprojectaaaa', project);
  expect([sized.status, sized.body.errors]).toEqual([
    422,
    [
      {
        path: 'body.compute_size',
        message: expect.stringMatching(/^Price book negotiated, dated .*: 16XL Compute has contract/) as unknown,
      },
    ],
  ]);
  await platform.context.jobs.runDue();
});

it('refuses to end a contract that a later version needs, and accepts terms that it can bill', async () => {
  expect((await put('newcomer', { plan: 'pro', contract: agreed })).status).toBe(201);
  const project = { name: 'web', compute_size: '16xlarge' };
  expect((await operator.ask('PUT', '/organizations/newcomer/projects/newcomerprojectaaaaa', project)).status).toBe(201);
  const ended = await put('newcomer', { contract: null });
  expect([ended.status, ended.body.errors]).toEqual([
    422,
    [
      {
        path: 'body.contract',
        message: expect.stringMatching(/^Price book negotiated, dated .*: Pro Plan .*; 16XL Compute has/) as unknown,
      },
    ],
  ]);
  expect((await changePlan('early-free', 'team')).status).toBe(200);
});

it('closes every cycle after the version has come into force', async () => {
  await platform.context.jobs.moveClock(now() + 75 * daySeconds);
  const { body } = await operator.ask('GET', '/organizations/newcomer/invoices');
  expect(body.invoices.at(0)?.price_books).toContain('negotiated');
  expect((await platform.ask('/metrics/unsettled')).body.unsettled).toEqual([]);
});
