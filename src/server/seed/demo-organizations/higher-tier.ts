import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { microcentsFromDollars } from '#lib/money.ts';
import { mastercardCard } from './cards.ts';

const gigabyte = 1_000_000_000;

const towns = [
  'aachen',
  'bonn',
  'celle',
  'dessau',
  'emden',
  'fulda',
  'gera',
  'hanau',
  'ilmenau',
  'jena',
  'kassel',
  'lindau',
  'mainz',
  'neuss',
  'oldenburg',
  'passau',
  'quedlinburg',
  'rostock',
  'siegen',
  'trier',
  'ulm',
  'varel',
  'worms',
  'xanten',
];

export const higherTierOrganizations: readonly OrganizationSeed[] = [
  {
    slug: 'team-eu',
    name: 'Stadtwerke Verbund',
    plan: 'team',
    cyclesBefore: 2,
    daysIntoCycle: 3,
    billingEmail: 'rechnung@stadtwerke.example',
    additionalEmails: ['einkauf@stadtwerke.example', 'controlling@stadtwerke.example', 'it-leitung@stadtwerke.example'],
    cards: [mastercardCard],
    billing: {
      name: 'Stadtwerke Verbund GmbH',
      address: { line1: 'Lagerhausstraße 12', line2: 'Haus C', city: 'München', state: 'Bayern', postal_code: '81371', country: 'DE' },
      taxId: { type: 'eu_vat', value: 'DE123456789', country: 'DE' },
    },
    projects: towns.map((town, index) => ({
      name: `netz-${town}`,
      size: index % 6 === 0 ? 'small' : 'micro',
      ...(index % 8 === 0 ? { monthlyUsage: { EGRESS: 96 * gigabyte, MONTHLY_ACTIVE_USERS: 31_000, STORAGE_SIZE: 22 * gigabyte } } : {}),
    })),
  },
  {
    slug: 'enterprise-invoice',
    name: 'Meridian Insurance Group',
    plan: 'enterprise',
    cyclesBefore: 2,
    daysIntoCycle: 15,
    paymentMethodType: 'invoice',
    billingEmail: 'ap@meridian.example',
    billing: {
      name: 'Meridian Insurance Group, Accounts Payable',
      address: { line1: '1200 Constitution Plaza', line2: 'Floor 9', city: 'Hartford', state: 'CT', postal_code: '06103', country: 'US' },
    },
    contract: {
      planPriceCents: 480_000,
      unitPrices: {
        COMPUTE_HOURS_24XL: microcentsFromDollars('7.68'),
        COMPUTE_HOURS_48XL_HIGH_MEMORY: microcentsFromDollars('15.36'),
      },
    },
    projects: [
      {
        name: 'claims',
        size: '48xlarge_high_memory',
        diskGb: 2000,
        addons: ['pitr_28', 'ipv4_default'],
        monthlyUsage: { EGRESS: 1900 * gigabyte },
      },
      { name: 'policies', size: '24xlarge', addons: ['pitr_28'] },
      { name: 'brokers-portal', size: '4xlarge', addons: ['cd_default'] },
      { name: 'actuarial-sandbox', size: '2xlarge' },
    ],
  },
];
