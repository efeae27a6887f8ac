import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { approvalSteps, changeSteps, disputeSteps, paymentSteps, refundSteps, topUpSteps } from '#server/domain/state-steps.ts';
import { createGateway } from '#server/gateway/stripe/create-gateway.ts';
import { eventTypes, fetchEvents, receiveEvent, receiveWebhook } from '#server/payments/events.ts';
import { onMoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';

const path = '/webhooks/gateway';

onMoneyPlatform((money) => {
  const post = (body: string, signature?: string) =>
    money().platform.ask(path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...(signature === undefined ? {} : { 'Stripe-Signature': signature }) },
    });
  const signed = (body: string, secret: string, atSeconds = Math.floor(Date.now() / 1000)) =>
    `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
  const event = (id: string, objectId = 'pi_1') =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1,
      data: { object: { object: 'payment_intent', id: objectId } },
    });
  const kept = async () => ((await money().db.execute(sql`select count(*)::int as n from gateway_events`)) as any).rows[0].n as number;

  it('refuses calls that the gateway did not sign', async () => {
    const body = event('evt_forged1');
    const before = await kept();
    const now = Math.floor(Date.now() / 1000);
    for (const signature of [undefined, '', `t=${now},v1=`, `t=${now}`, 't=1,v1=abc', signed(body, 'whsec_guessed'), signed(body, '')]) {
      expect(await post(body, signature)).toMatchObject({ status: 400, body: { errors: [{ path: 'header.Stripe-Signature' }] } });
    }
    expect(await kept()).toBe(before);
  });

  it('needs no session and takes no other method', async () => {
    const { ask } = money().platform;
    expect((await ask(path)).status).toBe(404);
    expect((await post('x'.repeat(2 * 1024 * 1024), 'x')).status).toBe(413);
  });

  it('acts on an event once, however often it comes', async () => {
    const { topUp, card, challenge, settled, balance, sandbox, platform } = money();
    const { body } = await topUp('payg', { payment_method_id: await card(testCard.asksAlways) });
    await challenge(body.payment_intent_secret, 'complete');
    await settled();
    expect(await balance('payg')).toBe(10_000);
    const listed = await platform.context.paymentContext.gateway.listEvents({});
    const before = await kept();
    if (listed.ok)
      for (const known of [...listed.value.items, ...listed.value.items]) await receiveEvent(platform.context.paymentContext, known);
    await settled();
    expect([await kept(), await balance('payg')]).toEqual([before, 10_000]);
    expect(sandbox.money()).toHaveLength(1);
  });

  it('leaves an event that it cannot act on for later', async () => {
    const { topUp, card, challenge, sandbox, settled, balance, db, platform } = money();
    const had = await balance('capped');
    const { body } = await topUp('capped', { payment_method_id: await card(testCard.asksAlways) });
    await challenge(body.payment_intent_secret, 'complete');
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'GET', times: 30 });
    await settled();
    expect(await balance('capped')).toBe(had);
    sandbox.faults.clear();
    await db.execute(sql`update gateway_events set run_after = now() - interval '1 hour' where processed_at is null`);
    await platform.context.payments.worker.idle();
    expect(await balance('capped')).toBe(had + 10_000);
  });

  it('goes on after an event of an unknown shape, which it names in the log, and asks only for the types that it keeps', async () => {
    const { topUp, card, challenge, sandbox, settled, balance, platform } = money();
    const { gateway } = platform.context.paymentContext;
    const had = await balance('top');
    sandbox.faults.add({ on: 'event', effect: 'drop', times: 99 });
    const { body } = await topUp('top', { payment_method_id: await card(testCard.asksAlways) });
    await challenge(body.payment_intent_secret, 'complete');
    await settled();
    sandbox.faults.clear();
    const requestedTypes: (readonly string[] | undefined)[] = [];
    const listEvents: typeof gateway.listEvents = async (filter) => {
      requestedTypes.push(filter.types);
      const page = await gateway.listEvents(filter);
      return page.ok ? { ok: true, value: { ...page.value, unreadable: [{ id: 'evt_strange', problem: 'created: invalid' }] } } : page;
    };
    await fetchEvents({ ...platform.context.paymentContext, gateway: { ...gateway, listEvents } });
    await platform.context.payments.worker.idle();
    expect(await balance('top')).toBe(had + 10_000);
    expect(platform.logged).toContainEqual(expect.objectContaining({ event: 'gateway_event_unreadable', gatewayEvent: 'evt_strange' }));
    expect(new Set(requestedTypes.flat())).toEqual(new Set(Object.values(eventTypes).flat()));
    expect(requestedTypes.every((types) => types !== undefined && types.length > 0 && types.length <= 20)).toBe(true);
  });

  it('answers a signed event of an unknown shape, so that it is not sent again for days, and names it in the log', async () => {
    const { platform } = money();
    const webhookSecret = 'whsec_known';
    const gateway = createGateway({ secretKey: 'sk_test_1', webhookSecret, baseUrl: 'http://127.0.0.1:1' });
    const body = JSON.stringify({ id: 'evt_odd', object: 'event', type: 'refund.created', created: 'soon', data: {} });
    const lines = platform.logged.length;
    await receiveWebhook({ ...platform.context.paymentContext, gateway }, body, signed(body, webhookSecret));
    expect(platform.logged.slice(lines)).toContainEqual(expect.objectContaining({ event: 'gateway_event_unreadable' }));
  });

  it('keeps the same table of steps in the database as in the code, and the database refuses every other step', async () => {
    const { rows } = (await money().db.execute(
      sql`select entity, from_state, to_state from state_steps where entity <> 'payment_methods'`,
    )) as any;
    const inCode = Object.entries({
      changes: changeSteps,
      top_ups: topUpSteps,
      payments: paymentSteps,
      refunds: refundSteps,
      disputes: disputeSteps,
      approvals: approvalSteps,
    }).flatMap(([entity, steps]) =>
      Object.entries(steps).flatMap(([from_state, next]) => next.map((to_state: string) => ({ entity, from_state, to_state }))),
    );
    const sorted = (list: object[]) => list.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
    expect(sorted(rows)).toEqual(sorted(inCode));
    const cause = (error: { cause?: { message?: string } }) => error.cause?.message;
    const refused = (statement: ReturnType<typeof sql>) =>
      money()
        .db.execute(statement)
        .then(() => 'done', cause);
    expect(await refused(sql`update top_ups set state = 'open' where state = 'credited'`)).toMatch(/cannot go from credited to open/);
    expect(await refused(sql`update payments set state = 'failed' where state = 'succeeded'`)).toMatch(
      /cannot go from succeeded to failed/,
    );
    expect(await refused(sql`update payments set amount_cents = 1 where state = 'succeeded'`)).toMatch(/terms of payments .* are fixed/);
    expect(await refused(sql`update ledger_entries set amount_cents = 1`)).toMatch(/append-only/);
  });
});
