import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewaySession } from '#server/gateway/gateway-objects.ts';
import type { GatewayResult } from '#server/gateway/gateway-result.ts';
import { openSandbox, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

let sandbox: SandboxHarness;
let session: GatewaySession;
let customerId: string;

beforeEach(async () => {
  sandbox = await openSandbox();
  customerId = value(await sandbox.gateway.createCustomer({ email: 'ada@example.com' }, 'customer')).id;
  session = await open('first');
});
afterEach(() => sandbox.close());

const open = async (key: string) =>
  value(
    await sandbox.gateway.createSession(
      {
        customerId,
        currency: 'usd',
        lines: [
          { description: 'Invoice INV-0042', amountCents: 7000 },
          { description: 'Late <fee>', amountCents: 218 },
        ],
        successUrl: `${sandbox.origin}/paid?session={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${sandbox.origin}/back`,
        metadata: { invoice: 'INV-0042' },
      },
      key,
    ),
  );

async function submit(url: string, fields: Record<string, string>): Promise<{ status: number; location: string; text: string }> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const location = response.headers.get('location');
  return { status: response.status, location: location === null ? '' : new URL(location, url).href, text: await response.text() };
}

const card = (number: string) => ({ name: 'Ada', number, expiry: '12 / 34', cvc: '123', country: 'US', postalCode: '94107' });
const pay = (number: string) => submit(session.url ?? '', card(number));
const now = async () => value(await sandbox.gateway.retrieveSession(session.id));
const eventTypes = async () =>
  value(
    await sandbox.gateway.listEvents({
      types: [
        'checkout.session.completed',
        'checkout.session.expired',
        'checkout.session.async_payment_succeeded',
        'checkout.session.async_payment_failed',
      ],
    }),
  ).items.map((event) => event.type);

