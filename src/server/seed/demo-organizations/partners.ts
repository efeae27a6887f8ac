import type { OrganizationSeed } from '#server/seed/organization-seed.ts';

const gigabyte = 1_000_000_000;

export const partnerOrganizations: readonly OrganizationSeed[] = [
  {
    slug: 'vercel_icfg_7f3kQz',
    name: 'Pixel Foundry',
    plan: 'pro',
    cyclesBefore: 1,
    daysIntoCycle: 10,
    partner: 'vercel_marketplace',
    projects: [
      { name: 'storefront', monthlyUsage: { EGRESS: 180 * gigabyte, FUNCTION_INVOCATIONS: 900_000 } },
      { name: 'storefront-preview', isBranch: true },
    ],
  },
  {
    slug: 'aws-market',
    name: 'Granite Analytics',
    plan: 'team',
    cyclesBefore: 1,
    daysIntoCycle: 2,
    partner: 'aws_marketplace',
    projects: [
      { name: 'lake', size: 'xlarge', diskGb: 120 },
      { name: 'reports', size: 'medium' },
    ],
    credits: [{ cents: 15_000, from: 'goodwill', description: 'Credit agreed in the private offer', daysAgo: 1 }],
  },
  {
    slug: 'fly-partner',
    name: 'Kite Courier',
    plan: 'pro',
    cyclesBefore: 1,
    daysIntoCycle: 16,
    partner: 'fly',
    projects: [{ name: 'dispatch' }, { name: 'rider-app', size: 'small' }],
  },
  {
    slug: 'fly-scheduled',
    name: 'Paper Lake Games',
    plan: 'pro',
    cyclesBefore: 1,
    daysIntoCycle: 20,
    partner: 'fly',
    scheduledPlan: 'free',
    projects: [{ name: 'leaderboards' }],
  },
];
