import { expect, it } from 'vitest';
import { newToken } from '#tests/support/new-token.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { staffAt } from '#tests/support/staff.ts';

const gigabyte = 1_000_000_000;
const slug = 'payg';
const environment = { APPROVAL_ABOVE_CENTS: '100000', USAGE_REVIEW_ABOVE_CENTS: '100000' };

onMoneyPlatformWith({ kinds: ['pglite'], organizations: [slug], environment }, (money) => {
  const { as } = staffAt(money);
  const now = () => money().platform.context.clock.nowSeconds();
  const refs = async (): Promise<string[]> =>
    (
      await money().rows<{ ref: string }>(
        `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' order by p.id`,
      )
    ).map(({ ref }) => ref);
  const record = (id: string, projectRef: string, gigabytes: number, more: object = {}) => ({
    id,
    project_ref: projectRef,
    metric: 'EGRESS',
    quantity: gigabytes * gigabyte,
    at: Math.floor(now() / 3600) * 3600 - 3600,
    ...more,
  });
  const send = async (token: string, ...records: object[]) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const path = `/platform/organizations/${slug}/usage/records`;
    return (await money().platform.ask(path, { method: 'POST', headers, body: JSON.stringify({ records }) })).body;
  };
  const token = () => newToken(money().platform, slug, { scopes: ['usage:write'] });
  const codes = ({ rejected }: { rejected: { id: string; code: string }[] }) => rejected.map(({ id, code }) => [id, code]);

  it('keeps the IDs of tokens apart from those of the operator, and names the token of each record', async () => {
    const service = money().platform.context.config.serviceToken ?? '';
    const [app = ''] = await refs();
    const { id, token: text } = await token();
    expect(await send(service, record('shared', app, 1))).toMatchObject({ accepted: 1 });
    expect(codes(await send(text, record('lower', app, 0, { replaces: 'shared' })))).toEqual([['lower', 'unknown_record']]);
    expect(await send(text, record('shared', app, 2), record('next', app, 1))).toMatchObject({ accepted: 2, rejected: [] });
    expect(await send(service, record('next', app, 5))).toMatchObject({ accepted: 1, rejected: [] });
    expect(codes(await send(text, record('next', app, 3)))).toEqual([['next', 'id_reused']]);
    const senders = await money().rows<{ sentBy: string | null; count: number }>(
      `select sent_by as "sentBy", count(*)::int as count from usage_records where record_id like '%shared' or record_id like '%next' group by 1 order by 1`,
    );
    expect(senders).toEqual([
      { sentBy: id, count: 2 },
      { sentBy: null, count: 2 },
    ]);
    // A record that the previous token has already sent counts as a duplicate.
    const { token: next } = await token();
    expect(await send(next, record('shared', app, 2))).toMatchObject({ accepted: 0, duplicates: 1, rejected: [] });
  });

  it('lets staff review every correction of a token that gives money back, one batch at a time', async () => {
    const [app = ''] = await refs();
    const { token: text } = await token();
    expect(await send(text, record('a', app, 10), record('b', app, 10), record('c', app, 10))).toMatchObject({ accepted: 3 });
    expect(await send(text, record('c2', app, 11, { replaces: 'c' }))).toMatchObject({ accepted: 1, held: 0 });
    expect(await send(text, record('a2', app, 0, { replaces: 'a' }))).toMatchObject({ accepted: 0, held: 1, rejected: [] });
    const { token: other } = await token();
    const second = record('b2', app, 1, { replaces: 'b' });
    expect(codes(await send(other, second))).toEqual([['b2', 'send_again']]);
    const ben = await as('ben@example.com');
    const waiting = async () => (await ben.ask('GET', '/approvals?status=pending')).body.approvals;
    const [request, ...others] = await waiting();
    expect([request.action, others]).toEqual(['usage_correction', []]);
    expect((await ben.ask('POST', `/approvals/${request.id}/approve`)).body.result).toEqual({ released_records: 1 });
    expect(await send(other, second)).toMatchObject({ held: 1, rejected: [] });
    expect(await waiting()).toHaveLength(1);
    expect(await money().rows('select 1 from correction_sums')).toEqual([]);
  });
});
