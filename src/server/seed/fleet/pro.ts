import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { amexCard, asksForChallenge, decliningCard, mastercardCard, visaCard } from './cards.ts';

const gigabyte = 1_000_000_000;
const million = 1_000_000;

/** Organizations on Pro that are billed directly. */
export const proOrganizations: readonly OrganizationSeed[] = [
  {
    slug: 'pro-capped',
    name: 'Harbour Logistics',
    plan: 'pro',
    spendCapOn: true,
    cyclesBefore: 13,
    daysIntoCycle: 11,
    billingEmail: 'accounts@harbour.example',
    cards: [visaCard, mastercardCard],
    billing: {
      name: 'Harbour Logistics, Inc.',
      address: { line1: '415 Alaskan Way', line2: 'Pier 56', city: 'Seattle', state: 'WA', postal_code: '98104', country: 'US' },
    },
    projects: [
      { name: 'tracking', monthlyUsage: { EGRESS: 118 * gigabyte, MONTHLY_ACTIVE_USERS: 61_000 } },
      { name: 'warehouse', size: 'small', monthlyUsage: { FUNCTION_INVOCATIONS: 1.1 * million, STORAGE_SIZE: 38 * gigabyte } },
      { name: 'customs-forms' },
    ],
    credits: [{ cents: 2500, from: 'goodwill', description: 'Credit for the interruption of tracking', daysAgo: 4 }],
  },
  {
    slug: 'pro-payg',
    name: 'Lantern Media',
    plan: 'pro',
    cyclesBefore: 15,
    daysIntoCycle: 19,
    billingEmail: 'finance@lantern.example',
    cards: [
      visaCard,
      { ...mastercardCard, expires: 'this month' },
      { ...amexCard, expires: 'three months ago' },
      { ...decliningCard, isDeleted: true },
    ],
    billing: {
      name: 'Lantern Media LLC',
      address: { line1: '27 Wharf Street', city: 'Portland', state: 'ME', postal_code: '04101', country: 'US' },
    },
    projects: [
      {
        name: 'streaming-api',
        size: 'large',
        replicas: ['medium'],
        addons: ['cd_default', 'ipv4_default', 'pitr_7'],
        diskGb: 60,
        monthlyUsage: {
          EGRESS: 640 * gigabyte,
          CACHED_EGRESS: 520 * gigabyte,
          MONTHLY_ACTIVE_USERS: 231_000,
          FUNCTION_INVOCATIONS: 6.4 * million,
        },
      },
      {
        name: 'editorial',
        size: 'small',
        addons: ['ipv4_default'],
        monthlyUsage: { STORAGE_SIZE: 164 * gigabyte, STORAGE_IMAGES_TRANSFORMED: 2350 },
      },
      { name: 'live-chat', size: 'medium', monthlyUsage: { REALTIME_MESSAGE_COUNT: 11.2 * million, REALTIME_PEAK_CONNECTIONS: 1240 } },
      { name: 'archive' },
      { name: 'streaming-api-preview', isBranch: true },
      { name: 'editorial-redesign', isBranch: true },
    ],
    discounts: [{ key: 'EGRESS:primary', basisPoints: 2000 }],
    invoices: [
      { status: 'draft', finalizesInDays: 7 },
      { status: 'open', paymentAttempted: false, dueInDays: 21 },
      { status: 'open', paymentAttempted: true, dueInDays: 21 },
      { status: 'open', paymentAttempted: true, paymentIsProcessing: true, byTransfer: true },
      { status: 'issued', paymentAttempted: false, dueInDays: 21 },
      { status: 'paid', paymentAttempted: true },
      { status: 'uncollectible', paymentAttempted: true },
      { status: 'void' },
    ],
  },
  {
    slug: 'pro-invoice',
    name: 'Cedar & Sons Publishing',
    plan: 'pro',
    cyclesBefore: 2,
    daysIntoCycle: 6,
    paymentMethodType: 'invoice',
    billingEmail: 'ledger@cedar.example',
    billing: {
      name: 'Cedar & Sons Publishing',
      address: { line1: '90 Beacon Street', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' },
    },
    projects: [{ name: 'catalogue' }, { name: 'subscriptions' }],
  },
  {
    slug: 'card-no-address',
    name: 'Quartz Fitness',
    plan: 'pro',
    spendCapOn: true,
    cyclesBefore: 2,
    daysIntoCycle: 14,
    projects: [{ name: 'members-app' }],
    cards: [visaCard],
  },
  {
    slug: 'over-limit',
    name: 'Tideline Robotics',
    plan: 'pro',
    cyclesBefore: 2,
    daysIntoCycle: 24,
    billingEmail: 'finance@tideline.example',
    cards: [mastercardCard],
    billing: {
      name: 'Tideline Robotics, Inc.',
      address: { line1: '3 Quarry Road', city: 'Gloucester', state: 'MA', postal_code: '01930', country: 'US' },
    },
    members: { tess: 'owner', noor: 'admin' },
    projects: [
      { name: 'fleet-control', size: 'large', addons: ['cd_default', 'pitr_14', 'ipv4_default'] },
      { name: 'telemetry', size: 'medium', addons: ['log_drain_default', 'auth_mfa_phone_default'] },
      { name: 'simulator', size: 'small', addons: ['ipv4_default'] },
      { name: 'docs' },
      { name: 'retired-prototype', status: 'INACTIVE' },
    ],
  },
  {
    slug: 'pending-payment',
    name: 'Willow Clinics',
    plan: 'pro',
    cyclesBefore: 2,
    daysIntoCycle: 8,
    projects: [{ name: 'appointments' }],
    cards: [visaCard],
    billing: {
      name: 'Willow Clinics PLLC',
      address: { line1: '610 Marigold Avenue', city: 'Austin', state: 'TX', postal_code: '78704', country: 'US' },
    },
    pendingChange: { tier: 'tier_team', card: asksForChallenge, daysToPay: 7 },
  },
  {
    // What few organizations use: faster disks, log drains, WebAuthn, the largest list sizes, and traces of egress and storage.
    slug: 'rare-usage',
    name: 'Basalt Genomics',
    plan: 'pro',
    cyclesBefore: 1,
    daysIntoCycle: 9,
    billingEmail: 'grants@basalt.example',
    cards: [mastercardCard],
    billing: {
      name: 'Basalt Genomics Institute',
      address: { line1: '2 Columnar Way', city: 'Boulder', state: 'CO', postal_code: '80302', country: 'US' },
    },
    projects: [
      {
        name: 'sequencer',
        size: '8xlarge',
        addons: ['auth_mfa_web_authn_default', 'log_drain_default'],
        monthlyUsage: { DISK_SIZE_GB_HOURS_IO2: 400, DISK_IOPS_IO2: 6000, LOG_DRAIN_EVENTS: 2.4 * million },
      },
      { name: 'alignments', size: '12xlarge', monthlyUsage: { DISK_IOPS_GP3: 5000, DISK_THROUGHPUT_GP3: 400 } },
      { name: 'cold-archive', size: '16xlarge', monthlyUsage: { EGRESS: 4 * million, STORAGE_SIZE: 3 * million } },
    ],
  },
  {
    slug: 'all-paused',
    name: 'Hollow Oak Archive',
    plan: 'pro',
    spendCapOn: true,
    cyclesBefore: 1,
    daysIntoCycle: 13,
    projects: [
      { name: 'letters', status: 'INACTIVE' },
      { name: 'photographs', status: 'INACTIVE' },
    ],
  },
];
