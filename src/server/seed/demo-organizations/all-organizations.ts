import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { busyOrganization } from './busy-year.ts';
import { flaggedOrganizations } from './flags.ts';
import { freeOrganizations } from './free.ts';
import { higherTierOrganizations } from './higher-tier.ts';
import { partnerOrganizations } from './partners.ts';
import { proOrganizations } from './pro.ts';
import { restrictedOrganizations } from './restrictions.ts';
import { stressOrganizations } from './stress.ts';

export const demoOrganizations: readonly OrganizationSeed[] = [
  ...freeOrganizations,
  ...proOrganizations,
  busyOrganization,
  ...higherTierOrganizations,
  ...partnerOrganizations,
  ...restrictedOrganizations,
  ...flaggedOrganizations,
  ...stressOrganizations,
];
