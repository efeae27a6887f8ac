import { and, eq } from 'drizzle-orm';
import type { NoticeFacts } from '#server/domain/notices.ts';
import type { Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { priceBooks } from '#server/database/tables/price-books.ts';
import { disputes } from '#server/database/tables/refunds.ts';
import { balanceOf } from '#server/store/ledger.ts';
import type { TakenDelivery } from './notices.ts';

/** How things stand when a mail is about to leave. */
export interface NoticeTruth {
  /** Whether the notice still holds: what no longer does is withdrawn. */
  readonly holds: boolean;
  readonly isPaid: boolean;
}

const always: NoticeTruth = { holds: true, isPaid: false };
const holdsIf = (holds: boolean): NoticeTruth => ({ holds, isPaid: false });

const isOwed: ReadonlySet<string> = new Set(['open', 'issued', 'uncollectible']);

async function invoiceNow(db: Database, { organizationId, invoiceId }: Notice) {
  const [invoice] = await db
    .select({ status: invoices.status, dueCents: invoices.amountDueCents, isProcessing: invoices.paymentIsProcessing })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId ?? '')));
  return invoice ?? null;
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
      return { holds: invoice !== null && invoice.status !== 'void', isPaid: invoice?.status === 'paid' };
    }
    case 'payment_failed': {
      const invoice = await invoiceNow(db, notice);
      return holdsIf(invoice !== null && isOwed.has(invoice.status) && invoice.dueCents > 0 && !invoice.isProcessing);
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
      return holdsIf((row?.balance ?? 0) < usedCents);
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
