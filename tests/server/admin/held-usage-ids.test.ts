import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { staffAt } from '#tests/support/staff.ts';

const tb = 1_000_000_000_000;
const day = 86_400;
const environment = { APPROVAL_ABOVE_CENTS: '100000', USAGE_REVIEW_ABOVE_CENTS: '100000' };

onMoneyPlatformWith({ kinds: ['pglite'], organizations: ['branching'], environment }, (money) => {
  const { as } = staffAt(money);

  it('releases held records whose ids were free at the request, because the usage before was no longer accepted', async () => {
    const [meter, ben] = [await as('meter@example.com'), await as('ben@example.com')];
    const [project] = await money().rows<{ ref: string }>(
      `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = 'branching' order by p.id limit 1`,
    );
    const send = async (id: string, quantity: number, more: object = {}) => {
      const at = money().platform.context.clock.nowSeconds() - 60;
      const record = { id, organization: 'branching', project_ref: project?.ref, metric: 'EGRESS', quantity, at, ...more };
      return (await meter.ask('POST', '/usage', { records: [record] })).body;
    };
    for (const id of ['usage', 'correction']) expect(await send(id, 1)).toMatchObject({ accepted: 1 });
    await money().pass(80 * day);
    expect(await send('usage', 1000 * tb)).toMatchObject({ held: 1, rejected: [] });
    const release = async () => {
      const [request] = (await ben.ask('GET', '/approvals?status=pending')).body.approvals;
      const { status, body } = await ben.ask('POST', `/approvals/${request.id}/approve`);
      return [status, body.result];
    };
    expect(await release()).toEqual([200, { released_records: 1 }]);
    expect(await send('correction', tb, { replaces: 'usage' })).toMatchObject({ held: 1, rejected: [] });
    expect(await release()).toEqual([200, { released_records: 1 }]);
  });
});
