import { expect, it } from 'vitest';
import { quantityAtPrice } from './charged-messages.ts';
import { ratio } from './money-ratio.ts';

const step = { perUnits: 1, wholePackages: false };

it.each([
  ['COMPUTE_HOURS_XS', [{ ...step, billable: ratio(720n), priceMicrocents: 1_344_000 }], '720 hours at $0.01344'],
  ['EGRESS', [{ ...step, billable: ratio(12_340_000_000n), priceMicrocents: 9_000_000 }], '12.34 GB at $0.09'],
  [
    'FUNCTION_INVOCATIONS',
    [{ billable: ratio(2_100_000n), priceMicrocents: 200_000_000, perUnits: 1_000_000, wholePackages: true }],
    '3 packages of 1,000,000 at $2.00',
  ],
  [
    'AUTH_MFA_PHONE',
    [
      { ...step, billable: ratio(1n), priceMicrocents: 10_270_000 },
      { ...step, billable: ratio(10n), priceMicrocents: 1_370_000 },
    ],
    '1 hour at $0.1027 and 10 hours at $0.0137',
  ],
  ['EGRESS', [{ ...step, billable: ratio(0n), priceMicrocents: 9_000_000 }], ''],
])('%s: quantity beside price', (metric, steps, words) => {
  expect(quantityAtPrice(metric, steps)).toBe(words);
});
