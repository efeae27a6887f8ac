import { describe, expect, it } from 'vitest';
import { createGateway } from './create-gateway.ts';

/** A valid payment. The SDK accepts any JSON without `error` as a success, so tests break this shape to check our validation. */
const intent = {
  object: 'payment_intent',
  id: 'pi_1',
  status: 'succeeded',
  amount: 500,
  amount_received: 500,
  currency: 'usd',
  customer: null,
  payment_method: null,
  client_secret: null,
  latest_charge: null,
  last_payment_error: null,
  metadata: {},
  created: 1,
};

function answering(body: unknown, status = 200, headers: Record<string, string> = {}) {
  const seen: Request[] = [];
  const gateway = createGateway({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    baseUrl: 'https://gateway.test/prefix',
    fetch: (request) => {
      seen.push(request);
      return Promise.resolve(
        new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { 'request-id': 'req_1', ...headers } }),
      );
    },
  });
  return { gateway, seen };
}

describe('the gateway over the SDK', () => {
  it('sends the version, the key of the attempt and no telemetry, below the prefix', async () => {
    const { gateway, seen } = answering(intent);
    expect(await gateway.confirmPayment('pi_1', 'pm_1', 'change:1:1')).toMatchObject({ ok: true, value: { id: 'pi_1', amountCents: 500 } });
    const [request] = seen;
    expect(request?.url).toBe('https://gateway.test/prefix/v1/payment_intents/pi_1/confirm');
    expect(request?.headers.get('idempotency-key')).toBe('change:1:1');
    expect(request?.headers.get('stripe-version')).toBe('2026-10-28.endive');
    expect(request?.headers.get('x-stripe-client-telemetry')).toBeNull();
  });

  it('pins every payment, setup and payment page to cards, whatever the account offers', async () => {
    const { gateway, seen } = answering({});
    const about = { customerId: 'cus_1', currency: 'usd', metadata: {} };
    const card = { amountCents: 500, paymentMethodId: 'pm_1', description: 'x', offSession: false, saveForOffSession: true };
    await gateway.createPayment({ ...about, ...card }, 'k1');
    await gateway.createSetup('cus_1', {}, 'k2');
    const urls = { successUrl: 'https://here.test/', cancelUrl: 'https://here.test/' };
    await gateway.createSession({ ...about, ...urls, lines: [{ description: 'x', amountCents: 500 }] }, 'k3');
    const requestBodies = await Promise.all(seen.map(async (request) => new URLSearchParams(await request.text())));
    expect(requestBodies.map((body) => body.get('allowed_payment_method_types[0]'))).toEqual(['card', 'card', 'card']);
    expect(requestBodies.map((body) => body.get('allowed_payment_method_types[1]'))).toEqual([null, null, null]);
  });

  it('skips an event of an unknown shape, names it, and goes on after it', async () => {
    const event = { object: 'event', id: 'evt_1', type: 'refund.created', created: 1, data: { object: { object: 'refund', id: 're_1' } } };
    const strange = { object: 'event', id: 'evt_2', type: 'refund.updated', created: 'soon', data: null };
    const { gateway } = answering({ object: 'list', data: [event, strange], has_more: true });
    expect(await gateway.listEvents({ types: ['refund.created'] })).toEqual({
      ok: true,
      value: {
        items: [{ id: 'evt_1', type: 'refund.created', createdSeconds: 1, objectType: 'refund', objectId: 're_1' }],
        hasMore: true,
        lastId: 'evt_2',
        unreadable: [{ id: 'evt_2', problem: expect.stringContaining('created') }],
      },
    });
  });

  it('gives each cancellation a key that no other has had, so what was refused once is asked anew', async () => {
    const { gateway, seen } = answering(intent);
    await gateway.cancelPayment('pi_1');
    await gateway.cancelPayment('pi_1');
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('reads ids of linked objects, expanded or not', async () => {
    const { gateway } = answering({ ...intent, customer: { id: 'cus_1', object: 'customer' }, latest_charge: 'ch_1' });
    expect(await gateway.retrievePayment('pi_1')).toMatchObject({ ok: true, value: { customerId: 'cus_1', latestChargeId: 'ch_1' } });
  });

  it.each([
    ['a 404 without an error', { message: 'not found' }, 404],
    ['another kind of object', { ...intent, object: 'setup_intent' }, 200],
    ['another object', { ...intent, id: 'pi_2' }, 200],
    ['an amount that is no integer', { ...intent, amount: 5.5 }, 200],
    ['a status that does not exist', { ...intent, status: 'fine' }, 200],
    ['a right object with a wrong status code', intent, 202],
    ['nothing', {}, 200],
  ])('takes %s for no answer', async (_what, body, status) => {
    expect(await answering(body, status).gateway.retrievePayment('pi_1')).toMatchObject({
      ok: false,
      error: { kind: 'unknown_outcome', reason: 'unreadable_answer', requestId: 'req_1' },
    });
  });

  it('takes a page of HTML for no answer', async () => {
    expect(await answering('<html>', 200).gateway.retrievePayment('pi_1')).toMatchObject({ ok: false, error: { kind: 'unknown_outcome' } });
  });

  it.each([
    [500, { type: 'api_error', message: 'x' }, { kind: 'unknown_outcome', reason: 'server_error' }],
    [503, { type: 'api_error', message: 'x' }, { kind: 'unknown_outcome', reason: 'server_error' }],
    [
      409,
      { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'x' },
      { kind: 'conflict', code: 'idempotency_key_in_use' },
    ],
    [429, { type: 'invalid_request_error', code: 'rate_limit', message: 'x' }, { kind: 'rate_limited', retryAfterSeconds: 3 }],
    [400, { type: 'idempotency_error', message: 'x' }, { kind: 'invalid_request', code: 'idempotency_error' }],
    [
      400,
      { type: 'invalid_request_error', code: 'parameter_unknown', param: 'a', message: 'x' },
      { kind: 'invalid_request', code: 'parameter_unknown', param: 'a' },
    ],
    [404, { type: 'invalid_request_error', code: 'resource_missing', message: 'x' }, { kind: 'not_found' }],
    [
      400,
      { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'x', payment_intent: intent },
      { kind: 'unexpected_state', payment: { id: 'pi_1' } },
    ],
    [401, { type: 'invalid_request_error', message: 'x' }, { kind: 'not_allowed' }],
    [403, { type: 'invalid_request_error', message: 'x' }, { kind: 'not_allowed' }],
    [
      402,
      { type: 'card_error', code: 'card_declined', decline_code: 'stolen_card', message: 'stolen', payment_intent: intent },
      {
        kind: 'declined',
        declineCode: 'stolen_card',
        memberMessage: 'Your card was declined. Please use a different card or contact your bank.',
        payment: { id: 'pi_1' },
      },
    ],
    [
      402,
      { type: 'card_error', code: 'expired_card', message: 'x' },
      { kind: 'declined', code: 'expired_card', declineCode: null, payment: null },
    ],
    [
      402,
      { type: 'card_error', code: 'authentication_required', decline_code: 'authentication_required', message: 'x' },
      { kind: 'requires_action' },
    ],
  ])('%i %o means %o', async (status, error, expected) => {
    expect(await answering({ error }, status, { 'retry-after': '3' }).gateway.cancelPayment('pi_1')).toMatchObject({
      ok: false,
      error: { ...expected, requestId: 'req_1' },
    });
  });

  it.each(['..', '.', ''])('sends nothing for the id %j', async (id) => {
    const { gateway, seen } = answering(intent);
    expect(await gateway.retrievePayment(id)).toMatchObject({ ok: false, error: { kind: 'not_found' } });
    expect(await gateway.cancelPayment(id)).toMatchObject({ ok: false, error: { kind: 'not_found' } });
    expect(seen).toEqual([]);
  });

  it('refuses an address without a scheme it knows', () => {
    expect(() => createGateway({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', baseUrl: 'ftp://x' })).toThrow(/https or http/);
  });
});
