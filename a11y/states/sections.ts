import { sectionOrder, sectionTitles, type SectionAnchor } from '#billing/shared/page/sections.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { creditsTexts } from '#lib/texts/credits.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { upcomingInvoiceTexts } from '#lib/texts/upcoming-invoice.ts';
import type { Member } from './scenarios.ts';
import { billing, hold, region, text, type Situation, type State, type Target } from './state.ts';

type Row = readonly [anchor: SectionAnchor, situation: Situation, sees: string | RegExp, slug: string, member?: Member];

const regionOf = (anchor: SectionAnchor): Target => region(sectionTitles[anchor]);

const situationWords: Readonly<Record<Situation, string>> = {
  ready: 'ready',
  loading: 'loading',
  empty: 'empty',
  failed: 'failed',
  noRead: 'not to be read',
  noWrite: 'not to be changed',
  partner: 'managed by a partner',
};

function sectionState([anchor, situation, sees, slug, member = 'owner']: Row): State {
  return {
    name: `${sectionTitles[anchor]}, ${situationWords[situation]}`,
    member,
    address: billing(slug),
    steps: situation === 'loading' ? [hold] : [],
    sees: [text(sees, regionOf(anchor))],
    section: [anchor, situation],
  };
}

const loading = sectionOrder.map((anchor): State => ({
  ...sectionState([anchor, 'loading', sectionTitles[anchor], 'slow-org']),
  // A loading section has no content to read.
  hears: [['region', sectionTitles[anchor]]],
}));

const rows: readonly Row[] = [
  ['subscription', 'ready', 'Pro Plan', 'pro-payg'],
  ['subscription', 'empty', 'Free Plan', 'free-start'],
  ['subscription', 'failed', subscriptionTexts.failed, 'failing-org'],
  ['subscription', 'noRead', subscriptionTexts.noRead, 'pro-capped', 'viewer'],
  ['subscription', 'noWrite', 'Pro Plan', 'pro-capped', 'developer'],
  ['subscription', 'partner', /^Changes to the Free Plan on/, 'fly-scheduled'],

  ['breakdown', 'ready', 'Projected for this cycle', 'pro-payg'],
  ['breakdown', 'failed', upcomingInvoiceTexts.failed, 'failing-org'],
  ['breakdown', 'noRead', upcomingInvoiceTexts.noRead, 'pro-capped', 'viewer'],
  ['breakdown', 'noWrite', 'Projected for this cycle', 'pro-payg', 'developer'],
  ['breakdown', 'partner', 'You get two invoices a month through AWS Marketplace', 'aws-market'],

  ['cost-control', 'ready', 'Spend cap is on', 'pro-capped'],
  ['cost-control', 'empty', costControlTexts.fixedOnFree, 'free-start'],
  ['cost-control', 'failed', subscriptionTexts.failed, 'failing-org'],
  ['cost-control', 'noRead', costControlTexts.noRead, 'pro-capped', 'viewer'],
  ['cost-control', 'noWrite', 'Spend cap is off', 'pro-payg', 'developer'],
  ['cost-control', 'partner', 'The spend cap is off at all times on the Team Plan', 'aws-market'],

  ['credits-balance', 'ready', '$25.00', 'pro-capped'],
  ['credits-balance', 'empty', 'No credit', 'free-start'],
  ['credits-balance', 'failed', subscriptionTexts.failed, 'failing-org'],
  ['credits-balance', 'noRead', creditsTexts.noRead, 'pro-capped', 'viewer'],
  ['credits-balance', 'noWrite', '$25.00', 'pro-capped', 'developer'],
  ['credits-balance', 'partner', 'Credit available', 'aws-market'],

  ['payment-methods', 'ready', paymentMethodsTexts.expiringSoon, 'pro-payg'],
  ['payment-methods', 'empty', paymentMethodsTexts.empty, 'free-start'],
  ['payment-methods', 'failed', paymentMethodsTexts.failed, 'failing-org'],
  ['payment-methods', 'noRead', paymentMethodsTexts.noRead, 'pro-capped', 'viewer'],
  ['payment-methods', 'noWrite', paymentMethodsTexts.noWrite, 'pro-payg', 'developer'],

  ['email', 'ready', 'controlling@stadtwerke.example', 'team-eu'],
  ['email', 'empty', 'No recipient', 'free-start'],
  ['email', 'failed', billingAddressTexts.customerFailed, 'failing-org'],
  ['email', 'noRead', emailRecipientsTexts.noRead, 'pro-capped', 'viewer'],
  ['email', 'noWrite', emailRecipientsTexts.noWrite, 'team-eu', 'developer'],

  ['address', 'ready', 'On every invoice', 'team-eu'],
  ['address', 'empty', 'No address', 'free-start'],
  ['address', 'failed', billingAddressTexts.customerFailed, 'failing-org'],
  ['address', 'noRead', billingAddressTexts.noRead, 'pro-capped', 'viewer'],
  ['address', 'noWrite', billingAddressTexts.noWrite, 'team-eu', 'developer'],

  ['invoices', 'ready', 'Outstanding', 'pro-payg'],
  ['invoices', 'empty', invoicesTexts.empty, 'free-start'],
  ['invoices', 'failed', invoicesTexts.failed, 'failing-org'],
  ['invoices', 'noRead', invoicesTexts.noRead, 'pro-capped', 'viewer'],
  ['invoices', 'noWrite', 'Outstanding', 'pro-payg', 'developer'],
  ['invoices', 'partner', 'The invoices of this organization are managed by Fly.io', 'fly-partner'],
];

export const sectionStates: readonly State[] = [...loading, ...rows.map(sectionState)];

/** Situations that are impossible for a section, with the reason. */
export const impossible: Readonly<Partial<Record<SectionAnchor, Partial<Record<Situation, string>>>>> = {
  breakdown: { empty: 'the section is not shown on the Free Plan, and a paid plan always costs something' },
  'payment-methods': { partner: 'the section is not shown where a partner bills' },
  email: { partner: 'the section is not shown where a partner bills' },
  address: { partner: 'the section is not shown where a partner bills' },
};
