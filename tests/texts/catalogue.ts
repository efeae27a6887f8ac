import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { creditsTexts } from '#lib/texts/credits.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { rareNoticeTexts } from '#lib/texts/rare-notices.ts';
import { violationTexts } from '#lib/texts/restriction-banner.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { surveyTexts } from '#lib/texts/surveys.ts';
import { topUpTexts } from '#lib/texts/top-up.ts';
import { upcomingInvoiceTexts } from '#lib/texts/upcoming-invoice.ts';

/** Every text of the specification, by area. Screens import only their own area. */
export const textCatalogue = {
  page: pageTexts,
  subscription: subscriptionTexts,
  planChange: planChangeTexts,
  frame: frameTexts,
  surveys: surveyTexts,
  upcomingInvoice: upcomingInvoiceTexts,
  costControl: costControlTexts,
  credits: creditsTexts,
  topUp: topUpTexts,
  paymentMethods: paymentMethodsTexts,
  billingAddress: billingAddressTexts,
  emailRecipients: emailRecipientsTexts,
  invoices: invoicesTexts,
  violations: violationTexts,
  rareNotices: rareNoticeTexts,
} as const;

type Area = keyof typeof textCatalogue;
export type TextKey = { [A in Area]: `${A}.${keyof (typeof textCatalogue)[A] & string}` }[Area];

export function textOf(key: TextKey): string {
  const [area, name] = key.split('.') as [Area, string];
  return (textCatalogue[area] as Record<string, string>)[name] ?? '';
}
