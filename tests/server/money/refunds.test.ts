import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { refundPayment } from '#tests/support/refund-payment.ts';
import { rowsOf } from '#server/database/database.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

onMoneyPlatformWith(
  { organizations: ['free-one', 'free-two', 'free-three', 'free-four', 'free-five', 'free-six', 'payg', 'capped', 'rich'] },
  (money) => {
    async function paid(slug: string): Promise<{ id: string; organizationId: number; intent: string }> {
      const [row] = rowsOf<{ id: string; organizationId: number; intent: string }>(
        await money().db.execute(sql`select p.id, p.organization_id as "organizationId", p.intent_id as intent from payments p
        join organizations o on o.id = p.organization_id where o.slug = ${slug} and p.state = 'succeeded' order by p.created_at desc, p.id limit 1`),
      );
      if (!row) throw new Error(`${slug} has paid nothing`);
      return row;
    }
    const refund = async (slug: string, amountCents: number) => {
      const { id, organizationId } = await paid(slug);
      return refundPayment(money().platform.context.paymentContext, {
        organizationId,
        paymentId: id,
        amountCents,
        reason: 'Agreed by support',
      });
    };
    const refunded = () =>
      money()
        .sandbox.money()
        .filter(({ kind }) => kind === 'refund_succeeded')
        .map(({ amount }) => amount);

    it('takes back the credit that a top-up gave, and no more than is left of it', async () => {
      const { topUp, card, balance, settled, change } = money();
      expect((await topUp('payg', { amount: 700, payment_method_id: await card(testCard.good) })).status).toBe(201);
      await refund('payg', 2000);
      expect(await balance('payg')).toBe(68_000);
      expect((await change('payg', { tier: 'tier_team' })).status).toBe(200);
      const left = await balance('payg');
      await expect(refund('payg', left + 1)).rejects.toMatchObject({
        status: 409,
        code: 'refund_too_high',
        body: { highest_refundable_cents: left },
      });
      await refund('payg', left);
      await settled();
      await settled();
      expect([await balance('payg'), refunded()]).toEqual([0, [2000, left]]);
    });

    it('that the gateway refuses for good gives the credit back', async () => {
      const { topUp, card, balance, settled, pass, closeDispute, platform } = money();
      expect((await topUp('free-two', { amount: 100, payment_method_id: await card(testCard.isDisputed) })).status).toBe(201);
      await pass(60);
      await closeDispute('won');
      await settled();
      const before = refunded();
      // Checks the response, because the gateway may refuse the refund before the test reads the balance.
      expect((await refund('free-two', 4000)).creditCents).toBe(4000);
      await settled();
      await settled();
      expect([await balance('free-two'), refunded()]).toEqual([10_000, before]);
      // Staff must return the money in another way, so the refund is listed as unsettled.
      const { body } = await platform.ask('/metrics/unsettled');
      expect(body.unsettled).toMatchObject([
        { kind: 'work', organization: 'free-two', state: 'dead', reason: 'invalid_request:charge_disputed' },
      ]);
    });

    it('that was never made gives the credit back, although another refund emptied the payment', async () => {
      const { topUp, card, balance, settled, platform, rows } = money();
      expect((await topUp('free-three', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
      const { intent } = await paid('free-three');
      const before = refunded();
      await platform.context.paymentContext.gateway.createRefund(
        { paymentId: intent, amountCents: 10_000, metadata: {} },
        'all-at-the-gateway',
      );
      const { id } = await refund('free-three', 10_000);
      await settled();
      await settled();
      expect(refunded()).toEqual([...before, 10_000]);
      expect(await rows(`select state from refunds where id = '${id}'`)).toEqual([{ state: 'failed' }]);
      expect(platform.logged.filter(({ event, subject }) => event === 'gateway_refused_work' && subject === id)).toMatchObject([
        { why: 'invalid_request:charge_already_refunded' },
      ]);
      // The refund that staff made at the gateway has returned the money, so nothing is left to settle.
      expect(await rows(`select state from outbox where subject = '${id}'`)).toEqual([{ state: 'done' }]);
      expect(await balance('free-three')).toBe(0);
    });

    it('that meets a server error waits, although another refund raised the total', async () => {
      const { topUp, card, sandbox, settled, platform, rows } = money();
      expect((await topUp('free-four', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
      const { intent } = await paid('free-four');
      await platform.context.paymentContext.gateway.createRefund(
        { paymentId: intent, amountCents: 5000, metadata: {} },
        'half-at-the-gateway',
      );
      sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'POST', path: '/refunds', times: 50 });
      const { id } = await refund('free-four', 5000);
      await settled();
      sandbox.faults.clear();
      expect(await rows(`select state from outbox where subject = '${id}'`)).not.toEqual([{ state: 'done' }]);
      expect(await rows(`select state from refunds where id = '${id}'`)).toEqual([{ state: 'pending' }]);
      await platform.context.db.execute(`update outbox set run_after = now() - interval '1 hour' where state = 'pending'`);
      await settled();
      expect(await rows(`select state from outbox where subject = '${id}'`)).toEqual([{ state: 'done' }]);
    });

    it('that was made although the answer was an error is found by its own id, and not made twice', async () => {
      const { topUp, card, sandbox, settled, balance, platform, rows } = money();
      expect((await topUp('free-five', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
      const { intent } = await paid('free-five');
      const before = refunded();
      await platform.context.paymentContext.gateway.createRefund(
        { paymentId: intent, amountCents: 4000, metadata: {} },
        'same-sum-at-the-gateway',
      );
      sandbox.faults.add({ on: 'request', effect: 'server_error_after', method: 'POST', path: '/refunds', times: 50 });
      // Without events, only a retry by the outbox can settle the refund.
      sandbox.faults.add({ on: 'event', effect: 'drop', type: '*', times: 50 });
      const { id } = await refund('free-five', 4000);
      await settled();
      sandbox.faults.clear();
      await platform.context.db.execute(`update outbox set run_after = now() - interval '1 hour' where state = 'pending'`);
      await settled();
      expect(refunded()).toEqual([...before, 4000, 4000]);
      expect(await rows(`select state from refunds where id = '${id}'`)).toEqual([{ state: 'succeeded' }]);
      expect(await rows(`select state, attempts from outbox where subject = '${id}'`)).toEqual([{ state: 'done', attempts: 1 }]);
      await platform.context.payments.worker.reconcile(0);
      await settled();
      expect([await balance('free-five'), refunded().length]).toEqual([2000, before.length + 2]);
    });

    it('that was made although its answer was lost is not made twice when the gateway has forgotten the key', async () => {
      const { topUp, card, sandbox, settled, pass, balance, platform, rows } = money();
      expect((await topUp('free-six', { amount: 100, payment_method_id: await card(testCard.good) })).status).toBe(201);
      const before = refunded();
      sandbox.faults.add({ on: 'request', effect: 'timeout_after', method: 'POST', path: '/refunds', times: 50 });
      sandbox.faults.add({ on: 'event', effect: 'drop', type: '*', times: 50 });
      const { id } = await refund('free-six', 4000);
      await settled();
      expect(await rows(`select state from outbox where subject = '${id}'`)).toEqual([{ state: 'pending' }]);
      await platform.context.db.execute(`update outbox set run_after = now() + interval '1 hour' where subject = '${id}'`);
      await pass(25 * 3600);
      sandbox.faults.clear();
      await platform.context.db.execute(`update outbox set run_after = now() - interval '1 hour' where subject = '${id}'`);
      await settled();
      await settled();
      expect(refunded()).toEqual([...before, 4000]);
      expect(await rows(`select state from refunds where id = '${id}'`)).toEqual([{ state: 'succeeded' }]);
      expect(await balance('free-six')).toBe(6000);
    });

    it('of a plan fee loses unused value in proportion', async () => {
      const { change, card, preview, settled, account } = money();
      expect((await change('free-one', { tier: 'tier_team', payment_method: await card(testCard.good) })).status).toBe(200);
      const revenue = await account('free-one', 'revenue');
      await refund('free-one', 29_950);
      await settled();
      expect(await account('free-one', 'revenue')).toBe(revenue + 29_950);
      const { body } = await preview('free-one', 'tier_free');
      expect(body.upfront_charge.unused_credit).toBeGreaterThan(299);
      expect(body.upfront_charge.unused_credit).toBeLessThanOrEqual(299.5);
      expect(body.credit_note).toBeNull();
    });

    it('of a plan fee takes back the credit for its unused time first', async () => {
      const { change, balance, settled } = money();
      expect((await change('free-one', { tier: 'tier_payg' })).status).toBe(200);
      const balanceCents = await balance('free-one');
      expect(balanceCents).toBeGreaterThan(20_000);
      // $299.50 of the Team fee was refunded, and $25.00 of it paid the fee of the Pro Plan. The rest of the Team fee is credit.
      await refund('free-one', balanceCents);
      await settled();
      expect(await balance('free-one')).toBe(0);
      const spent = await refund('free-one', 5000).catch(
        (error: { body: Record<string, number> }) => error.body['highest_refundable_cents'],
      );
      expect(spent).toBeLessThan(100);
    });

    it('made at the gateway becomes debt where the credit is spent', async () => {
      const { topUp, card, change, balance, settled, platform } = money();
      expect((await topUp('capped', { amount: 600, payment_method_id: await card(testCard.good) })).status).toBe(201);
      expect((await change('capped', { tier: 'tier_team' })).status).toBe(200);
      const left = await balance('capped');
      const { gateway } = platform.context.paymentContext;
      const [topUpPayment] = rowsOf<{ intent: string }>(
        await money().db.execute(sql`select p.intent_id as intent from payments p join organizations o on o.id = p.organization_id
        where o.slug = 'capped' and p.top_up_id is not null`),
      );
      await gateway.createRefund({ paymentId: topUpPayment?.intent ?? '', amountCents: 60_000, metadata: {} }, 'refund-at-the-gateway');
      await settled();
      expect(await balance('capped')).toBe(left - 60_000);
    });

    it('that fails returns what it took', async () => {
      const { topUp, card, balance, settled, pass, platform } = money();
      expect((await topUp('rich', { amount: 100, payment_method_id: await card(testCard.refundFails) })).status).toBe(201);
      const before = await balance('rich');
      await refund('rich', 10_000);
      await settled();
      expect(await balance('rich')).toBe(before - 10_000);
      await pass(60);
      await settled();
      expect(await balance('rich')).toBe(before);
      expect(platform.logged.filter(({ event }) => event === 'refund_failed')).toHaveLength(1);
    });

    it('is refused for a payment of another organization, and for one that went back already', async () => {
      const { id } = await paid('rich');
      const { organizationId } = await paid('payg');
      const { paymentContext: context } = money().platform.context;
      await expect(refundPayment(context, { organizationId, paymentId: id, amountCents: 1, reason: 'x' })).rejects.toMatchObject({
        status: 404,
      });
    });

    it('settles everything it has charged', async () => {
      expect(await money().faults()).toEqual([]);
    });
  },
);
