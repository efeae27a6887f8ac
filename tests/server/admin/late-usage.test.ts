import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { staffAt } from '#tests/support/staff.ts';

const gb = 1_000_000_000;
const day = 86_400;
/** The cycle of these organizations has about 30 days, and ten days have passed. */
const slugs = ['payg', 'branching', 'agreed'] as const;

onMoneyPlatformWith({ kinds: ['pglite'] }, (money) => {
  const { as } = staffAt(money);
  const sendRecords = async (records: object[]) => (await (await as('meter@example.com')).ask('POST', '/usage', { records })).body;
  const refOf = async (slug: string) =>
    (
      await money().rows<{ ref: string }>(
        `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' order by p.id limit 1`,
      )
    )[0]?.ref;
  const lines = async (slug: string) => {
    const base = `/platform/organizations/${slug}/billing/invoices`;
    const { body: all } = await money().send('GET', base);
    const found = await Promise.all(
      (all as { id: string }[]).map(async ({ id }) => (await money().send('GET', `${base}/${id}/lines`)).body.lines),
    );
    return found.flat().filter(({ usage_metric: metric }: { usage_metric?: string }) => metric === 'EGRESS') as {
      amount: number;
      description: string;
    }[];
  };
  const upcoming = async (slug: string) => {
    const { body } = await money().send('GET', `/platform/organizations/${slug}/billing/invoices/upcoming`);
    return (body.lines as { description: string; usage_metric?: string; amount: number }[]).filter(
      ({ usage_metric: metric }) => metric === 'EGRESS',
    );
  };

  it('takes late and corrected usage of many organizations in one call, each by its own cycles', async () => {
    const { platform, pass, subscription } = money();
    const now = () => platform.context.clock.nowSeconds();
    const refs = Object.fromEntries(await Promise.all(slugs.map(async (slug) => [slug, await refOf(slug)])));
    const record = (slug: string, id: string, quantity: number, at: number, more: object = {}) => ({
      id: `${slug}-${id}`,
      organization: slug,
      project_ref: refs[slug] ?? refs['payg'],
      metric: 'EGRESS',
      quantity,
      at,
      ...more,
    });
    const inCycle = now() - day;
    const first = await sendRecords([...slugs.map((slug) => record(slug, 'a', 1000 * gb, inCycle)), record('nobody', 'a', gb, inCycle)]);
    expect([first.accepted, first.rejected.map(({ id, code }: { id: string; code: string }) => [id, code])]).toEqual([
      3,
      [['nobody-a', 'unknown_organization']],
    ]);
    const end = Math.max(...(await Promise.all(slugs.map(async (slug) => (await subscription(slug))['current_period_end'] as number))));
    await pass(end - now() + 3 * 3600);
    const before = await Promise.all(slugs.map(async (slug) => (await lines(slug)).map(({ amount }) => amount)));
    const late = await sendRecords([
      ...slugs.map((slug) => record(slug, 'b', 100 * gb, inCycle)),
      ...slugs.map((slug) => record(slug, 'c', 900 * gb, inCycle, { replaces: `${slug}-a` })),
      record('payg', 'd', gb, inCycle, { replaces: 'branching-a' }),
      record('payg', 'e', gb, inCycle, { replaces: 'payg-a' }),
      record('payg', 'b', 100 * gb, inCycle),
    ]);
    expect([late.accepted, late.duplicates, late.rejected.map(({ id, code }: { id: string; code: string }) => [id, code])]).toEqual([
      6,
      1,
      [
        ['payg-d', 'unknown_record'],
        ['payg-e', 'already_replaced'],
      ],
    ]);
    // The corrections of +100 GB and -100 GB cancel out, so no invoice shows a correction.
    expect(await Promise.all(slugs.map(async (slug) => (await lines(slug)).map(({ amount }) => amount)))).toEqual(before);
    for (const slug of slugs)
      expect((await upcoming(slug)).filter(({ amount, description }) => amount !== 0 && /reported later/.test(description))).toEqual([]);
    const more = await sendRecords(slugs.map((slug) => record(slug, 'f', 50 * gb, inCycle)));
    expect(more.accepted).toBe(3);
    for (const slug of slugs) {
      const laterLines = (await upcoming(slug)).filter(({ description }) => /reported later/.test(description));
      expect([slug, laterLines.map(({ amount }) => amount)]).toEqual([slug, [4.5]]);
    }
    await pass(36 * day);
    const over = await sendRecords(slugs.map((slug) => record(slug, 'g', gb, inCycle)));
    expect([over.accepted, over.rejected.map(({ code }: { code: string }) => code)]).toEqual([0, ['late', 'late', 'late']]);
  }, 180_000);
});
