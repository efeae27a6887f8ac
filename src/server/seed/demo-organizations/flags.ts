import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { visaCard } from './cards.ts';

const base = { plan: 'pro', cyclesBefore: 3, daysIntoCycle: 7, billingEmail: 'billing@fleet.example', cards: [visaCard] } as const;

export const flaggedOrganizations: readonly OrganizationSeed[] = [
  {
    ...base,
    slug: 'changes-disabled',
    name: 'Juniper Travel',
    projects: [{ name: 'bookings' }],
    billing: {
      name: 'Juniper Travel Ltd',
      address: { line1: '8 Station Parade', city: 'Harrogate', state: 'North Yorkshire', postal_code: 'HG1 1TX', country: 'GB' },
    },
    disabledFeatures: ['project_creation_and_update'],
  },
  {
    ...base,
    slug: 'features-off',
    name: 'Nimbus Schools',
    projects: [{ name: 'timetable' }],
    disabledFeatures: ['billing:account_data', 'billing:payment_methods', 'billing:credits', 'billing:invoices'],
  },
  { ...base, slug: 'billing-off', name: 'Orchard Council', projects: [{ name: 'permits' }], disabledFeatures: ['billing:all'] },
];
