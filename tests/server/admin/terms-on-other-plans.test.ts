import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import type { Operator } from '#tests/support/operator.ts';
import { staffAt } from '#tests/support/staff.ts';

const terabyte = 1_000_000_000_000;
const limits = { APPROVAL_ABOVE_CENTS: '100000', USAGE_REVIEW_ABOVE_CENTS: '99999999' };

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['free-one', 'capped', 'payg'], environment: limits }, (money) => {
  const { as } = staffAt(money);
  const put = (operator: Operator, slug: string, terms: object) => operator.ask('PUT', `/organizations/${slug}`, { name: slug, ...terms });
  const termsOf = async (operator: Operator, slug: string) => {
    const { contract, discounts } = (await operator.ask('GET', `/organizations/${slug}`)).body;
    return { contract, discounts };
  };
  const waiting = async (reader: Operator) =>
    (await reader.ask('GET', '/approvals?status=pending')).body.approvals as Record<string, any>[];
  const approve = (operator: Operator, id: string) => operator.ask('POST', `/approvals/${id}/approve`);
  const use = async (slug: string) => {
    const [project] = await money().rows<{ ref: string }>(
      `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' order by p.id limit 1`,
    );
    const at = money().platform.context.clock.nowSeconds() - 60;
    const record = { id: 'much', organization: slug, project_ref: project?.ref, metric: 'EGRESS', quantity: 20 * terabyte, at };
    expect((await (await as('meter@example.com')).ask('POST', '/usage', { records: [record] })).body).toMatchObject({ accepted: 1 });
  };
  const freeEgress = [{ line: 'EGRESS:primary', percent: 100 }];

  it.each([
    ['on the Free Plan', 'free-one', { contract: { unit_prices: { EGRESS: 0 } } }],
    ['with the spend cap on', 'capped', { discounts: freeEgress }],
  ])('terms of an organization %s wait, because it can pay for its usage later', async (_, slug, terms) => {
    await use(slug);
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    const before = await termsOf(ben, slug);
    const { status, body } = await put(ada, slug, terms);
    expect(status).toBe(202);
    expect(await termsOf(ben, slug)).toEqual(before);
    const [request] = await waiting(ben);
    // 20 TB minus the included 250 GB, at $0.09 per GB.
    expect(request).toMatchObject({ id: body.approval.id, action: 'terms', organization: slug, amount_cents: 177_750 });
    expect((await approve(ben, body.approval.id)).status).toBe(200);
    expect(await termsOf(ben, slug)).not.toEqual(before);
  });

  it('a contract price counts by the most expensive plan that members can choose', async () => {
    const dan = await as('dan@example.com');
    expect((await put(dan, 'payg', { contract: { plan_price_cents: 1 } })).status).toBe(200);
    const audited = (await money().send('GET', '/platform/organizations/payg/billing/audit')).body.entries;
    expect(audited.find(({ what }: { what: string }) => what === 'staff_action').after).toMatchObject({
      kind: 'terms',
      amount_cents: 59_899,
    });
  });

  it('terms of a new organization count and wait like a change, and apply from its first cycle without an approval', async () => {
    const [eve, ben] = [await as('eve@example.com'), await as('ben@example.com')];
    const noFee = { plan: 'team', discounts: [{ line: 'plan', percent: 100 }], contract: { quotas: { EGRESS: null } } };
    expect((await put(eve, 'new-one', noFee)).status).toBe(201);
    const [period] = await money().rows<{ contract: object }>(
      `select p.contract from billing_periods p join organizations o on o.id = p.organization_id where o.slug = 'new-one'`,
    );
    expect(period?.contract).toEqual({ quotas: { EGRESS: null } });
    const second = await put(eve, 'new-two', noFee);
    expect([second.status, second.body]).toEqual([202, { approval: { id: expect.stringMatching(/^apr_/), status: 'pending' } }]);
    expect((await put(eve, 'new-two', noFee)).body).toEqual(second.body);
    expect(await termsOf(ben, 'new-two')).toEqual({ contract: null, discounts: [] });
    expect((await waiting(ben))[0]).toMatchObject({ organization: 'new-two', amount_cents: 59_900 });
    expect((await approve(eve, second.body.approval.id)).status).toBe(403);
    expect((await approve(ben, second.body.approval.id)).status).toBe(200);
    expect(await termsOf(ben, 'new-two')).toMatchObject({
      contract: { quotas: { EGRESS: null } },
      discounts: [{ line: 'plan', percent: 100 }],
    });
  });

  it('a new organization is not created on a plan whose only price waits', async () => {
    const eve = await as('eve@example.com');
    const enterprise = (cents: number) => put(eve, 'new-three', { plan: 'enterprise', contract: { plan_price_cents: cents } });
    const refused = await enterprise(0);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'body.contract']);
    expect((await eve.ask('GET', '/organizations/new-three')).status).toBe(404);
    expect((await enterprise(59_900)).status).toBe(201);
    expect((await put(eve, 'new-three', { contract: { plan_price_cents: 0 } })).status).toBe(202);
  });
});
