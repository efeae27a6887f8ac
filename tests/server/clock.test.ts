import { execFile } from 'node:child_process';
import { afterEach, expect, it, vi } from 'vitest';
import type { Invoice } from '#contract/types.ts';
import { retentionLookSeconds, runRetention } from '#server/jobs/retention.ts';
import { requestRun } from '#server/store/background-jobs.ts';
import { demoOrganizations } from '#server/seed/demo-organizations/all-organizations.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

const organization = (slug: string) => `/platform/organizations/${slug}`;
const day = 86_400;

vi.setConfig({ testTimeout: 90_000 });

let platform: TestPlatform | undefined;
afterEach(async () => {
  await platform?.stop();
  platform = undefined;
});

async function giveCard(on: TestPlatform, slug: string, number: string): Promise<void> {
  const { send, captcha, card, confirm } = payerAt(on);
  const { body } = await send('POST', `${organization(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
  const id = await card(number);
  await confirm(body.client_secret, id);
  await send('PUT', `${organization(slug)}/payments/default`, { payment_method_id: id });
}

/** Seeds only one organization, because each step of the clock runs the jobs of every organization. */
const oneDemoOrganization = demoOrganizations.filter(({ slug }) => slug === 'pro-capped');

const start = async (): Promise<TestPlatform> => (platform = await startPlatform('pglite', {}, { seeds: oneDemoOrganization }));

const move = ({ ask }: TestPlatform, body: unknown, headers: Record<string, string> = {}) =>
  ask('/sandbox/clock', { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });

it('lets anyone watch a renewal, a grace period and its end by moving the clock', async () => {
  const { ask, context } = await start();
  const subscription = async (slug: string) => (await ask(`${organization(slug)}/billing/subscription`, { as: 'owner' })).body;
  const newest = async (slug: string): Promise<Invoice> =>
    (await ask(`${organization(slug)}/billing/invoices?limit=1`, { as: 'owner' })).body[0];
  const status = async (slug: string) => (await ask(organization(slug), { as: 'viewer' })).body.restriction_status;

  await giveCard(platform as TestPlatform, 'pro-capped', testCard.attachesThenDeclines);
  const before = await ask('/sandbox/clock');
  expect(before.body.offset_seconds).toBe(0);
  expect(Math.abs(before.body.now - context.clock.nowSeconds())).toBeLessThan(5);
  const { current_period_end: end } = await subscription('pro-capped');
  const upcoming = await ask(`${organization('pro-capped')}/billing/invoices/upcoming`, { as: 'owner', headers: { Version: '2' } });

  const renewed = await move(platform as TestPlatform, { to: end + 60 });
  expect(renewed.status).toBe(200);
  expect(renewed.body.now).toBeGreaterThanOrEqual(end + 60);
  expect((await subscription('pro-capped')).current_period_start).toBe(end);
  const draft = await newest('pro-capped');
  expect([draft.status, draft.period_end]).toEqual(['draft', end]);
  expect(draft.subtotal).toBeGreaterThan(upcoming.body.amount_total * 100);

  await move(platform as TestPlatform, { advance_seconds: 3600 });
  const final = await newest('pro-capped');
  expect([final.id, final.status, final.amount_due]).toEqual([draft.id, 'open', draft.subtotal - 2500]);

  expect(await status('pro-capped')).toBeNull();
  await move(platform as TestPlatform, { advance_seconds: 8 * day });
  expect(await status('pro-capped')).toBe('grace_period');
  await move(platform as TestPlatform, { advance_seconds: 14 * day });
  expect(await status('pro-capped')).toBe('grace_period_over');
  await move(platform as TestPlatform, { advance_seconds: 7 * day });
  expect(await status('pro-capped')).toBe('restricted');
  expect((platform as TestPlatform).logged.filter(({ err }) => err)).toEqual([]);
});

it('charges renewals of the demo organizations to their cards', async () => {
  const { ask, context } = (platform = await startPlatform('pglite'));
  const { settled } = payerAt(platform);
  const { current_period_end: end } = (await ask(`${organization('pro-capped')}/billing/subscription`, { as: 'owner' })).body;
  const log = () => context.payments.sandbox?.gateway?.money() ?? [];
  const before = log().length;
  await move(platform, { to: end + 3660 });
  await settled();
  const [renewal] = (await ask(`${organization('pro-capped')}/billing/invoices?limit=1`, { as: 'owner' })).body;
  expect([renewal.status, renewal.period_end]).toEqual(['paid', end]);
  const charged = log()
    .slice(before)
    .filter(({ metadata }) => metadata['subject'] === `invoice:${renewal.id}`);
  expect(charged.map(({ kind, amount }) => [kind, amount])).toEqual([['charge_succeeded', renewal.amount_due]]);
});

it('is shown and moved by the command', async () => {
  const { origin, context } = await start();
  const run = (args: readonly string[], env: Record<string, string> = { CLOCK_URL: origin }) =>
    new Promise<string>((resolve) => {
      execFile(process.execPath, ['src/server/cli/clock.mjs', ...args], { env }, (_, output, errors) => resolve(output + errors));
    });
  expect(await run([])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, real time\n$/);
  expect(await run(['+1d12h'])).toMatch(/Z, 1d .* ahead of real time; jobs done on the way: \d+\n$/);
  expect(Math.round(context.clock.offsetMs() / 3_600_000)).toBe(36);
  const cases: [Promise<string>, unknown][] = [
    [run(['2001-01-01']), 'The clock only moves forward\n'],
    [run(['yesterday']), expect.stringContaining('Usage: npm run clock')],
    [run([], { CLOCK_URL: 'http://127.0.0.1:9' }), expect.stringContaining('Nothing answers at http://127.0.0.1:9')],
    [run([], { HOST: '::1', PORT: '9' }), expect.stringContaining('Nothing answers at http://[::1]:9')],
    [run([], { HOST: '::', PORT: new URL(origin).port }), expect.stringMatching(/ahead of real time\n$/)],
    [run([], { CLOCK_URL: 'foo' }), 'CLOCK_URL must be an http or https address.\n'],
    [run([], { PORT: 'abc' }), 'PORT must be a port number.\n'],
    [run([], { HOST: 'no machine' }), 'HOST must be the name or the address of a machine.\n'],
  ];
  for (const [said, expected] of cases) expect(await said).toEqual(expected);
});

it('removes what has had its time once a day, and says how much of what and when', async () => {
  const { ask, context } = await start();
  const { db, clock, log } = context;
  const addExpired = (hash: string) =>
    db.execute(`insert into sessions select '${hash}', (select min(id) from members), now(), now(), now() - interval '1 minute'`);
  const figure = async (name: string): Promise<number> => {
    const line = String((await ask('/metrics')).body)
      .split('\n')
      .find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ')[1]);
  };
  const removed = 'platform_retention_removed_rows_total{table="sessions"}';
  expect([await figure(removed), await figure('platform_retention_age_seconds')]).toEqual([0, expect.closeTo(0, -2)]);
  await addExpired('first');
  await requestRun(db, 'retention', retentionLookSeconds);
  await expect.poll(() => figure(removed)).toBe(1);

  const counted: [string, number][] = [];
  const look = () => runRetention({ db, clock, log, count: (table, rows) => counted.push([table, rows]) });
  await addExpired('second');
  await look();
  await move(platform as TestPlatform, { advance_seconds: day - 600 });
  await look();
  expect(counted).toEqual([]);
  await move(platform as TestPlatform, { advance_seconds: 600 });
  await look();
  expect(counted).toContainEqual(['sessions', 1]);
  // Two days is the threshold of the alert RetentionStands.
  await move(platform as TestPlatform, { advance_seconds: 2 * day + 60 });
  expect(await figure('platform_retention_age_seconds')).toBeGreaterThan(2 * day);
});

it('refuses to go back, to leap, and what it does not understand', async () => {
  const { context } = await start();
  const now = context.clock.nowSeconds();
  for (const body of [{ to: now - 100 }, { advance_seconds: 401 * day }, { to: now + 401 * day }]) {
    const answer = await move(platform as TestPlatform, body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, `body.${Object.keys(body)[0]}`]);
  }
  for (const body of [{}, { to: 'tomorrow' }, { advance_seconds: -5 }, { to: now + 5, advance_seconds: 5 }, 7]) {
    expect((await move(platform as TestPlatform, body)).status).toBe(400);
  }
  expect((await move(platform as TestPlatform, { advance_seconds: 5 }, { Origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await (platform as TestPlatform).ask('/sandbox/clock', { method: 'DELETE' })).status).toBe(405);
  expect(context.clock.nowSeconds() - now).toBeLessThan(60);
});
