import { expect, it } from 'vitest';
import { elementsOptions } from './GatewayForm.tsx';

it.each([{ kind: 'keep' } as const, { kind: 'payment', amountCents: 500 } as const])('the fields of %o take cards alone', (purpose) => {
  expect(elementsOptions(purpose, {})).toMatchObject({ allowedPaymentMethodTypes: ['card'] });
});
