import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { LEAST_LATE_INVOICE_CENTS } from '#server/domain/collection.ts';
import { noticeKindRules, type NoticeFacts, type NoticeTruth } from '#server/domain/notices.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { budgetCrossings, budgets } from '#server/database/tables/budgets.ts';
import { outbox } from '#server/database/tables/gateway-work.ts';
import { lateInvoices } from '#server/database/tables/late-invoices.ts';
import { notices } from '#server/database/tables/notices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { payments } from '#server/database/tables/payments.ts';
import { priceBooks } from '#server/database/tables/price-books.ts';
import { disputes, refunds } from '#server/database/tables/refunds.ts';
import { noticesOfVersion } from '#server/store/books/price-announcements.ts';
import { balanceOf } from '#server/store/ledger.ts';
import { isProposalOpen } from '#server/store/proposals.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { invoiceEmailTruth, type InvoiceEmail } from './invoice-email-truth.ts';
import { invoiceNow } from './invoice-truth.ts';
import { restrictionNow, stopsAt } from './restriction-truth.ts';
import type { TakenDelivery } from './notices.ts';

const always: NoticeTruth = { holds: true, isPaid: false };
const holdsIf = (holds: boolean): NoticeTruth => ({ holds, isPaid: false });

type Notice = Pick<TakenDelivery, 'noticeId' | 'kind' | 'facts' | 'organizationId' | 'invoiceId'>;

/** SQL condition: the business key of the notice contains this ID. */
const isAbout = ({ organizationId, noticeId, kind }: Notice, id: SQL) =>
  sql`exists (select from ${notices} where ${notices.organizationId} = ${organizationId} and ${notices.id} = ${noticeId}
    and ${notices.businessKey} = ${`${kind}:`}::text || ${id})`;

async function invoiceTruth(db: Database, kind: InvoiceEmail, notice: Notice, nowSeconds: number): Promise<NoticeTruth> {
  const invoice = await invoiceNow(db, notice.organizationId, notice.invoiceId ?? '');
  return invoice ? invoiceEmailTruth(kind, invoice, nowSeconds) : holdsIf(false);
}

async function restrictionTruth(db: Database, { kind, organizationId, facts }: Notice, nowSeconds: number): Promise<NoticeTruth> {
  const now = await restrictionNow(db, organizationId, nowSeconds);
  if (kind === 'restored') return holdsIf(now.status !== 'restricted');
  if (kind === 'restricted') return { holds: now.status === 'restricted', isPaid: false, facts: now.facts };
  const restrictedAt = stopsAt(now, facts as NoticeFacts['last_notice']);
  return { holds: now.status === 'grace_period_over', isPaid: false, facts: { ...now.facts, restrictedAt } };
}

/** Whether a notice about a refunded change is true. False if the refund failed at the gateway, so that an operator must settle it. */
async function changeRefundTruth(db: Database, notice: Notice): Promise<NoticeTruth> {
  const [failed] = await db
    .select({ id: outbox.id })
    .from(payments)
    .innerJoin(outbox, and(eq(outbox.organizationId, payments.organizationId), eq(outbox.subject, payments.intentId)))
    .where(
      and(
        eq(payments.organizationId, notice.organizationId),
        isAbout(notice, sql`${payments.changeId}`),
        eq(outbox.kind, 'refund'),
        eq(outbox.state, 'dead'),
      ),
    )
    .limit(1);
  return holdsIf(failed === undefined);
}

async function refundTruth(db: Database, notice: Notice): Promise<NoticeTruth> {
  const [refund] = await db
    .select({ state: refunds.state })
    .from(refunds)
    .where(and(eq(refunds.organizationId, notice.organizationId), isAbout(notice, sql`${refunds.id}`)));
  return holdsIf(refund?.state === 'succeeded');
}

/**
 * Whether a budget alert is true. False if the usage was corrected, the budget was changed or removed, or the forecast's cycle has ended.
 */
async function budgetTruth(db: Database, notice: Notice, nowSeconds: number): Promise<NoticeTruth> {
  const { thresholdPercent, isForecast, periodEndsAt } = notice.facts as NoticeFacts['budget_crossed'];
  const [crossing] = await db
    .select({ resolvedAt: budgetCrossings.resolvedAt })
    .from(budgetCrossings)
    .innerJoin(budgets, and(eq(budgets.organizationId, budgetCrossings.organizationId), eq(budgets.id, budgetCrossings.budgetId)))
    .where(
      and(
        eq(budgetCrossings.organizationId, notice.organizationId),
        isAbout(notice, sql`${budgetCrossings.eventId}::text`),
        eq(budgetCrossings.percent, thresholdPercent),
        eq(budgetCrossings.on, isForecast ? 'projected' : 'actual'),
        eq(budgetCrossings.version, budgets.version),
      ),
    );
  return holdsIf(crossing?.resolvedAt === null && (!isForecast || periodEndsAt > nowSeconds));
}

