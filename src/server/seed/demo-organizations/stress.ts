import { centsFromDollars } from '#lib/money.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { visaCard } from './cards.ts';

const includedEgress = 250e9;

/** Returns the bytes of egress that cost the given amount at $0.09 per GB, exact to the cent. */
const bytesFor = (dollars: string): number => Math.ceil((centsFromDollars(dollars) * 1e9) / 9);

const longestName = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaf';

export const stressOrganizations: readonly OrganizationSeed[] = [
  {
    slug: 'extreme-text',
    name: longestName,
    plan: 'pro',
    cyclesBefore: 6,
    daysIntoCycle: 5,
    billingEmail: `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
    additionalEmails: ['ünïcode+tag@example.com', `${'long.'.repeat(12)}name@example.com`],
    projects: [
      { name: longestName },
      { name: 'مشروع قاعدة البيانات الرئيسي' },
      { name: 'פרויקט ראשי (ייצור)' },
      { name: '👩‍👩‍👧‍👦🏳️‍🌈 family & friends 🚀' },
      { name: '<b>bold</b> <script>alert(1)</script>' },
      { name: 'planner' },
      { name: 'Compute Credits', size: 'small' },
      { name: ' leading and trailing ' },
      { name: '"quoted" \\ back/slash ${notATemplate}' },
    ],
    cards: [visaCard],
    billing: {
      name: longestName,
      address: {
        line1: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch 1 "B" <i>rear</i>',
        line2: 'الطابق الثالث 🏢',
        city: longestName,
        state: 'Åäö & Øvrige Områder',
        postal_code: 'LL61 5UJ',
        country: 'GB',
      },
    },
    // Fees and compute are free in some cycles. Invoices then have extreme amounts: the minimum card charge, zero, a million dollars.
    discounts: [
      { key: 'plan', basisPoints: 10_000, fromCycle: 3, untilCycle: 7 },
      { key: 'COMPUTE_HOURS_XS:primary', basisPoints: 10_000, fromCycle: 2, untilCycle: 6 },
      { key: 'COMPUTE_HOURS_SM:primary', basisPoints: 10_000, fromCycle: 2, untilCycle: 6 },
    ],
    cycleUsage: [
      { project: 'planner', metric: 'EGRESS', cycle: 2, quantities: [includedEgress, bytesFor('0.50')] },
      {
        project: 'planner',
        metric: 'EGRESS',
        cycle: 5,
        quantities: [includedEgress, ...Array.from({ length: 20 }, () => bytesFor('50000'))],
      },
    ],
    credits: [{ cents: 100_000_000, from: 'goodwill', description: 'Credit of a million dollars', daysAgo: 2 }],
    invoices: [
      { status: 'open', paymentAttempted: true },
      { status: 'paid' },
      { status: 'open', paymentAttempted: false },
      { status: 'paid', byTransfer: true },
    ],
  },
  {
    slug: 'slow-org',
    name: 'Glacier Mapping',
    plan: 'pro',
    cyclesBefore: 4,
    daysIntoCycle: 4,
    projects: [{ name: 'contours' }],
    cards: [visaCard],
    // With billing details of the usual length, late-loading sections have their usual height.
    billing: {
      name: 'Glacier Mapping LLC',
      address: { line1: '48 Moraine Road', city: 'Juneau', state: 'AK', postal_code: '99801', country: 'US' },
    },
    fault: { delayMs: 3000 },
  },
  {
    slug: 'failing-org',
    name: 'Thunder Events',
    plan: 'pro',
    cyclesBefore: 1,
    daysIntoCycle: 4,
    projects: [{ name: 'tickets' }],
    cards: [visaCard],
    fault: { message: 'The billing store is being repaired' },
  },
  {
    slug: 'elsewhere',
    name: 'Elsewhere Ltd',
    plan: 'pro',
    cyclesBefore: 1,
    daysIntoCycle: 6,
    projects: [{ name: 'their-own' }],
    cards: [visaCard],
    members: { outsider: 'owner' },
    ownMembersOnly: true,
  },
];
