import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isBillingOn, isSectionVisible, sectionOrder, payingSections, type SectionAnchor } from './sections.ts';

type Facts = NonNullable<Parameters<typeof isSectionVisible>[1]>;
const facts = (changes: Partial<Facts> = {}): Facts => ({
  disabled_features: [],
  plan: { id: 'pro', name: 'Pro' },
  billing_via_partner: false,
  ...changes,
});
const visible = (organization: Facts | null) => sectionOrder.filter((anchor) => isSectionVisible(anchor, organization));

it('shows all eight sections in the order of the specification', () => {
  expect(visible(facts())).toEqual([
    'subscription',
    'breakdown',
    'cost-control',
    'credits-balance',
    'payment-methods',
    'email',
    'address',
    'invoices',
  ]);
});

it('has no upcoming invoice on the free plan', () => {
  expect(visible(facts({ plan: { id: 'free', name: 'Free' } }))).not.toContain('breakdown');
});

it('hides cards, emails and address when billing goes via a partner', () => {
  expect(visible(facts({ billing_via_partner: true }))).toEqual([
    'subscription',
    'breakdown',
    'cost-control',
    'credits-balance',
    'invoices',
  ]);
});

it.each([
  ['billing:invoices', ['invoices']],
  ['billing:credits', ['credits-balance']],
  ['billing:payment_methods', ['payment-methods']],
  ['billing:account_data', ['email', 'address']],
] as const)('%s hides %j', (feature, hidden) => {
  expect(sectionOrder.filter((anchor) => !visible(facts({ disabled_features: [feature] })).includes(anchor))).toEqual(hidden);
});

it('hides nothing while the organization is unknown, and everything with billing:all', () => {
  expect(visible(null)).toEqual([...sectionOrder]);
  expect(isBillingOn(facts({ disabled_features: ['billing:all'] }))).toBe(false);
});

const folders: Readonly<Record<SectionAnchor, string>> = {
  subscription: 'subscription',
  breakdown: 'upcoming-invoice',
  'cost-control': 'cost-control',
  'credits-balance': 'credits',
  'payment-methods': 'payment-methods',
  email: 'email-recipients',
  address: 'billing-address',
  invoices: 'invoices',
};

function startsPayments(anchor: SectionAnchor): boolean {
  const folder = `src/billing/${folders[anchor]}`;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
    (file) =>
      /\.tsx?$/.test(file) &&
      /shared\/(payment|change-plan)\/|'(useCredits|getInvoicePaymentLink)'/.test(readFileSync(`${folder}/${file}`, 'utf8')),
  );
}

it('names as paying the sections whose code starts payments', () => {
  expect(payingSections).toEqual(sectionOrder.filter(startsPayments));
});
