import type { Money } from '#server/money/context.ts';
import { chargeInvoices } from './charge-invoices.ts';
import { closeCycles } from './close-cycles.ts';
import { finalizeInvoices } from './finalize-invoices.ts';
import { giveUpPayments } from './give-up-payments.ts';
import type { Job } from './job.ts';
import { reviewRestrictions } from './review-restrictions.ts';

/** In the order in which they run at one instant: a payment that is given up lets a cycle close, whose invoice is charged. */
export const allJobs = (money: Money): readonly Job[] => [
  giveUpPayments(money),
  closeCycles,
  finalizeInvoices,
  chargeInvoices(money),
  reviewRestrictions,
];
