import type { PaymentContext } from '#server/payments/context.ts';
import { collectDue } from '#server/payments/collect.ts';
import { enrolInvoice, invoicesToEnrol } from '#server/billing/invoices/collectable.ts';
import { nextCollection } from '#server/billing/invoices/collections.ts';
import { billCarriedUsage, carriedUsageDue, nextCarriedUsage } from '#server/billing/invoices/carried-usage.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import { nextUpcomingEvent, recordUpcomingInvoice, upcomingEventsDue } from '#server/billing/invoices/upcoming-event.ts';
import { cyclesOver, nextCycleEnd, draftsDue, nextDraft, nextReview, reviewsDue } from '#server/store/due-work.ts';
import { billLateUsage } from '#server/billing/invoices/late-invoice.ts';
import { lateInvoicesDue, nextLateInvoice } from '#server/store/invoices/late-invoices.ts';
import { stepSeconds } from '#lib/dates/calendar.ts';
import { expiringCards, nextExpiringCard, queueCardExpiring } from '#server/billing/notices/card-notices.ts';
import { checkBooks } from '#server/billing/price-books/check-books.ts';
import { nextBookCheck } from '#server/store/books/book-checks.ts';
import { announcementsDue } from '#server/store/books/price-announcements.ts';
import { announcePrices } from '#server/billing/notices/spending-notices.ts';
import { finalizeInvoice } from '#server/billing/invoices/finalize-invoice.ts';
import { giveUpExpired } from '#server/payments/reconcile.ts';
import { nextPaymentExpiry } from '#server/store/payments.ts';
import { reviewBudgets } from '#server/billing/budgets/budget-reviews.ts';
import { budgetReviewsDue, nextBudgetReview } from '#server/store/budgets.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { nextHeldReminder, nextKeyWarning, remindOfHeldUsage, warnOwners } from '#server/store/staff/platform-emails.ts';
import { expireApprovals, nextApprovalEnd } from '#server/store/staff/approval-ends.ts';
import { type Job, eachOrganization } from './job.ts';

/** Schedules the first charge of each invoice without a scheduled charge. Each run searches for such invoices. */
export const enrolInvoices: Job = {
  name: 'enrol-invoices',
  nextDue: () => Promise.resolve(null),
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'enrol-invoices',
      list: invoicesToEnrol,
      perform: (tx, invoice) => enrolInvoice(tx, invoice, nowSeconds),
    }),
};

const chargeInvoices = (paymentContext: PaymentContext): Job => ({
  name: 'charge-invoices',
  nextDue: nextCollection,
  run: () => collectDue(paymentContext),
});

/** For each ended cycle: issues the draft invoice, starts the next cycle and applies the scheduled plan. */
export const closeCycles: Job = {
  name: 'close-cycles',
  nextDue: nextCycleEnd,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'close-cycles',
      list: (db, limit) => cyclesOver(db, nowSeconds, limit),
      perform: async (tx, { organizationId }) => (await closeCycle(tx, organizationId, nowSeconds, scope.chargeInvoice)) !== null,
    }),
};

/** Finalizes draft invoices one hour after the end of their cycle. */
export const finalizeInvoices: Job = {
  name: 'finalize-invoices',
  nextDue: nextDraft,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'finalize-invoices',
      list: (db, limit) => draftsDue(db, nowSeconds, limit),
      perform: async (tx, { organizationId, invoiceId, atSeconds }) =>
        (await finalizeInvoice(tx, organizationId, invoiceId, atSeconds, scope.chargeInvoice)) !== null,
    }),
};

/** Cancels expired payments: unconfirmed upgrades and unused payment pages. */
const giveUpPayments = (paymentContext: PaymentContext): Job => ({
  name: 'give-up-payments',
  nextDue: nextPaymentExpiry,
  run: () => giveUpExpired(paymentContext),
});

export const reviewRestrictions: Job = {
  name: 'review-restrictions',
  nextDue: nextReview,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'review-restrictions',
      list: (db, limit) => reviewsDue(db, nowSeconds, limit),
      perform: async (tx, { organizationId }) => {
        await reviewOrganization(tx, organizationId, nowSeconds);
        return true;
      },
    }),
};

export const reviewAllBudgets: Job = {
  name: 'review-budgets',
  nextDue: nextBudgetReview,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'review-budgets',
      list: (db, limit) => budgetReviewsDue(db, nowSeconds, limit),
      perform: async (tx, { organizationId }) => {
        await reviewBudgets(tx, organizationId, nowSeconds);
        return true;
      },
    }),
};

