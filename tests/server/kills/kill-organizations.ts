import type { OrganizationSeed } from '#server/seed/organization-seed.ts';

const seed = (slug: string, plan: 'free' | 'pro'): OrganizationSeed => ({
  slug,
  name: slug,
  plan,
  cyclesBefore: 0,
  daysIntoCycle: 10,
  projects: [{ name: 'web', ...(plan === 'free' ? { size: 'nano' as const } : {}) }],
});

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}-${index}`);

export const renamed = numbered('renamed', 3);
export const toppedUp = numbered('topped-up', 16);
export const turned = numbered('turned', 2);
export const upgraded = numbered('upgraded', 60);

/** Organizations without history, so that every charge in the gateway's log comes from the test. */
export const killOrganizations: readonly OrganizationSeed[] = [
  ...[...renamed, ...toppedUp, ...turned].map((slug) => seed(slug, 'pro')),
  ...upgraded.map((slug) => seed(slug, 'free')),
];
