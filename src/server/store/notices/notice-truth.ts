import { and, eq, sql } from 'drizzle-orm';
import { overdueCalendar } from '#server/domain/collection.ts';
import type { InvoiceToday, NoticeFacts } from '#server/domain/notices.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { priceBooks } from '#server/database/tables/price-books.ts';
import { disputes } from '#server/database/tables/refunds.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { balanceOf } from '#server/store/ledger.ts';
import type { TakenDelivery } from './notices.ts';

/** How things stand when a mail is about to leave. */
export interface NoticeTruth {
  /** Whether the notice still holds: what no longer does is withdrawn. */
  readonly holds: boolean;
  readonly isPaid: boolean;
  /** Facts as of now, which replace those of the notice. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

const always: NoticeTruth = { holds: true, isPaid: false };
const holdsIf = (holds: boolean): NoticeTruth => ({ holds, isPaid: false });

const isOwed: ReadonlySet<string> = new Set(['open', 'issued', 'uncollectible']);

async function invoiceNow(db: Database, { organizationId, invoiceId }: Notice) {
  const [invoice] = await db
    .select({
      status: invoices.status,
      dueCents: invoices.amountDueCents,
      creditedCents: invoices.creditedCents,
      isProcessing: invoices.paymentIsProcessing,
      isAttempted: invoices.paymentAttempted,
      dueAt: invoices.dueAt,
      nextTryAt: collections.nextTryAt,
      paidBy: subscriptions.paymentMethodType,
      hasCard: sql<boolean>`exists (select from payment_methods m where m.organization_id = ${organizationId} and m.is_default)`,
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, invoices.organizationId))
    .leftJoin(collections, and(eq(collections.organizationId, invoices.organizationId), eq(collections.invoiceId, invoices.id)))
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId ?? '')));
  return invoice ?? null;
}

type InvoiceNow = NonNullable<Awaited<ReturnType<typeof invoiceNow>>>;

const nextTryOf = ({ nextTryAt }: InvoiceNow): number | null => nextTryAt && secondsOf(nextTryAt);

function stateOf({ status, isProcessing, isAttempted, paidBy, nextTryAt, hasCard }: InvoiceNow): InvoiceToday['state'] {
  if (isProcessing) return 'under_way';
  if (status === 'uncollectible') return 'given_up';
  if (paidBy === 'invoice') return 'to_pay';
  if (!hasCard) return 'no_card';
  return isAttempted ? 'failed' : nextTryAt === null ? 'to_pay' : 'to_charge';
}

/** The email of an invoice says how the invoice stands today, whatever it was when it was issued. */
function issuedNow(invoice: InvoiceNow): NoticeTruth {
  const { status, dueCents, creditedCents, dueAt } = invoice;
  const today = isOwed.has(status) && dueCents > 0 ? { today: { state: stateOf(invoice), nextTryAt: nextTryOf(invoice) } } : {};
  return {
    holds: status !== 'void',
    isPaid: status === 'paid',
    facts: { dueCents, creditedCents, dueAt: dueAt && secondsOf(dueAt), ...today },
  };
}

/** The email of a failed payment names the next try and the dates of today. */
function failedNow(invoice: InvoiceNow): NoticeTruth {
  const { status, dueCents, isProcessing, dueAt } = invoice;
  const overdueAt = dueAt && secondsOf(dueAt);
  const restrictedAt = overdueAt === null ? null : overdueCalendar(overdueAt).restrictedSeconds;
  const facts = { nextTryAt: nextTryOf(invoice), overdueAt, restrictedAt };
  return { holds: isOwed.has(status) && dueCents > 0 && !isProcessing, isPaid: false, facts };
}

async function restrictionNow(db: Database, { organizationId }: Notice) {
  const [row] = await db
    .select({ status: organizations.restrictionStatus })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.status ?? null;
}

type Notice = Pick<TakenDelivery, 'kind' | 'facts' | 'organizationId' | 'invoiceId'>;

/** Compares a notice with how things stand. The caller holds the organization's lock, or sends at once. */
export async function truthOf(db: Database, notice: Notice): Promise<NoticeTruth> {
  const { kind, organizationId } = notice;
  switch (kind) {
    case 'invoice_issued': {
      const invoice = await invoiceNow(db, notice);
      return invoice ? issuedNow(invoice) : holdsIf(false);
    }
    case 'payment_failed': {
      const invoice = await invoiceNow(db, notice);
      return invoice ? failedNow(invoice) : holdsIf(false);
    }
    case 'last_notice':
      return holdsIf((await restrictionNow(db, notice)) === 'grace_period_over');
    case 'restricted':
      return holdsIf((await restrictionNow(db, notice)) === 'restricted');
    case 'restored':
      return holdsIf((await restrictionNow(db, notice)) !== 'restricted');
    case 'card_expiring': {
      const { methodId, month, year } = notice.facts as NoticeFacts['card_expiring'];
      const [card] = await db
        .select({ month: paymentMethods.expMonth, year: paymentMethods.expYear, isDefault: paymentMethods.isDefault })
        .from(paymentMethods)
        .where(and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.id, methodId)));
      return holdsIf(card?.isDefault === true && card.month === month && card.year === year);
    }
    case 'dispute_opened': {
      const { disputeId } = notice.facts as NoticeFacts['dispute_opened'];
      const [dispute] = await db
        .select({ state: disputes.state })
        .from(disputes)
        .where(and(eq(disputes.organizationId, organizationId), eq(disputes.id, disputeId)));
      return holdsIf(dispute?.state === 'open');
    }
    case 'credit_low': {
      const { usedCents } = notice.facts as NoticeFacts['credit_low'];
      const balance = balanceOf(organizations.id);
      const [row] = await db.select({ balance }).from(organizations).where(eq(organizations.id, organizationId));
      const balanceCents = row?.balance ?? 0;
      return { holds: balanceCents >= 0 && balanceCents < usedCents, isPaid: false, facts: { balanceCents } };
    }
    case 'price_change': {
      const { version } = notice.facts as NoticeFacts['price_change'];
      const [book] = await db.select({ state: priceBooks.state }).from(priceBooks).where(eq(priceBooks.version, version));
      return holdsIf(book?.state === 'scheduled');
    }
    default:
      return always;
  }
}
