import { customerWrite, organizationUpdate, subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import type { Profile } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { activityTexts } from '#lib/texts/activity.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { budgetsTexts } from '#lib/texts/budgets.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { noticesTexts } from '#lib/texts/notices.ts';
import { paletteTexts } from '#lib/texts/palette.ts';
import type { BillingAction } from './billing-actions.ts';

type Capability = Profile['capabilities'][number];

export interface PageAction extends Omit<BillingAction, 'anchor'> {
  readonly page: 'budgets' | 'activity' | 'invoice';
  readonly capability: Capability;
}

/** Actions of pages other than billing. An action with the page 'invoice' is offered only while an invoice's page is open. */
export const pageActions: readonly PageAction[] = [
  {
    page: 'budgets',
    capability: 'budgets',
    words: budgetsTexts.newBudget,
    buttonId: 'new-budget',
    needs: subscriptionsWrite,
    why: budgetsTexts.noWrite,
    may: 'billing_write',
  },
  {
    page: 'budgets',
    capability: 'forecast',
    words: budgetsTexts.comesNext,
    buttonId: 'coming-events',
    needs: subscriptionsRead,
    why: budgetsTexts.noRead,
    may: 'billing_read',
  },
  {
    page: 'activity',
    capability: 'activity',
    words: paletteTexts.findEntries,
    buttonId: 'open-find-activity',
    needs: subscriptionsRead,
    why: activityTexts.noRead,
    may: 'billing_read',
  },
  {
    page: 'activity',
    capability: 'activity',
    words: paletteTexts.exportActivity,
    buttonId: 'export-activity',
    needs: subscriptionsRead,
    why: activityTexts.noRead,
    may: 'billing_read',
  },
  {
    page: 'invoice',
    capability: 'notices',
    words: paletteTexts.sendAgain,
    buttonId: 'send-again',
    needs: organizationUpdate,
    why: noticesTexts.noSend,
    may: 'organization_update',
  },
  {
    page: 'invoice',
    capability: 'buyer-correction',
    words: paletteTexts.correctBuyer,
    buttonId: 'correct-buyer',
    needs: customerWrite,
    why: billingAddressTexts.noWrite,
    may: 'billing_write',
  },
  {
    page: 'invoice',
    capability: 'budgets',
    words: paletteTexts.compareBefore,
    buttonId: 'compare-invoice',
    needs: subscriptionsRead,
    why: invoicesTexts.noRead,
    may: 'billing_read',
  },
];

export function pageOfAction({ page }: PageAction, slug: string, invoiceId: string | undefined): string | null {
  if (page === 'invoice') return invoiceId === undefined ? null : helpAddresses.invoice(slug, invoiceId);
  return helpAddresses[page](slug);
}