async function lateUsageTruth(db: Database, notice: Notice): Promise<NoticeTruth> {
  const [late] = await db
    .select({ state: lateInvoices.state, amountCents: lateInvoices.amountCents, closesAt: lateInvoices.closesAt })
    .from(lateInvoices)
    .where(and(eq(lateInvoices.organizationId, notice.organizationId), isAbout(notice, sql`${lateInvoices.id}::text`)));
  if (!late) return holdsIf(false);
  const { state, amountCents, closesAt } = late;
  const holds = state === 'announced' && amountCents >= LEAST_LATE_INVOICE_CENTS;
  return { holds, isPaid: false, facts: { amountCents, invoicedAt: secondsOf(closesAt) } };
}

async function creditLowTruth(db: Database, { organizationId, facts }: Notice): Promise<NoticeTruth> {
  const { usedCents } = facts as NoticeFacts['credit_low'];
  const balance = balanceOf(organizations.id);
  const [row] = await db.select({ balance }).from(organizations).where(eq(organizations.id, organizationId));
  const balanceCents = row?.balance ?? 0;
  return { holds: balanceCents >= 0 && balanceCents < usedCents, isPaid: false, facts: { balanceCents } };
}

async function cardTruth(db: Database, { organizationId, facts }: Notice): Promise<NoticeTruth> {
  const { methodId, month, year } = facts as NoticeFacts['card_expiring'];
  const [card] = await db
    .select({ month: paymentMethods.expMonth, year: paymentMethods.expYear, isDefault: paymentMethods.isDefault })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.id, methodId)));
  return holdsIf(card?.isDefault === true && card.month === month && card.year === year);
}

async function disputeTruth(db: Database, { organizationId, facts }: Notice): Promise<NoticeTruth> {
  const { disputeId, outcome = 'open' } = facts as Partial<NoticeFacts['dispute_closed']>;
  const [dispute] = await db
    .select({ state: disputes.state })
    .from(disputes)
    .where(and(eq(disputes.organizationId, organizationId), eq(disputes.id, disputeId ?? '')));
  return holdsIf(dispute?.state === outcome);
}

/** True if the notice is about payment but a partner now collects the organization's payments. */
const isPartnersNow = async (db: Database, { kind, organizationId }: Notice): Promise<boolean> =>
  noticeKindRules[kind].isAboutPayment && (await findOrganization(db, organizationId)).billingPartner !== null;

/**
 * Returns the current facts of a notice, and whether the notice is still true. The caller must hold the organization lock or send the email
 * at once.
 */
export async function truthOf(db: Database, notice: Notice, nowSeconds: number): Promise<NoticeTruth> {
  const { kind, organizationId } = notice;
  if (await isPartnersNow(db, notice)) return holdsIf(false);
  switch (kind) {
    case 'receipt':
      return notice.invoiceId === null ? always : invoiceTruth(db, kind, notice, nowSeconds);
    case 'invoice_issued':
    case 'payment_failed':
      return invoiceTruth(db, kind, notice, nowSeconds);
    case 'last_notice':
    case 'restricted':
    case 'restored':
      return restrictionTruth(db, notice, nowSeconds);
    case 'po_missing':
      return holdsIf((await invoiceNow(db, organizationId, notice.invoiceId ?? ''))?.status === 'draft');
    case 'refund_issued':
      return refundTruth(db, notice);
    case 'budget_crossed':
      return budgetTruth(db, notice, nowSeconds);
    case 'late_usage':
      return lateUsageTruth(db, notice);
    case 'card_expiring':
      return cardTruth(db, notice);
    case 'dispute_opened':
    case 'dispute_closed':
      return disputeTruth(db, notice);
    case 'credit_low':
      return creditLowTruth(db, notice);
    case 'price_change': {
      const { version } = notice.facts as NoticeFacts['price_change'];
      const [book] = await db.select({ state: priceBooks.state }).from(priceBooks).where(eq(priceBooks.version, version));
      const [newest] = await noticesOfVersion(db, organizationId, version);
      return holdsIf(book?.state === 'scheduled' && isDeepStrictEqual(newest?.facts, notice.facts));
    }
    case 'proposal_made': {
      const { proposalId } = notice.facts as NoticeFacts['proposal_made'];
      return holdsIf(await isProposalOpen(db, { organizationId, id: proposalId }, instantOf(nowSeconds)));
    }
    case 'change_refunded':
      return changeRefundTruth(db, notice);
    // These notices report past events, which cannot become untrue. If a new kind of notice is missing in this list, the compiler reports
    // it.
    case 'change_applied':
    case 'buyer_corrected':
    case 'organization_closed':
    case 'details_changed':
    case 'token_created':
    case 'confirm_address':
      return always;
  }
}
