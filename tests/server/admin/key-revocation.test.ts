import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once, type Operator } from '#tests/support/operator.ts';
import { staffAt } from '#tests/support/staff.ts';

onMoneyPlatformWith({ kinds: ['pglite'], environment: { APPROVAL_ABOVE_CENTS: '100000' } }, (money) => {
  const { as } = staffAt(money);
  const day = 86_400;
  const now = () => money().platform.context.clock.nowSeconds();
  const made = async (maker: Operator, key?: string, life = 60 * day): Promise<{ id: string; key: string }> => {
    const body = { name: 'made', owner: 'made@example.com', scopes: ['money', 'read', 'keys'], expires_at: now() + life };
    return (await maker.ask('POST', '/keys', body, key === undefined ? {} : { key })).body;
  };
  const request = async (operator: Operator, key?: string): Promise<string> => {
    const body = { amount_cents: 200_000, reason: 'An outage' };
    const answer = await operator.ask('POST', '/organizations/free-one/credits', body, {
      ...once(),
      ...(key === undefined ? {} : { key }),
    });
    expect(answer.status).toBe(202);
    return answer.body.approval.id;
  };
  const stateOf = async (operator: Operator, id: string): Promise<string> => {
    const { body } = await operator.ask('GET', '/approvals');
    return body.approvals.find((approval: { id: string }) => approval.id === id).status;
  };

  it('withdraws the open requests of the key and names the keys that it made, which it can revoke too', async () => {
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    const child = await made(ada);
    const grandchild = await made(ada, child.key);
    const childRequest = await request(ada, child.key);
    const further = await request(ada, grandchild.key);
    const first = await ben.ask('DELETE', `/keys/${child.id}`);
    expect([first.status, first.body.keys]).toEqual([200, [expect.objectContaining({ id: grandchild.id, revoked_at: null })]]);
    expect(await stateOf(ben, childRequest)).toBe('withdrawn');
    expect((await ben.ask('POST', `/approvals/${childRequest}/approve`)).body).toMatchObject({
      code: 'conflict',
      message: 'This request was already withdrawn',
    });
    expect(await stateOf(ben, further)).toBe('pending');
    const all = await ben.ask('DELETE', `/keys/${child.id}?descendants=true`);
    expect(all.body.keys).toEqual([expect.objectContaining({ id: grandchild.id, revoked_at: expect.any(Number) })]);
    expect(await stateOf(ben, further)).toBe('withdrawn');
    expect((await ada.ask('GET', '/keys', undefined, { key: grandchild.key })).status).toBe(401);
    expect((await ben.ask('DELETE', `/keys/${grandchild.id}`)).status).toBe(204);
    expect((await ben.ask('DELETE', `/keys/${grandchild.id}?descendants=maybe`)).body.errors[0].path).toBe('query.descendants');
  });

  it('a request ends with its key, and after 14 days', async () => {
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    const short = await made(ada, undefined, 5 * day);
    const ofShort = await request(ada, short.key);
    const ofAda = await request(ada);
    await money().pass(6 * day);
    expect([await stateOf(ben, ofShort), await stateOf(ben, ofAda)]).toEqual(['expired', 'pending']);
    await money().pass(9 * day);
    expect(await stateOf(ben, ofAda)).toBe('expired');
    expect((await ben.ask('POST', `/approvals/${ofAda}/approve`)).status).toBe(409);
  });

  it('no one approves a request that is over before a job has said so', async () => {
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    const id = await request(ada);
    const { clock } = money().platform.context;
    clock.moveTo(clock.offsetMs() + 15 * day * 1000);
    expect((await ben.ask('POST', `/approvals/${id}/approve`)).body).toMatchObject({
      code: 'conflict',
      message: 'This request has already expired',
    });
  });
});
