import type { RequiredPermission } from '#contract/declaration.ts';
import { customerWrite, organizationUpdate, paymentMethodsWrite, subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import type { Shape } from '#contract/types.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { paletteTexts } from '#lib/texts/palette.ts';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { topUpTexts } from '#lib/texts/top-up.ts';
import { upcomingInvoiceTexts } from '#lib/texts/upcoming-invoice.ts';
import { panelButtonId } from '#billing/shared/page/panel.ts';
import type { SectionAnchor } from '#billing/shared/page/sections.ts';

export interface BillingAction {
  readonly words: string;
  readonly anchor: SectionAnchor;
  readonly buttonId: string;
  readonly needs: RequiredPermission;
  /** Explanation that members see if they lack the permission in `needs`. `may` selects the members who can help them. */
  readonly why: string;
  readonly may: keyof Shape<'MemberList'>[number]['may'];
}

/** Actions of the billing page in the order of its sections. Actions of table rows are not included. */
export const billingActions: readonly BillingAction[] = [
  {
    words: subscriptionTexts.changePlan,
    anchor: 'subscription',
    buttonId: panelButtonId('subscriptionPlan'),
    needs: subscriptionsWrite,
    why: planChangeTexts.noWrite,
    may: 'billing_write',
  },
  {
    words: upcomingInvoiceTexts.priceTag,
    anchor: 'breakdown',
    buttonId: 'price-tag',
    needs: subscriptionsRead,
    why: upcomingInvoiceTexts.noRead,
    may: 'billing_read',
  },
  {
    words: paletteTexts.changeCap,
    anchor: 'cost-control',
    buttonId: panelButtonId('costControl'),
    needs: subscriptionsWrite,
    why: costControlTexts.noWrite,
    may: 'billing_write',
  },
  {
    words: paletteTexts.stopCharges,
    anchor: 'cost-control',
    buttonId: 'stop-charges',
    needs: subscriptionsWrite,
    why: costControlTexts.noWrite,
    may: 'billing_write',
  },
  {
    words: paletteTexts.topUp,
    anchor: 'credits-balance',
    buttonId: 'top-up',
    needs: subscriptionsWrite,
    why: topUpTexts.noWrite,
    may: 'billing_write',
  },
  {
    words: paymentMethodsTexts.addCard,
    anchor: 'payment-methods',
    buttonId: 'add-card',
    needs: paymentMethodsWrite,
    why: paymentMethodsTexts.noWrite,
    may: 'billing_write',
  },
  {
    words: emailRecipientsTexts.edit,
    anchor: 'email',
    buttonId: 'edit-email-recipients',
    needs: organizationUpdate,
    why: emailRecipientsTexts.noUpdate,
    may: 'organization_update',
  },
  {
    words: emailRecipientsTexts.chooseKinds,
    anchor: 'email',
    buttonId: 'choose-emails',
    needs: organizationUpdate,
    why: emailRecipientsTexts.noUpdate,
    may: 'organization_update',
  },
  {
    words: billingAddressTexts.edit,
    anchor: 'address',
    buttonId: 'edit-billing-address',
    needs: customerWrite,
    why: billingAddressTexts.noWrite,
    may: 'billing_write',
  },
  {
    words: billingAddressTexts.editReferences,
    anchor: 'address',
    buttonId: 'edit-references',
    needs: customerWrite,
    why: billingAddressTexts.noWrite,
    may: 'billing_write',
  },
  {
    words: paletteTexts.findInvoices,
    anchor: 'invoices',
    buttonId: 'open-find-invoices',
    needs: subscriptionsRead,
    why: invoicesTexts.noRead,
    may: 'billing_read',
  },
  {
    words: paletteTexts.exportInvoices,
    anchor: 'invoices',
    buttonId: 'export-invoices',
    needs: subscriptionsRead,
    why: invoicesTexts.noRead,
    may: 'billing_read',
  },
];
