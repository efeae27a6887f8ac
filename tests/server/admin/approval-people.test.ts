import { expect, it } from 'vitest';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import { resetLimits } from '#server/admin/approval-limits.ts';
import { clientOn } from '#server/operator-cli/admin-client.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { once, operatorOf, type Operator } from '#tests/support/operator.ts';
import { staffAt } from '#tests/support/staff.ts';

const hour = 3600;

onMoneyPlatformWith({ kinds: ['pglite'], environment: { APPROVAL_ABOVE_CENTS: '100000' } }, (money) => {
  const { as } = staffAt(money);
  const first = (owner: string): Promise<Operator> => operatorOf(money().platform, adminScopes, owner);
  const expires = () => money().platform.context.clock.nowSeconds() + 90 * 24 * hour;
  const make = async (maker: Operator, owner: string, key = maker.key): Promise<string> =>
    (await maker.ask('POST', '/keys', { name: 'made', owner, scopes: [...adminScopes], expires_at: expires() }, { key })).body.key;
  const credit = (operator: Operator, cents: number, slug = 'free-one', key = operator.key) =>
    operator.ask('POST', `/organizations/${slug}/credits`, { amount_cents: cents, reason: 'An outage' }, { ...once(), key });
  const approve = async (operator: Operator, id: string, key = operator.key) =>
    (await operator.ask('POST', `/approvals/${id}/approve`, undefined, { key })).status;
  /** Actions of the last 24 hours count toward the limit. */
  const nextDay = () => money().pass(25 * hour);

  it('no one approves their own request by a key that they made, lent or tagged', async () => {
    const [eve, ben] = [await first('eve@example.com'), await first('ben@example.com')];
    const invented = await make(eve, 'nobody@example.com');
    const [one, two] = [await make(eve, 'one@example.com'), await make(eve, 'two@example.com')];
    const tagged = (await first('Eve+2@example.com')).key;
    const lent = await make(ben, 'eve@example.com');
    const deeper = await make(ben, 'far@example.com', lent);
    const asks = async (key: string): Promise<string> => (await credit(eve, 900_000, 'free-one', key)).body.approval.id;
    for (const [asking, approving] of [
      [invented, eve.key],
      [eve.key, invented],
      [one, two],
      [eve.key, tagged],
      [eve.key, lent],
      [eve.key, deeper],
      [deeper, tagged],
    ] as const)
      expect(await approve(eve, await asks(asking), approving)).toBe(403);
    expect(await approve(ben, await asks(one))).toBe(200);
    await nextDay();
  });

  it('sums within a day wait once they exceed what one person may move, in whatever parts, and not the day after', async () => {
    const ada = await first('ada@example.com');
    const statuses = async (rounds: number, slugs: readonly string[]) => {
      const all = [];
      for (let round = 0; round < rounds; round += 1) all.push((await credit(ada, 50_000, slugs[round % slugs.length])).status);
      return all;
    };
    expect(await statuses(4, ['free-one', 'free-two', 'free-three'])).toEqual([201, 201, 202, 202]);
    expect((await credit(ada, 1, 'payg', await make(ada, 'helper@example.com'))).status).toBe(202);
    const tried = await ada.ask('POST', '/organizations/payg/credits', { amount_cents: 1, reason: 'x', dry_run: true });
    expect([tried.status, tried.body.needs_approval]).toEqual([200, true]);
    await nextDay();
    expect(await statuses(3, ['free-one'])).toEqual([201, 201, 202]);
    await nextDay();
  });

  it('sums in one organization count for all people, and refused requests for no one', async () => {
    const [ada, ben, cleo] = [await first('ada@example.com'), await first('ben@example.com'), await first('cleo@example.com')];
    const waits = (await credit(ada, 100_001)).body.approval.id;
    expect((await ben.ask('POST', `/approvals/${waits}/refuse`)).status).toBe(200);
    expect([(await credit(ada, 60_000)).status, (await credit(ben, 60_000)).status, (await credit(ben, 40_000)).status]).toEqual([
      201, 202, 201,
    ]);
    expect([(await credit(cleo, 1)).status, (await credit(cleo, 1, 'payg')).status]).toEqual([202, 201]);
    await nextDay();
  });

  it('requests at the same time exceed no limit together', async () => {
    const ada = await first('ada@example.com');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => credit(ada, 40_000, ['free-one', 'free-two', 'payg'][index % 3])),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    await nextDay();
  });

  it('all staff together have a limit of ten times that of one', async () => {
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      const person = await first(`person${index}@example.com`);
      statuses.push((await credit(person, 99_000, ['free-one', 'free-two', 'free-three', 'payg', 'rich', 'agreed'][index])).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201]);
    await money().db.execute(`update approval_limits set cents = 600000 where scope = 'platform'`);
    const late = await first('late@example.com');
    expect((await credit(late, 7000, 'free-four')).status).toBe(202);
    await money().db.execute(`update approval_limits set cents = 1000000 where scope = 'platform'`);
    await nextDay();
  });

  it('limits are rows: a variable in front of the command changes nothing, and other limits wait for another person', async () => {
    const { config, db } = money().platform.context;
    const command = await clientOn({ db } as never, { ...config, approvalAboveCents: 100_000_000 });
    const answer = await command.call('grantCredit', {
      params: { slug: 'free-one' },
      body: { amount_cents: 100_001, reason: 'By the shell' },
      idempotencyKey: 'shell-1',
    });
    expect(answer).toEqual({ approval: { id: expect.any(String), status: 'pending' } });
    const [ada, ben] = [await first('ada@example.com'), await first('ben@example.com')];
    const wanted = { person_cents: 300_000, organization_cents: 300_000, platform_cents: 1_000_000 };
    const { status, body } = await ada.ask('PUT', '/approval-limits', { ...wanted, reason: 'A larger team' });
    expect(status).toBe(202);
    const { id } = body.approval;
    expect((await ada.ask('GET', '/approval-limits')).body).toMatchObject({ person_cents: 100_000, money_stopped_until: null });
    expect((await ben.ask('GET', '/approvals?status=pending')).body.approvals[0]).toMatchObject({
      id,
      action: 'approval_limits',
      organization: null,
    });
    expect([await approve(ada, id), await approve(ada, id, await make(ada, 'made@example.com'))]).toEqual([403, 403]);
    const approved = await ben.ask('POST', `/approvals/${id}/approve`);
    expect([approved.status, approved.body.result]).toEqual([200, expect.objectContaining(wanted)]);
    expect((await credit(ada, 250_000)).status).toBe(201);
    expect((await ben.ask('GET', '/audit?what=approval_limit&act=approveRequest')).body.entries).toContainEqual(
      expect.objectContaining({ actor: ben.keyId, subject: 'person', before: { cents: 100_000 }, after: { cents: 300_000 } }),
    );
    const bad = await ada.ask('PUT', '/approval-limits', { ...wanted, person_cents: -1, reason: 'x' });
    expect([bad.status, bad.body.errors[0].path]).toEqual([400, 'body.person_cents']);
    await nextDay();
  });

  it('a reset from the shell stops money of staff for a day and tells every owner of a money key', async () => {
    const { db, clock, notices } = money().platform.context;
    const [ada, ben] = [await as('ada@example.com'), await as('ben@example.com')];
    const waits = (await credit(ada, 900_000)).body.approval.id;
    await resetLimits(db, { person: 100_000, organization: 100_000, platform: 1_000_000 }, clock.nowSeconds());
    const stopped = await credit(ada, 100);
    expect([stopped.status, stopped.body.message]).toEqual([
      403,
      expect.stringMatching(/^The approval limits were reset: staff can't move money until /),
    ]);
    expect(await approve(ben, waits)).toBe(403);
    await notices.send();
    const { body } = await money().platform.ask('/sandbox/postbox/messages');
    const recipients = body
      .filter(({ kind }: { kind: string }) => kind === 'approval_limits_reset')
      .map(({ to }: { to: string[] }) => to[0]);
    expect(recipients).toEqual(expect.arrayContaining(['ada@example.com', 'ben@example.com']));
    expect((await ben.ask('GET', '/audit?what=pause')).body.entries[0]).toMatchObject({ subject: 'staff_money_stopped_until' });
    await nextDay();
    expect((await credit(ada, 100)).status).toBe(201);
  });
});
