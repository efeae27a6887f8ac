import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runIdempotent, type IdempotentWork } from '#server/payments/idempotent-request.ts';
import { laterBy, realNow } from '#server/payments/context.ts';
import { PlatformError } from '#server/platform-error.ts';
import { rowsOf } from '#server/database/database.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { insertTopUp } from '#server/store/payments.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';

function standstill() {
  let letOn = (): void => undefined;
  let reached = (): void => undefined;
  const over = new Promise<void>((resolve) => (letOn = resolve));
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  return {
    wait: () => {
      reached();
      return over;
    },
    letOn: () => letOn(),
    isReached,
  };
}

const soon = { code: 'idempotency_key_in_use' };

onMoneyPlatformWith({ subject: 'database' }, (money) => {
  async function attempt(
    key: string,
    name: string,
    minutes: number,
    differs: Partial<IdempotentWork> = {},
    before = () => Promise.resolve(),
  ) {
    const paymentContext = money().platform.context.paymentContext;
    const { body } = await money().send('GET', '/platform/organizations/payg');
    const { id: organizationId } = await findOrganization(paymentContext.db, body.id);
    const request = {
      call: 'topUpCredits',
      organizationId,
      memberId: 1,
      idempotencyKey: key,
      requestId: 'req_lease',
      input: { amount: 100 },
    } as const;
    const id = `tu_${key}_${name}`;
    const begin: IdempotentWork['begin'] = async (note) => {
      await before();
      const at = realNow();
      return paymentContext.db.transaction(async (tx) => {
        await insertTopUp(tx, { id, organizationId, memberId: null, amountCents: 10_000, createdAt: at, expiresAt: at });
        await note(tx, id);
        return id;
      });
    };
    const finish: IdempotentWork['finish'] = (subject) => Promise.resolve({ status: 201, data: { subject, by: name } });
    return runIdempotent(paymentContext, request, { begin, finish, ...differs }, () => laterBy(realNow(), minutes * 60_000));
  }
  const made = async (key: string) =>
    rowsOf<{ id: string }>(await money().db.execute(sql`select id from top_ups where id like ${`tu_${key}_%`}`)).map(({ id }) => id);

  it('a process that was held up longer than its lease begins nothing once another has taken its place', async () => {
    const held = standstill();
    const first = attempt('k-late', 'first', 0, {}, held.wait);
    await held.isReached;
    await expect(attempt('k-late', 'early', 0.5)).rejects.toMatchObject(soon);
    const answer = { status: 201, data: { subject: 'tu_k-late_second', by: 'second' } };
    expect(await attempt('k-late', 'second', 2)).toEqual(answer);
    held.letOn();
    await expect(first).rejects.toMatchObject(soon);
    expect(await made('k-late')).toEqual(['tu_k-late_second']);
    expect(await attempt('k-late', 'third', 4)).toEqual(answer);
  });

  it('its refusal does not give up the key that the other holds', async () => {
    const [held, other] = [standstill(), standstill()];
    const refused = new PlatformError('rule_violated', 'Refused');
    const first = attempt('k-refused', 'first', 0, {}, () => held.wait().then(() => Promise.reject(refused)));
    await held.isReached;
    const second = attempt('k-refused', 'second', 2, {}, other.wait);
    await other.isReached;
    held.letOn();
    await expect(first).rejects.toBe(refused);
    await expect(attempt('k-refused', 'third', 2)).rejects.toMatchObject(soon);
    other.letOn();
    expect(await second).toMatchObject({ data: { by: 'second' } });
    expect(await made('k-refused')).toEqual(['tu_k-refused_second']);
  });

  it('its end is neither the answer of the key nor the end of the lease that the other has', async () => {
    const ends: [string, () => ReturnType<IdempotentWork['finish']>][] = [
      ['k-answers', () => Promise.resolve({ status: 201, data: { by: 'first' } })],
      ['k-breaks', () => Promise.reject(new Error('broken'))],
      ['k-fails', () => Promise.reject(new PlatformError('card_declined', 'Declined'))],
    ];
    for (const [key, end] of ends) {
      const [held, other] = [standstill(), standstill()];
      const first = attempt(key, 'first', 0, { finish: () => held.wait().then(end) }).catch(() => undefined);
      await held.isReached;
      const finish: IdempotentWork['finish'] = (subject) => other.wait().then(() => ({ status: 201, data: { subject, by: 'second' } }));
      const second = attempt(key, 'second', 2, { finish });
      await other.isReached;
      held.letOn();
      await first;
      await expect(attempt(key, 'third', 2)).rejects.toMatchObject(soon);
      other.letOn();
      const answer = { status: 201, data: { subject: `tu_${key}_first`, by: 'second' } };
      expect([await second, await attempt(key, 'fourth', 4)]).toEqual([answer, answer]);
      expect(await made(key)).toEqual([`tu_${key}_first`]);
    }
  });
});
