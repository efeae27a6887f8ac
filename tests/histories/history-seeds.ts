import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import type { Random } from '#tests/support/random.ts';

const kinds: readonly Partial<OrganizationSeed>[] = [
  { plan: 'free' },
  { plan: 'free' },
  { plan: 'pro' },
  { plan: 'pro', spendCapOn: true },
  { plan: 'pro', paymentMethodType: 'invoice' },
  { plan: 'team' },
  {
    plan: 'team',
    discounts: [
      { key: 'plan', basisPoints: 2500 },
      { key: 'EGRESS:primary', basisPoints: 1000 },
    ],
  },
  { plan: 'pro', contract: { planPriceCents: 3333, quotas: { EGRESS: 10_000_000_000 } } },
];

/** Each history has a separate organization, so that no fault hides another fault. Contract terms differ between the organizations. */
export const historySeeds = (count: number, random: Random): OrganizationSeed[] =>
  Array.from({ length: count }, (_, index) => ({
    slug: `history-${index + 1}`,
    name: `History ${index + 1}`,
    cyclesBefore: 0,
    daysIntoCycle: random.below(20),
    projects: [
      { name: 'web', size: 'micro' },
      { name: 'api', size: 'small' },
    ],
    plan: 'pro',
    ...kinds[index % kinds.length],
  }));
