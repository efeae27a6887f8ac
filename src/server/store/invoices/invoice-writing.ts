import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Invoice } from '#contract/types.ts';
import { sumCents } from '#lib/money.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { storedBreakdown, storedDerivation, type BilledLine } from '#server/database/line-format.ts';
import { readSetting } from '#server/database/settings.ts';
import { invoiceLines, invoices, type InvoiceKind } from '#server/database/tables/invoices.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { billFinalTo } from '#server/store/customers.ts';

const numberAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const prefixLength = 8;

/** @param series the prefix of all numbers of the seller; empty if there is no prefix */
export const invoiceNumber = (slug: string, position: number, series: string): string => numberIn([], slug, position, series);

/** Credit notes have a separate series, with 'CN' before the counter. */
export const creditNoteNumber = (slug: string, position: number, series: string): string => numberIn(['CN'], slug, position, series);

function numberIn(mark: readonly string[], slug: string, position: number, series: string): string {
  const bytes = createHash('sha512').update(`number/${slug}`).digest();
  const prefix = Array.from(bytes.subarray(0, prefixLength), (byte) => numberAlphabet[byte % numberAlphabet.length]).join('');
  return [...(series ? [series] : []), prefix, ...mark, String(position).padStart(4, '0')].join('-');
}

export interface NewInvoice {
  readonly organizationId: number;
  readonly slug: string;
  readonly subscriptionId: string;
  readonly kind: InvoiceKind;
  readonly lines: readonly BilledLine[];
  readonly periodStartSeconds: number;
  /** End of the billed period. The invoice is created at this time, and lists of invoices are sorted by it. */
  readonly periodEndSeconds: number;
  readonly status: Invoice['status'];
  readonly amountDueCents: number;
  /** Amount in cents that the last line deducts. A later charge collects this amount. */
  readonly carriedCents: number;
  readonly paymentAttempted?: boolean;
  readonly finalizesAtSeconds?: number | null;
  readonly finalizedAtSeconds?: number | null;
  readonly dueAtSeconds?: number | null;
}

const orNull = (seconds: number | null | undefined): Date | null => (seconds == null ? null : instantOf(seconds));

type LineRow = typeof invoiceLines.$inferInsert;
type InvoicePlace = Pick<LineRow, 'organizationId' | 'invoiceId'>;

const linesOf = ({ organizationId, invoiceId }: InvoicePlace) =>
  and(eq(invoiceLines.organizationId, organizationId), eq(invoiceLines.invoiceId, invoiceId));

const lineRow = ({ organizationId, invoiceId }: InvoicePlace, line: BilledLine, position: number): LineRow => ({
  organizationId,
  invoiceId,
  position,
  periodId: line.periodId,
  key: line.key,
  carriedOver: line.carriedOver,
  reportedLater: line.reportedLater,
  lineGroup: line.group,
  description: line.description,
  metric: line.metric,
  kind: line.kind,
  usageBased: line.usageBased,
  proration: line.proration,
  periodStart: instantOf(line.periodStartSeconds),
  periodEnd: instantOf(line.periodEndSeconds),
  amountCents: line.amountCents,
  amountBeforeDiscountCents: line.amountBeforeDiscountCents,
  unitPriceDescription: line.unitPriceDescription,
  priceBook: line.priceBook,
  derivation: line.derivation && storedDerivation(line.derivation),
  breakdown: storedBreakdown(line.breakdown),
});

async function insertLines(tx: Database, place: InvoicePlace, lines: readonly BilledLine[]): Promise<void> {
  if (lines.length > 0) await tx.insert(invoiceLines).values(lines.map((line, position) => lineRow(place, line, position)));
}

export const subtotalOf = (lines: readonly { readonly amountCents: number }[]): number =>
  sumCents(lines.map(({ amountCents }) => amountCents));

/** Also returns the current seller. The caller must hold the organization lock. */
export async function nextInvoiceNumber(tx: Database, { organizationId, slug }: Pick<NewInvoice, 'organizationId' | 'slug'>) {
  const [numbered] = await tx
    .update(subscriptions)
    .set({ invoicesNumbered: sql`${subscriptions.invoicesNumbered} + 1` })
    .where(eq(subscriptions.organizationId, organizationId))
    .returning({ position: subscriptions.invoicesNumbered });
  const selling = await readSetting(tx, 'seller');
  return { number: invoiceNumber(slug, numbered?.position ?? 1, selling?.series ?? ''), selling };
}

/** Returns the id. The caller must hold the organization lock. */
export async function insertInvoice(tx: Database, invoice: NewInvoice): Promise<string> {
  const id = `in_${randomBytes(12).toString('hex')}`;
  const { number, selling } = await nextInvoiceNumber(tx, invoice);
  await tx.insert(invoices).values({
    id,
    organizationId: invoice.organizationId,
    subscriptionId: invoice.subscriptionId,
    number,
    kind: invoice.kind,
    status: invoice.status,
    periodStart: instantOf(invoice.periodStartSeconds),
    periodEnd: instantOf(invoice.periodEndSeconds),
    subtotalCents: subtotalOf(invoice.lines),
    amountDueCents: invoice.amountDueCents,
    carriedCents: invoice.carriedCents,
    paymentAttempted: invoice.paymentAttempted ?? false,
    finalizesAt: orNull(invoice.finalizesAtSeconds),
    finalizedAt: orNull(invoice.finalizedAtSeconds),
    dueAt: orNull(invoice.dueAtSeconds),
    billedTo: invoice.status === 'draft' ? null : await billFinalTo(tx, invoice.organizationId),
    seller: invoice.status === 'draft' ? null : (selling?.seller ?? null),
  });
  await insertLines(tx, { organizationId: invoice.organizationId, invoiceId: id }, invoice.lines);
  return id;
}

/** Appends a line with the price book of the invoice's last line. The caller must update the sums of the invoice. */
export async function appendLine(tx: Database, place: InvoicePlace, line: BilledLine): Promise<void> {
  const [last] = await tx
    .select({ position: invoiceLines.position, priceBook: invoiceLines.priceBook })
    .from(invoiceLines)
    .where(linesOf(place))
    .orderBy(desc(invoiceLines.position))
    .limit(1);
  const priceBook = last?.priceBook ?? line.priceBook;
  await tx.insert(invoiceLines).values(lineRow(place, { ...line, priceBook }, (last?.position ?? -1) + 1));
}

export async function replaceLines(tx: Database, place: InvoicePlace, lines: readonly BilledLine[]): Promise<void> {
  await tx.delete(invoiceLines).where(linesOf(place));
  await insertLines(tx, place, lines);
}
