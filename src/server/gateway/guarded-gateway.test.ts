import { expect, it } from 'vitest';
import type { PaymentGateway } from './gateway.ts';
import { guardWrites } from './guarded-gateway.ts';
import type { GatewayError } from './gateway-result.ts';

function notedGateway(): { readonly gateway: PaymentGateway; readonly reached: string[] } {
  const reached: string[] = [];
  const noted = (name: string) => () => {
    reached.push(name);
    return Promise.resolve({ ok: true, value: name });
  };
  const names = [
    'createCustomer',
    'createPayment',
    'confirmPayment',
    'createRefund',
    'attachPaymentMethod',
    'retrievePayment',
    'listEvents',
  ];
  return { gateway: Object.fromEntries(names.map((name) => [name, noted(name)])) as unknown as PaymentGateway, reached };
}

it('lets no write reach the gateway while it is refused, and every read', async () => {
  const { gateway, reached } = notedGateway();
  let error: GatewayError | null = { kind: 'paused', reason: 'behind', requestId: null };
  const guarded = guardWrites(gateway, () => Promise.resolve(error));
  const call = (name: keyof PaymentGateway) => (guarded[name] as () => Promise<unknown>)();
  for (const name of ['createCustomer', 'createPayment', 'confirmPayment', 'createRefund', 'attachPaymentMethod'] as const)
    expect(await call(name)).toEqual({ ok: false, error });
  await call('retrievePayment');
  await call('listEvents');
  expect(reached).toEqual(['retrievePayment', 'listEvents']);
  error = null;
  await call('createRefund');
  expect(reached.at(-1)).toBe('createRefund');
});
