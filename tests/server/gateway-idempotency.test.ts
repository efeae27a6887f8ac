import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, testKeys, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let sandbox: SandboxHarness;
let customerId: string;

beforeEach(async () => {
  sandbox = await openSandbox();
  customerId = (await sandbox.stripe.customers.create({})).id;
});
afterEach(() => sandbox.close());

/** Sends a POST request without the SDK, because the SDK hides headers and statuses. */
async function post(path: string, values: Record<string, string>, key: string) {
  const response = await fetch(`${sandbox.baseUrl}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKeys.secretKey}`, 'idempotency-key': key, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(values),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const payment = (paymentMethod: string, amount = 2500) => ({
  amount: String(amount),
  currency: 'usd',
  customer: customerId,
  payment_method: paymentMethod,
  confirm: 'true',
  'automatic_payment_methods[enabled]': 'true',
  'automatic_payment_methods[allow_redirects]': 'never',
});

describe('idempotency keys', () => {
  it('give the same bytes again, and say that they do', async () => {
    const first = await post('/payment_intents', payment('pm_card_visa'), 'same');
    const second = await post('/payment_intents', payment('pm_card_visa'), 'same');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    expect(second.body).toBe(first.body);
    expect(sandbox.sandbox.money()).toHaveLength(1);
  });

  it('replay errors as well', async () => {
    const first = await post('/payment_intents', payment('pm_card_chargeDeclined'), 'refused');
    const second = await post('/payment_intents', payment('pm_card_chargeDeclined'), 'refused');
    expect([first.status, second.status]).toEqual([402, 402]);
    expect(second.body).toBe(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(sandbox.sandbox.money().map((entry) => entry.kind)).toEqual(['charge_failed']);
  });

  it('are refused for another body or another path', async () => {
    await post('/payment_intents', payment('pm_card_visa'), 'taken');
    for (const other of [
      await post('/payment_intents', payment('pm_card_visa', 2600), 'taken'),
      await post('/customers', { name: 'Ada' }, 'taken'),
    ]) {
      expect(other.status).toBe(400);
      expect(JSON.parse(other.body)).toMatchObject({ error: { type: 'idempotency_error' } });
    }
    expect(sandbox.sandbox.money()).toHaveLength(1);
  });

  it('are in use while the first request is under way', async () => {
    sandbox.sandbox.faults.add({ on: 'request', effect: 'delay', delayMs: 200, method: 'POST', path: '/payment_intents', times: 1 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/payment_intents', payment('pm_card_visa'), 'parallel')));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(JSON.parse(answers.find((answer) => answer.status === 409)?.body ?? '')).toMatchObject({
      error: { code: 'idempotency_key_in_use' },
    });
    expect((await post('/payment_intents', payment('pm_card_visa'), 'parallel')).status).toBe(200);
    expect(sandbox.sandbox.money()).toHaveLength(1);
  });

  it('charge once, however many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => post('/payment_intents', payment('pm_card_visa'), 'crowd')));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
    expect(new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body)).size).toBe(1);
    expect(sandbox.sandbox.money()).toHaveLength(1);
  });

  it('do not remember what was never carried out', async () => {
    expect((await post('/payment_intents', { ...payment('pm_card_visa'), nonsense: '1' }, 'corrected')).status).toBe(400);
    expect((await post('/payment_intents', payment('pm_card_visa'), 'corrected')).status).toBe(200);
  });

  it('live for a day of the clock, and through a restart', async () => {
    const first = await post('/payment_intents', payment('pm_card_visa'), 'kept');
    const restarted = await sandbox.restart();
    sandbox = restarted;
    expect((await post('/payment_intents', payment('pm_card_visa'), 'kept')).body).toBe(first.body);
    await sandbox.advance(24 * 60 * 60 * 1000);
    const later = await post('/payment_intents', payment('pm_card_visa'), 'kept');
    expect(later.status).toBe(200);
    expect(later.body).not.toBe(first.body);
    expect(sandbox.sandbox.money()).toHaveLength(2);
  });

  it('have a length', async () => {
    expect((await post('/customers', {}, 'x'.repeat(256))).status).toBe(400);
  });
});
