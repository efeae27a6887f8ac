import { isDeepStrictEqual } from 'node:util';
import type { BilledTo } from '#contract/types.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { CORRECTIONS_A_DAY, correctionRefusal } from './correction-refusal.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { queueCorrection } from '#server/billing/notices/invoice-notices.ts';
import { billedToNow, findCustomer } from '#server/store/customers.ts';
import { nextCreditNoteNumber } from '#server/store/credit-notes.ts';
import { correctionsOf, correctionsSince, findInvoiceToCorrect, insertCorrection } from '#server/store/invoices/invoice-corrections.ts';
import { nextInvoiceNumber } from '#server/store/invoices/invoice-writing.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';

const DAY_SECONDS = 24 * HOUR_SECONDS;

export interface BuyerCorrection {
  readonly organizationId: number;
  readonly slug: string;
  readonly invoiceId: string;
  /** Version of the customer that the member saw. */
  readonly version: number;
  readonly nowSeconds: number;
}

/** If the customer has no saved reference, the reference of the invoice is kept. */
async function newBuyer(tx: Database, organizationId: number, before: BilledTo | null): Promise<BilledTo> {
  const { name, billing_name, address, tax_id } = await billedToNow(tx, organizationId);
  const customer = await findCustomer(tx, organizationId);
  const poNumber = customer?.poNumber ?? before?.po_number;
  const reference = customer?.buyerReference ?? before?.buyer_reference;
  return {
    name,
    billing_name,
    address,
    tax_id,
    ...(poNumber ? { po_number: poNumber } : {}),
    ...(reference ? { buyer_reference: reference } : {}),
  };
}

async function refuseMany(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  if ((await correctionsSince(tx, organizationId, instantOf(nowSeconds - DAY_SECONDS))) < CORRECTIONS_A_DAY) return;
  const message = `Invoices can be corrected ${CORRECTIONS_A_DAY} times a day. Try again after ${formatDateTime(nowSeconds + DAY_SECONDS)}.`;
  throw new PlatformError('too_many_changes', message, { headers: { 'Retry-After': String(DAY_SECONDS) } });
}

/**
 * Credits the whole amount and issues a corrected invoice with the same lines. Moves no money and changes no final document.
 * @throws {PlatformError} 404; 409 for a stale version; 422 with the reason; 429 with the time to try again
 */
export async function correctBuyer(tx: Database, { organizationId, slug, invoiceId, version, nowSeconds }: BuyerCorrection): Promise<void> {
  await lockOrganization(tx, organizationId);
  const found = await findInvoiceToCorrect(tx, organizationId, invoiceId);
  if (!found) throw notFound('Invoice');
  const { finalizedAt, paymentIsProcessing: isProcessing, ...invoice } = found;
  const earlier = await correctionsOf(tx, organizationId, [invoiceId]);
  const billed = earlier.at(-1)?.billedTo ?? invoice.billedTo;
  const billedTo = await newBuyer(tx, organizationId, billed);
  if (((await findCustomer(tx, organizationId))?.version ?? 0) !== version)
    throw new PlatformError('version_stale', 'Someone else changed the billing details since you opened this page');
  const isSame = isDeepStrictEqual(billedTo, billed);
  if (isSame && earlier.length > 0) return;
  const facts = { ...invoice, isProcessing, finalizedAtSeconds: finalizedAt && secondsOf(finalizedAt) };
  const refusal = correctionRefusal(facts, nowSeconds) ?? (isSame ? 'The billing details are those of this invoice already.' : undefined);
  if (refusal !== undefined) throw new PlatformError('rule_violated', refusal);
  await refuseMany(tx, organizationId, nowSeconds);
  const creditNote = await nextCreditNoteNumber(tx, organizationId);
  const { number } = await nextInvoiceNumber(tx, { organizationId, slug });
  await insertCorrection(tx, {
    organizationId,
    invoiceId,
    position: earlier.length + 1,
    correctedNumber: number,
    creditNoteNumber: creditNote.number,
    billedTo,
    seller: invoice.seller ?? creditNote.seller,
    correctedAt: instantOf(nowSeconds),
  });
  await queueCorrection(tx, {
    organizationId,
    invoiceId,
    number: invoice.number,
    correctedNumber: number,
    creditNoteNumber: creditNote.number,
    position: earlier.length + 1,
    atSeconds: nowSeconds,
  });
}
