import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Answer } from '#tests/support/platform.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';

const base = (slug: string) => `/platform/organizations/${slug}`;

onMoneyPlatform((money) => {
  const setUp = (as: string, slug = 'rich') =>
    money().send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: money().captcha() }, { as });
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
  const times = (count: number, work: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, work));

  beforeEach(() => money().db.execute(sql`delete from rate_limits`));

  it('a member who uses up a limit keeps no colleague from it, however often they go on', async () => {
    const flood = statuses(await times(60, () => setUp('owner')));
    expect(flood.filter((status) => status === 201)).toHaveLength(10);
    expect(flood.filter((status) => status === 429)).toHaveLength(50);
    expect(statuses(await times(10, () => setUp('admin')))).toEqual(Array(10).fill(201));
    expect((await setUp('owner', 'payg')).status).toBe(201);
  });

  it('the members of an organization together have a limit as well', async () => {
    for (const as of ['owner', 'admin', 'billing']) await times(10, () => setUp(as));
    const { db } = money();
    // Resets the limits per member, which all three members with a permitted role have used up.
    await db.execute(sql`delete from rate_limits where key like 'setup_intent:member:%'`);
    const refused = await setUp('billing');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers.get('Retry-After')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });

  it('a limit is over with its minute', async () => {
    await times(12, () => setUp('owner'));
    expect((await setUp('owner')).status).toBe(429);
    await money().db.execute(sql`update rate_limits set expire = expire - 61000`);
    expect((await setUp('owner')).status).toBe(201);
  });
});
