import { expect, it } from 'vitest';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once, type Operator } from '#tests/support/operator.ts';
import { staffAt } from '#tests/support/staff.ts';

onMoneyPlatformWith({ kinds: ['pglite'], environment: { APPROVAL_ABOVE_CENTS: '100000' } }, (money) => {
  const { as, act, audited, unpaid } = staffAt(money);
  const path = '/organizations/free-one/credits';
  const large = { amount_cents: 100_001, reason: 'A month of outages' };
  const ask = async (operator: Operator, body: object = large): Promise<string> => {
    const { status, body: answer } = await operator.ask('POST', path, body, once());
    expect([status, answer]).toEqual([202, { approval: { id: expect.stringMatching(/^apr_/), status: 'pending' } }]);
    return answer.approval.id as string;
  };
  const approve = (operator: Operator, id: string, key?: string) =>
    operator.ask('POST', `/approvals/${id}/approve`, undefined, key === undefined ? {} : { key });
  const end = () => money().platform.context.clock.nowSeconds() + 90 * 86_400;
  const made = async (operator: Operator, owner: string): Promise<string> => {
    const { body } = await operator.ask('POST', '/keys', { name: 'made', owner, scopes: ['money', 'read', 'keys'], expires_at: end() });
    return body.key as string;
  };

  it('up to the limit nothing waits; above it nothing is done before another owner allows it', async () => {
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    expect((await ada.ask('POST', path, { ...large, amount_cents: 100_000 }, once())).status).toBe(201);
    const before = await money().balance('free-one');
    const tried = await ada.ask('POST', path, { ...large, dry_run: true });
    expect([tried.status, tried.body.needs_approval]).toEqual([200, true]);
    const id = await ask(ada);
    expect(await money().balance('free-one')).toBe(before);
    const { body: waiting } = await ben.ask('GET', '/approvals?status=pending');
    expect(waiting.approvals).toEqual([
      expect.objectContaining({
        id,
        status: 'pending',
        action: 'credit',
        organization: 'free-one',
        amount_cents: 100_001,
        requested_by: ada.keyId,
      }),
    ]);
    const answers = await Promise.all([approve(ben, id), approve(ben, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      approval: { id, status: 'approved', decided_by: ben.keyId },
      result: { entry: { amount_cents: 100_001 } },
    });
    expect(await money().balance('free-one')).toBe(before + 100_001);
    expect((await audited('free-one'))[0]).toMatchObject({ actor: 'key:test', call: 'approveRequest', after: { approval: id } });
  });

  it('no key of the requester, of the same owner, that the requester made, or that is newer can allow it', async () => {
    const [cleo, dan, eva] = [await as('cleo@example.com'), await as('dan@example.com'), await as('eva@example.com')];
    const second = await made(dan, 'Cleo@Example.com ');
    const friendKey = await made(cleo, 'friend@example.com');
    const { body: chain } = await cleo.ask('POST', '/keys', {
      name: 'x',
      owner: 'y@example.com',
      scopes: ['money', 'keys'],
      expires_at: end(),
    });
    const { body: far } = await cleo.ask(
      'POST',
      '/keys',
      { name: 'z', owner: 'z@example.com', scopes: ['money'], expires_at: end() },
      { key: chain.key },
    );
    const before = await money().balance('free-one');
    const id = await ask(cleo);
    const newer = await made(eva, 'new@example.com');
    const refused = async (key: string) => {
      const { status, body } = await approve(cleo, id, key);
      return [status, body.message];
    };
    expect(await refused(cleo.key)).toEqual([403, expect.stringMatching(/This key made the request/)]);
    expect(await refused(second)).toEqual([403, expect.stringMatching(/has the same owner/)]);
    for (const key of [friendKey, chain.key, far.key]) expect(await refused(key)).toEqual([403, expect.stringMatching(/created this key/)]);
    expect(await refused(newer)).toEqual([403, expect.stringMatching(/created after the request/)]);
    expect(await money().balance('free-one')).toBe(before);
    expect((await approve(eva, id)).status).toBe(200);
    expect(await money().balance('free-one')).toBe(before + 100_001);
  });

  it('is refused once, and then stays refused', async () => {
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    const id = await ask(ada);
    const { status, body } = await ada.ask('POST', `/approvals/${id}/refuse`);
    expect([status, body.approval]).toEqual([200, expect.objectContaining({ id, status: 'refused', decided_by: ada.keyId })]);
    expect((await approve(ben, id)).status).toBe(409);
    expect((await approve(ben, 'apr_nothing1')).status).toBe(404);
  });

  it('what can no longer be done stays undecided, and what never could is not asked for', async () => {
    await money().db.execute(
      `update subscriptions set payment_method_type = 'invoice' where organization_id = (select id from organizations where slug = 'agreed')`,
    );
    const { id: invoice } = await unpaid('free-two');
    const ada = await as('ada@example.com');
    expect((await ada.ask('POST', `/invoices/${invoice}/credit-notes`, { amount_cents: 200_000, reason: 'x' }, once())).status).toBe(422);
    expect((await ada.ask('GET', '/approvals?status=pending')).body.approvals).toEqual([]);
    await money().db.execute(`update invoices set amount_due_cents = 159900, subtotal_cents = 159900 where id = '${invoice}'`);
    const response = await ada.ask('POST', `/invoices/${invoice}/forgive`, { reason: 'A lot' }, once());
    expect(response.status).toBe(202);
    await money().db.execute(`update invoices set amount_due_cents = 59900, subtotal_cents = 59900 where id = '${invoice}'`);
    expect((await act(`/invoices/${invoice}/forgive`, { reason: 'Less' })).status).toBe(200);
    const late = await approve(await as('ben@example.com'), response.body.approval.id);
    expect([late.status, late.body.message]).toEqual([409, 'This invoice is forgiven: nothing is owed on it']);
    const { body } = await ada.ask('GET', '/approvals?status=pending');
    expect(body.approvals).toHaveLength(1);
  });

  it('pages through what was asked for, the newest first', async () => {
    const ada = await as('ada@example.com');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await ada.ask('GET', `/approvals?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.approvals.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([4, 4]);
  });
});
