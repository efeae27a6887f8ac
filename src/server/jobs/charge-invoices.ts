import { collectDue } from '#server/money/collect.ts';
import type { Money } from '#server/money/context.ts';
import { nextCollection } from '#server/store/collections.ts';
import type { Job } from './job.ts';

/** Charges finalized invoices to their organization's card, and those that could not be charged again by the calendar. */
export const chargeInvoices = (money: Money): Job => ({
  name: 'charge-invoices',
  nextDue: nextCollection,
  run: () => collectDue(money),
});
