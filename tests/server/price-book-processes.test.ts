import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { CallResponse } from '#contract/types.ts';
import { dearerDraft, scheduleBook } from '#tests/support/book-drafts.ts';
import type { RunningProgram } from '#tests/support/built-program.ts';
import { signIn } from './kills/load.ts';
import { openGround, type Ground } from './kills/mortal-program.ts';

const organization = '/platform/organizations/renamed-0';
const daySeconds = 86_400;

type Upcoming = CallResponse<'getUpcomingInvoice'>;

// Each process caches the price book versions that it has read. The test needs several processes, so it needs PostgreSQL.
describe.skipIf(inject('postgresUrl') === null)('two processes of different age', () => {
  let ground: Ground;
  let older: RunningProgram;
  let younger: RunningProgram | undefined;
  let cookie: string;

  beforeAll(async () => {
    ground = await openGround('postgres', () => [older]);
    older = await ground.start('older');
    cookie = await signIn(older.origin);
  });
  afterAll(async () => {
    await older?.end('SIGKILL');
    await younger?.end('SIGKILL');
    await ground?.clear();
  });

  const read = async <T>({ origin }: RunningProgram, path: string): Promise<T> =>
    (await fetch(origin + organization + path, { headers: { Cookie: cookie, Version: '2' } })).json() as Promise<T>;
  const upcoming = (program: RunningProgram) => read<Upcoming>(program, '/billing/invoices/upcoming');
  const plans = (program: RunningProgram) => read<CallResponse<'listPlans'>>(program, '/billing/plans');
  const prices = ({ lines }: Upcoming) =>
    lines.filter(({ usage_based: isUsage }) => isUsage).map((line) => [line.description, line.unit_price_desc]);

  it('give the same bill: a new book moves nothing before the next cycle, and then everything, in both', async () => {
    const before = { bill: await upcoming(older), plans: await plans(older) };
    expect(prices(before.bill).length).toBeGreaterThan(0);
    await ground.look(({ db, clock }) =>
      scheduleBook(db, { version: 'dearer', effectiveAtSeconds: clock.nowSeconds() + 60, document: dearerDraft(100) }, clock.nowSeconds()),
    );

    younger = await ground.start('younger');
    const [known, fresh] = await Promise.all([upcoming(older), upcoming(younger)]);
    expect(fresh).toEqual(known);
    expect(prices(known)).toEqual(prices(before.bill));
    for (const program of [older, younger]) expect(await plans(program)).toEqual(before.plans);
    await younger.end('SIGTERM');
    younger = undefined;

    // The older process has cached only the first price book. It closes the cycle, and a new process reads the result.
    const moved = await fetch(`${older.origin}/sandbox/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: older.origin },
      body: JSON.stringify({ advance_seconds: 32 * daySeconds }),
    });
    expect(moved.status).toBe(200);
    younger = await ground.start('youngest');
    const [oldest, youngest] = await Promise.all([upcoming(older), upcoming(younger)]);
    expect(youngest).toEqual(oldest);
    expect(prices(oldest)).toContainEqual(['Micro Compute', '$0.02688 per hour']);
    expect(await plans(younger)).toEqual(await plans(older));
    expect((await plans(older)).plans.find(({ id }) => id === 'pro')?.price).toBe(125);
  }, 120_000);
});
