import type { OrganizationSeed } from '#server/seed/organization-seed.ts';

const gigabyte = 1_000_000_000;

const pro = (slug: string, differs: Partial<OrganizationSeed> = {}): OrganizationSeed => ({
  slug,
  name: `Organization ${slug}`,
  plan: 'pro',
  cyclesBefore: 0,
  daysIntoCycle: 10,
  projects: [{ name: 'web' }],
  ...differs,
});

const free = (slug: string, differs: Partial<OrganizationSeed> = {}): OrganizationSeed =>
  pro(slug, { plan: 'free', projects: [{ name: 'web', size: 'nano' }], ...differs });

export const moneyOrganizations: readonly OrganizationSeed[] = [
  free('free-one'),
  free('free-two'),
  free('free-three'),
  free('free-four'),
  free('free-five'),
  free('free-six'),
  free('oriole', { projects: [{ name: 'orio', size: 'nano', usesOriole: true }] }),
  pro('payg', { projects: [{ name: 'web', monthlyUsage: { EGRESS: 900 * gigabyte } }] }),
  pro('capped', { spendCapOn: true }),
  pro('rich', { credits: [{ cents: 100_000, from: 'goodwill', description: 'Goodwill', daysAgo: 3 }] }),
  pro('by-invoice', { paymentMethodType: 'invoice' }),
  pro('fly', { partner: 'fly' }),
  pro('vercel_icfg_test1', { partner: 'vercel_marketplace' }),
  pro('aws', { partner: 'aws_marketplace' }),
  pro('frozen', { disabledFeatures: ['project_creation_and_update'] }),
  pro('no-features', { disabledFeatures: ['billing:account_data', 'billing:payment_methods', 'billing:credits', 'billing:invoices'] }),
  pro('no-billing', { disabledFeatures: ['billing:all'] }),
  pro('branching', {
    projects: [
      { name: 'web', size: 'small' },
      { name: 'web-preview', isBranch: true },
      { name: 'web-retired', isBranch: true, status: 'INACTIVE' },
    ],
  }),
  pro('sleeping', { spendCapOn: true, projects: [{ name: 'web', status: 'INACTIVE' }] }),
  pro('top', { plan: 'team', projects: [{ name: 'web', diskGb: 60, replicas: ['micro'] }] }),
  pro('agreed', { plan: 'enterprise', contract: { planPriceCents: 250_000 } }),
  pro('crowded', { members: { tess: 'admin' } }),
  free('crowding-one', {
    members: { tess: 'admin' },
    projects: [
      { name: 'a', size: 'nano' },
      { name: 'b', size: 'nano' },
    ],
  }),
  { ...pro('elsewhere'), ownMembersOnly: true, members: { outsider: 'owner' } },
];
