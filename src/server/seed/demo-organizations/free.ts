import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { visaCard } from './cards.ts';

const gigabyte = 1_000_000_000;

export const freeOrganizations: readonly OrganizationSeed[] = [
  {
    slug: 'tideline-labs',
    name: 'Tideline Labs',
    plan: 'free',
    cyclesBefore: 1,
    daysIntoCycle: 4,
    projects: [
      { name: 'gripper', size: 'nano' },
      { name: 'lidar-replay', size: 'nano' },
      { name: 'wiki', size: 'nano' },
    ],
    members: { tess: 'owner', noor: 'admin' },
    ownMembersOnly: true,
  },
  {
    slug: 'free-start',
    name: 'Acorn Notes',
    plan: 'free',
    cyclesBefore: 1,
    daysIntoCycle: 9,
    projects: [
      {
        name: 'acorn-web',
        size: 'nano',
        monthlyUsage: { EGRESS: 1.2 * gigabyte, DATABASE_SIZE: 0.09 * gigabyte, MONTHLY_ACTIVE_USERS: 840 },
      },
      { name: 'acorn-staging', size: 'nano' },
    ],
  },
  {
    slug: 'free-exceeded',
    name: 'Meadow Weather',
    plan: 'free',
    cyclesBefore: 2,
    daysIntoCycle: 17,
    projects: [
      { name: 'forecast', size: 'nano', usedCyclesBefore: 0, monthlyUsage: { EGRESS: 12.4 * gigabyte, DATABASE_SIZE: 0.62 * gigabyte } },
      { name: 'stations', size: 'nano', usedCyclesBefore: 0, monthlyUsage: { EGRESS: 1.9 * gigabyte, DATABASE_SIZE: 0.14 * gigabyte } },
    ],
  },
  {
    slug: 'free-one-card',
    name: 'Driftwood Studio',
    plan: 'free',
    cyclesBefore: 1,
    daysIntoCycle: 21,
    projects: [{ name: 'portfolio', size: 'nano' }],
    cards: [visaCard],
  },
  {
    slug: 'oriole-lab',
    name: 'Oriole Lab',
    plan: 'free',
    cyclesBefore: 1,
    daysIntoCycle: 12,
    projects: [
      { name: 'index-experiments', size: 'nano', usesOriole: true },
      { name: 'write-amplification', size: 'nano', usesOriole: true },
    ],
    heldUsage: { project: 'index-experiments', metric: 'CACHED_EGRESS', quantity: 50_000 * gigabyte },
  },
];