describe('the hosted payment page', () => {
  it('says what is paid for, safely, and cannot be framed or stored', async () => {
    const response = await fetch(session.url ?? '');
    const text = await response.text();
    expect(text).toContain('Invoice INV-0042');
    expect(text).toContain('Late &lt;fee&gt;');
    expect(text).toContain('$72.18');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|style=|onclick/);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('takes a card, charges once, and goes to the success page', async () => {
    const paid = await pay('4242424242424242');
    expect(paid).toMatchObject({ status: 303, location: `${sandbox.origin}/paid?session=${session.id}` });
    const done = await now();
    expect(done).toMatchObject({ status: 'complete', paymentStatus: 'paid', url: null });
    expect(value(await sandbox.gateway.retrievePayment(done.paymentId ?? ''))).toMatchObject({
      status: 'succeeded',
      amountCents: 7218,
      customerId,
      metadata: { invoice: 'INV-0042' },
    });
    expect(await pay('4242424242424242')).toMatchObject({ status: 303, location: paid.location });
    const again = await fetch(session.url ?? '', { redirect: 'manual' });
    expect([again.status, again.headers.get('location')]).toEqual([303, paid.location]);
    expect(sandbox.sandbox.money()).toHaveLength(1);
    expect(await eventTypes()).toEqual(['checkout.session.completed']);
  });

  it('stays open after a refusal, says why, and takes another card', async () => {
    const refused = await pay('4000000000009995');
    expect(refused.status).toBe(200);
    expect(refused.text).toContain('Your card has insufficient funds.');
    expect(refused.text).not.toContain('9995');
    expect(await now()).toMatchObject({ status: 'open', paymentStatus: 'unpaid' });
    expect((await pay('4242424242424242')).status).toBe(303);
    expect(sandbox.sandbox.money().map((entry) => entry.kind)).toEqual(['charge_failed', 'charge_succeeded']);
  });

  it('checks the card by itself as well', async () => {
    expect((await submit(session.url ?? '', { ...card('4242424242424242'), expiry: '12 / 20' })).text).toContain(
      'expiration year is invalid',
    );
    expect((await submit(session.url ?? '', { ...card('4242424242424242'), cvc: '' })).text).toContain('security code is invalid');
    expect((await pay('4111111111111111')).text).toContain('non test card');
    expect(sandbox.sandbox.money()).toEqual([]);
  });

  it('reads full-width digits', async () => {
    const wide = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const { number, expiry, cvc, ...fields } = card('4242424242424242');
    const typed = { ...fields, number: wide(number), expiry: wide(expiry), cvc: wide(cvc), postalCode: wide('94107') };
    expect((await submit(session.url ?? '', typed)).status).toBe(303);
  });

  it('leads to the bank and back', async () => {
    const response = await pay('4000002760003184');
    expect(response.status).toBe(303);
    const bank = new URL(response.location);
    const page = await (await fetch(bank)).text();
    expect(page).toContain('Confirm that it is you');
    expect(page).toContain('$72.18');
    const failed = await submit(`${bank.origin}${bank.pathname}`, { secret: bank.searchParams.get('secret') ?? '', outcome: 'fail' });
    expect(failed).toMatchObject({ status: 303, location: session.url });
    expect(await (await fetch(failed.location)).text()).toContain('We are unable to authenticate your payment method.');
    const second = new URL((await pay('4000002760003184')).location);
    const completed = await submit(`${second.origin}${second.pathname}`, {
      secret: second.searchParams.get('secret') ?? '',
      outcome: 'complete',
    });
    const home = await fetch(completed.location, { redirect: 'manual' });
    expect(home.headers.get('location')).toBe(`${sandbox.origin}/paid?session=${session.id}`);
    expect(await now()).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
  });

  it('waits for money that is on its way', async () => {
    expect((await pay('4000009990000005')).status).toBe(303);
    expect(await now()).toMatchObject({ status: 'complete', paymentStatus: 'unpaid' });
    await sandbox.advance(15_000);
    expect(await now()).toMatchObject({ paymentStatus: 'paid' });
    expect(await eventTypes()).toEqual(['checkout.session.async_payment_succeeded', 'checkout.session.completed']);
  });

  it('cannot be paid once it has expired, by the call or by the clock', async () => {
    value(await sandbox.gateway.expireSession(session.id));
    const refused = await pay('4242424242424242');
    expect([refused.status, refused.text]).toEqual([410, expect.stringContaining('has expired')]);
    session = await open('second');
    await sandbox.advance(24 * 60 * 60 * 1000);
    expect(await now()).toMatchObject({ status: 'expired', url: null });
    expect((await pay('4242424242424242')).status).toBe(410);
    expect(sandbox.sandbox.money()).toEqual([]);
    expect(await eventTypes()).toEqual(['checkout.session.expired', 'checkout.session.expired']);
  });

  it('takes its payment with it when it expires at the bank', async () => {
    const bank = new URL((await pay('4000002760003184')).location);
    const { paymentId } = await now();
    value(await sandbox.gateway.expireSession(session.id));
    expect(value(await sandbox.gateway.retrievePayment(paymentId ?? '')).status).toBe('canceled');
    expect(
      (await submit(`${bank.origin}${bank.pathname}`, { secret: bank.searchParams.get('secret') ?? '', outcome: 'complete' })).status,
    ).toBe(303);
    expect(sandbox.sandbox.money()).toEqual([]);
  });

  it('charges once, however often it is submitted at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay('4242424242424242')));
    expect(new Set(answers.map((answer) => answer.location))).toEqual(new Set([`${sandbox.origin}/paid?session=${session.id}`]));
    expect(sandbox.sandbox.money()).toHaveLength(1);
  });

  it('does not exist for anyone who guesses', async () => {
    expect((await fetch(`${sandbox.baseUrl}/pay/cs_test_guess`)).status).toBe(404);
    const bank = new URL((await pay('4000002760003184')).location);
    expect((await fetch(`${bank.origin}${bank.pathname}?secret=guess`)).status).toBe(404);
    expect((await submit(`${bank.origin}${bank.pathname}`, { secret: 'guess', outcome: 'complete' })).status).toBe(404);
    expect(sandbox.sandbox.money()).toEqual([]);
  });
});

function value<Value>(result: GatewayResult<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.kind}: ${JSON.stringify(result.error)}`);
  return result.value;
}
