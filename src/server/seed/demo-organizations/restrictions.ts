import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { decliningCard, visaCard } from './cards.ts';

const gigabyte = 1_000_000_000;
const million = 1_000_000;

export const restrictedOrganizations: readonly OrganizationSeed[] = [
  {
    slug: 'grace-period',
    name: 'Sparrow Social',
    cards: [visaCard],
    plan: 'free',
    cyclesBefore: 2,
    daysIntoCycle: 5,
    projects: [
      { name: 'feed', size: 'nano', usedCyclesBefore: 1, monthlyUsage: { EGRESS: 9.3 * gigabyte, MONTHLY_ACTIVE_USERS: 21_000 } },
      { name: 'media', size: 'nano', usedCyclesBefore: 1, monthlyUsage: { STORAGE_SIZE: 2.7 * gigabyte, EGRESS: 3.1 * gigabyte } },
    ],
  },
  {
    slug: 'grace-over',
    name: 'Copper Kettle Recipes',
    cards: [visaCard],
    plan: 'pro',
    spendCapOn: true,
    cyclesBefore: 2,
    daysIntoCycle: 18,
    projects: [
      {
        name: 'recipes',
        usedCyclesBefore: 1,
        monthlyUsage: { MONTHLY_ACTIVE_USERS: 214_000, REALTIME_MESSAGE_COUNT: 11.5 * million, REALTIME_PEAK_CONNECTIONS: 910 },
      },
    ],
  },
  {
    slug: 'restricted',
    name: 'Basalt Auctions',
    cards: [
      { ...visaCard, isDeleted: true },
      { ...decliningCard, isDefault: true },
    ],
    billing: {
      name: 'Basalt Auctions Ltd',
      address: { line1: '14 Quay Lane', city: 'Bristol', postal_code: 'BS1 4RB', country: 'GB' },
    },
    plan: 'pro',
    spendCapOn: true,
    cyclesBefore: 3,
    daysIntoCycle: 24,
    projects: [
      {
        name: 'bidding',
        size: 'small',
        usedCyclesBefore: 1,
        monthlyUsage: { FUNCTION_INVOCATIONS: 5.6 * million, STORAGE_SIZE: 240 * gigabyte },
      },
      { name: 'catalogue', usedCyclesBefore: 1, monthlyUsage: { EGRESS: 520 * gigabyte } },
    ],
    reportedViolations: ['exceed_edge_functions_count_quota'],
    invoices: [
      { status: 'open', paymentAttempted: true },
      { status: 'open', paymentAttempted: true },
    ],
  },
];
