import type { BudgetSeed, OrganizationSeed } from '#server/seed/organization-seed.ts';
import { decliningCard, disputedCard, mastercardCard, visaCard } from './cards.ts';

const gigabyte = 1_000_000_000;
const million = 1_000_000;

const address = { line1: '212 Orchard Street', city: 'Burlington', state: 'VT', postal_code: '05401', country: 'US' };

const at = (...percents: readonly number[]): BudgetSeed['thresholds'] => percents.map((percent) => ({ percent, on: 'actual' }));
const billAlerts = at(50, 90);
const overageAlerts = at(80, 100);

export const busyOrganization: OrganizationSeed = {
  slug: 'busy-year',
  name: 'Sundial',
  plan: 'pro',
  cyclesBefore: 11,
  daysIntoCycle: 12,
  billingEmail: 'owner@sundial.example',
  bouncedEmails: ['boxoffice@sundial.example'],
  cards: [visaCard],
  billing: { name: 'Sundial Events LLC', address: { ...address, line1: '9 Pine Street' } },
  projects: [
    {
      name: 'box-office',
      size: 'medium',
      addons: ['cd_default', 'pitr_7'],
      monthlyUsage: { EGRESS: 410 * gigabyte, MONTHLY_ACTIVE_USERS: 124_000, FUNCTION_INVOCATIONS: 3.2 * million },
    },
    { name: 'seat-maps', size: 'small', monthlyUsage: { STORAGE_SIZE: 131 * gigabyte, STORAGE_IMAGES_TRANSFORMED: 900 } },
    { name: 'scanner-app', monthlyUsage: { REALTIME_MESSAGE_COUNT: 7.1 * million } },
    { name: 'box-office-preview', isBranch: true },
  ],
  acts: [
    { daysAgo: 341, hour: 10, by: 'org-editor', kind: 'rename', name: 'Sundial Tickets' },
    {
      daysAgo: 338,
      hour: 9,
      by: 'admin',
      kind: 'recipients',
      billingEmail: 'finance@sundial.example',
      additionalEmails: ['boxoffice@sundial.example'],
    },
    { daysAgo: 319, hour: 14, by: 'billing', kind: 'top_up', dollars: 100 },
    { daysAgo: 301, hour: 16, by: 'owner', kind: 'plan', tier: 'tier_pro' },
    { daysAgo: 272, hour: 8, by: 'owner', kind: 'plan', tier: 'tier_payg' },
    {
      daysAgo: 264,
      hour: 11,
      by: 'billing',
      kind: 'budget',
      budget: {
        name: 'Whole bill',
        basis: 'bill',
        amount_cents: 40_000,
        thresholds: billAlerts,
        at_limit: 'alert',
      },
    },
    { daysAgo: 240, hour: 13, by: 'billing', kind: 'card', number: mastercardCard.number },
    { daysAgo: 216, hour: 15, by: 'admin', kind: 'top_up', dollars: 200 },
    { daysAgo: 213, hour: 12, kind: 'refund', cents: 10_000, reason: 'Bought twice by mistake' },
    { daysAgo: 191, hour: 9, by: 'owner', kind: 'plan', tier: 'tier_team' },
    { daysAgo: 176, hour: 17, by: 'owner', kind: 'plan', tier: 'tier_payg' },
    {
      daysAgo: 140,
      hour: 10,
      by: 'admin',
      kind: 'budget',
      budget: { name: 'Overage stop', basis: 'overage', amount_cents: 1200, thresholds: overageAlerts, at_limit: 'stop' },
    },
    { daysAgo: 122, hour: 14, kind: 'credit_note', cents: 1200, reason: 'Egress of seat-maps was counted twice' },
    {
      daysAgo: 117,
      hour: 11,
      by: 'admin',
      kind: 'budget',
      budget: { name: 'Overage stop', basis: 'overage', amount_cents: 20_000, thresholds: overageAlerts, at_limit: 'stop' },
    },
    { daysAgo: 111, hour: 16, by: 'admin', kind: 'top_up', dollars: 100, number: disputedCard },
    { daysAgo: 95, hour: 12, kind: 'dispute_decided', outcome: 'won' },
    { daysAgo: 81, hour: 10, kind: 'credit', cents: 2500, reason: 'Slow queries in box-office' },
    { daysAgo: 60, hour: 15, by: 'billing', kind: 'card', number: decliningCard.number },
    { daysAgo: 28, hour: 9, by: 'billing', kind: 'default_card', last4: '4444' },
    { daysAgo: 28, hour: 10, by: 'billing', kind: 'delete_card', last4: '0341' },
    { daysAgo: 24, hour: 13, by: 'admin', kind: 'details', billing: { name: 'Sundial Tickets LLC', address } },
    {
      daysAgo: 9,
      hour: 11,
      by: 'billing',
      kind: 'budget',
      budget: {
        name: 'Whole bill',
        basis: 'bill',
        amount_cents: 45_000,
        thresholds: billAlerts,
        at_limit: 'alert',
      },
    },
    { daysAgo: 4, hour: 14, by: 'owner', kind: 'top_up', dollars: 100 },
  ],
};
