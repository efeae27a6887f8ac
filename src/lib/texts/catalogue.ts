import { billingAddressTexts } from './billing-address.ts';
import { costControlTexts } from './cost-control.ts';
import { creditsTexts } from './credits.ts';
import { frameTexts } from './frame.ts';
import { emailRecipientsTexts } from './email-recipients.ts';
import { invoicesTexts } from './invoices.ts';
import { pageTexts } from './page.ts';
import { paymentMethodsTexts } from './payment-methods.ts';
import { planChangeTexts } from './plan-change.ts';
import { violationTexts } from './restriction-banner.ts';
import { subscriptionTexts } from './subscription.ts';
import { surveyTexts } from './surveys.ts';
import { topUpTexts } from './top-up.ts';
import { upcomingInvoiceTexts } from './upcoming-invoice.ts';

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
} as const;

type Area = keyof typeof textCatalogue;
/** "area.key" of a catalogue text. */
export type TextKey = { [A in Area]: `${A}.${keyof (typeof textCatalogue)[A] & string}` }[Area];

export function textOf(key: TextKey): string {
  const [area, name] = key.split('.') as [Area, string];
  return (textCatalogue[area] as Record<string, string>)[name] ?? '';
}