/** For organizations on Free: bills late usage of the last paid period as soon as that period accepts no more usage. */
export const billLateUsages = (lateUsageDays: number): Job => {
  const acceptedSeconds = stepSeconds({ days: lateUsageDays });
  return {
    name: 'bill-late-usage',
    nextDue: (db, afterSeconds) => nextLateInvoice(db, afterSeconds, acceptedSeconds),
    run: (scope, nowSeconds) =>
      eachOrganization(scope, {
        name: 'bill-late-usage',
        list: (db, limit) => lateInvoicesDue(db, nowSeconds, acceptedSeconds, limit),
        perform: async (tx, due) => {
          await billLateUsage(tx, due, nowSeconds, scope.chargeInvoice);
          return true;
        },
      }),
  };
};

/** Bills usage that is still on no invoice after more than one cycle, because repeated plan changes have delayed its invoice. */
export const billCarriedUsages: Job = {
  name: 'bill-carried-usage',
  nextDue: nextCarriedUsage,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'bill-carried-usage',
      list: (db, limit) => carriedUsageDue(db, nowSeconds, limit),
      perform: (tx, { organizationId }) => billCarriedUsage(tx, organizationId, nowSeconds, scope.chargeInvoice),
    }),
};

/** Records the event `invoice.upcoming` one week before the end of a cycle. */
const announceUpcomingInvoices: Job = {
  name: 'announce-upcoming-invoices',
  nextDue: nextUpcomingEvent,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'announce-upcoming-invoices',
      list: (db, limit) => upcomingEventsDue(db, nowSeconds, limit),
      perform: (tx, { organizationId }) => recordUpcomingInvoice(tx, organizationId, nowSeconds),
    }),
};

export const announceExpiringCards: Job = {
  name: 'announce-expiring-cards',
  nextDue: nextExpiringCard,
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'announce-expiring-cards',
      list: (db, limit) => expiringCards(db, nowSeconds, limit),
      perform: (tx, card) => queueCardExpiring(tx, card, nowSeconds),
    }),
};

export const checkPriceBooks = (priceNoticeDays: number): Job => ({
  name: 'check-price-books',
  nextDue: async (db, afterSeconds) => {
    const at = await nextBookCheck(db);
    return at !== null && at > afterSeconds ? at : null;
  },
  run: ({ db, log, onRun }, nowSeconds) =>
    checkBooks(db, { nowSeconds, priceNoticeDays }, (about, error) => {
      log.error({ err: error, event: 'job_failed', job: 'check-price-books', ...about }, 'the check of a price book failed in part');
      onRun?.('check-price-books', 'failed', 0);
    }),
});

export const announceNewPrices: Job = {
  name: 'announce-new-prices',
  nextDue: () => Promise.resolve(null),
  run: (scope, nowSeconds) =>
    eachOrganization(scope, {
      name: 'announce-new-prices',
      list: announcementsDue,
      perform: (tx, due) => announcePrices(tx, due, nowSeconds),
    }),
};

/** Emails the owners of keys 30 days and 7 days before the keys expire. */
export const warnKeyOwners: Job = {
  name: 'warn-key-owners',
  nextDue: nextKeyWarning,
  run: ({ db }, nowSeconds) => warnOwners(db, nowSeconds),
};

/** Expires approval requests after 14 days, or when the requesting key has expired. */
export const endApprovals: Job = {
  name: 'end-approvals',
  nextDue: nextApprovalEnd,
  run: ({ db }, nowSeconds) => expireApprovals(db, nowSeconds),
};

/** Sends owners of `money` keys a daily reminder of usage that is held for 14 days or more. Held usage is never released automatically. */
export const remindOfHeld: Job = {
  name: 'remind-of-held-usage',
  nextDue: nextHeldReminder,
  run: async ({ db }, nowSeconds) => {
    await remindOfHeldUsage(db, nowSeconds);
    return 0;
  },
};

/** Sends the notices that the jobs before it have queued. All these jobs run at the same instant of the clock. */
export const sendNoticesJob = (sendEmails: () => Promise<void>): Job => ({
  name: 'send-notices',
  nextDue: () => Promise.resolve(null),
  run: async () => {
    await sendEmails();
    return 0;
  },
});

/** All jobs in execution order. The order matters: canceling a payment can allow a cycle to close, and then its invoice is charged. */
export const allJobs = (
  paymentContext: PaymentContext,
  { lateUsageDays, priceNoticeDays }: { readonly lateUsageDays: number; readonly priceNoticeDays: number },
): readonly Job[] => [
  giveUpPayments(paymentContext),
  checkPriceBooks(priceNoticeDays),
  closeCycles,
  finalizeInvoices,
  billCarriedUsages,
  billLateUsages(lateUsageDays),
  enrolInvoices,
  chargeInvoices(paymentContext),
  reviewRestrictions,
  reviewAllBudgets,
  announceUpcomingInvoices,
  announceExpiringCards,
  announceNewPrices,
  warnKeyOwners,
  endApprovals,
  remindOfHeld,
];
