import { afterAll, beforeAll, expect } from 'vitest';
import type { GatewayPayment } from '#server/gateway/gateway-objects.ts';
import type { GatewayResult } from '#server/gateway/gateway-result.ts';
import { openSandbox, testKeys, type SandboxHarness } from '#tests/support/sandbox-harness.ts';

/** Registers the hooks of a test file. Test files share modules, so hooks at module level would run for the first file only. */
export function setUpCardSandbox() {
  let sandbox: SandboxHarness;
  let customerId: string;
  let count = 0;
  const key = () => `cards-${(count += 1)}`;

  beforeAll(async () => {
    sandbox = await openSandbox({ delays: { disputeMs: 5_000, processingMs: 15_000, refundMs: 30_000 } });
    customerId = value(await sandbox.gateway.createCustomer({ email: 'cards@example.com' }, key())).id;
  });
  afterAll(() => sandbox.close());

  const pay = (paymentMethodId: string, options: { offSession?: boolean; save?: boolean } = {}) =>
    sandbox.gateway.createPayment(
      {
        amountCents: 2500,
        currency: 'usd',
        customerId,
        paymentMethodId,
        description: 'Cards',
        metadata: {},
        offSession: options.offSession ?? false,
        saveForOffSession: options.save ?? true,
      },
      key(),
    );

  async function answerChallenge(clientSecret: string | null, outcome: 'complete' | 'fail' | 'cancel'): Promise<void> {
    const [id = ''] = (clientSecret ?? '').split('_secret_');
    const path = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    const headers = { authorization: `Bearer ${testKeys.publishableKey}` };
    const intent = (await (await fetch(`${sandbox.baseUrl}/v1/${path}/${id}?client_secret=${clientSecret}`, { headers })).json()) as {
      next_action: { use_stripe_sdk: { stripe_js: string } };
    };
    const url = new URL(intent.next_action.use_stripe_sdk.stripe_js, sandbox.origin);
    const body = new URLSearchParams({ secret: url.searchParams.get('secret') ?? '', outcome });
    const answered = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body, headers: { accept: 'application/json' } });
    expect(answered.status).toBe(200);
  }

  return {
    opened: () => ({ sandbox, customerId }),
    key,
    pay,
    answerChallenge,
  };
}

/** Returns the status of a payment. If the payment failed, returns the most specific error code instead. */
export function outcomeOf(result: GatewayResult<GatewayPayment>): string {
  if (result.ok) return result.value.status;
  return result.error.kind === 'declined' ? (result.error.declineCode ?? result.error.code) : result.error.kind;
}

export function value<Value>(result: GatewayResult<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.kind}: ${JSON.stringify(result.error)}`);
  return result.value;
}
