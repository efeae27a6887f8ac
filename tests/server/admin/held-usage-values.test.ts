import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { staffAt } from '#tests/support/staff.ts';

const day = 86_400;
const terabyte = 1_000_000_000_000;
const environment = { USAGE_REVIEW_ABOVE_CENTS: '100000' };

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['free-one', 'payg'], environment }, (money) => {
  const { as } = staffAt(money);
  const now = () => money().platform.context.clock.nowSeconds();
  const refOf = async (slug: string) => {
    const [project] = await money().rows<{ ref: string }>(
      `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' order by p.id limit 1`,
    );
    return project?.ref;
  };
  const subscription = async (slug: string) => (await money().send('GET', `/platform/organizations/${slug}/billing/subscription`)).body;

  it('members of an organization on the Free Plan read with their plan what is held for review, until staff decide', async () => {
    const [meter, ben] = [await as('meter@example.com'), await as('ben@example.com')];
    expect((await subscription('free-one')).held_usage).toBeUndefined();
    const record = { organization: 'free-one', project_ref: await refOf('free-one'), metric: 'EGRESS', at: now() - 60 };
    expect((await meter.ask('POST', '/usage', { records: [{ ...record, id: 'much', quantity: 50 * terabyte }] })).body.held).toBe(1);
    expect((await subscription('free-one')).held_usage).toEqual([
      {
        usage_metric: 'EGRESS',
        name: 'Egress',
        quantity: '50,000 GB',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        correction: false,
      },
    ]);
    const [request] = (await ben.ask('GET', '/approvals?status=pending')).body.approvals;
    expect((await ben.ask('POST', `/approvals/${request.id}/refuse`)).status).toBe(200);
    expect((await subscription('free-one')).held_usage).toBeUndefined();
  });

  it('holds usage of a size without a list price by the price of its contract', async () => {
    const [meter, ben] = [await as('meter@example.com'), await as('ben@example.com')];
    const contract = { unit_prices: { COMPUTE_HOURS_24XL: 50 } };
    expect((await ben.ask('PUT', '/organizations/payg', { name: 'Payg', contract })).status).toBe(200);
    await money().pass(32 * day);
    await money().platform.context.jobs.runDue();
    const begin = Math.floor(now() / day) * day - day;
    const hours = async (id: string, count: number) => ({
      id,
      organization: 'payg',
      project_ref: await refOf('payg'),
      metric: 'COMPUTE_HOURS_24XL',
      quantity: 1,
      at: begin,
      until: begin + count * 3600,
    });
    // An hour costs $50, so 20 hours cost $1,000, which is not above the limit.
    expect((await meter.ask('POST', '/usage', { records: [await hours('few', 20)] })).body).toMatchObject({ accepted: 1, held: 0 });
    expect((await meter.ask('POST', '/usage', { records: [await hours('many', 24)] })).body).toMatchObject({ accepted: 0, held: 1 });
    const [request] = (await ben.ask('GET', '/approvals?status=pending')).body.approvals;
    expect(request).toMatchObject({
      action: 'usage',
      organization: 'payg',
      what: expect.stringMatching(/^Held for review: 24XL Compute on .* comes to \$[\d,.]+ at the contract's price$/),
    });
  });
});
