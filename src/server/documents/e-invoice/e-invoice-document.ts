import type { BilledTo, Seller } from '#contract/types.ts';
import { findTaxIdKind } from '#lib/tax-id.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { type EInvoice, type EInvoiceLine, type EInvoiceParty, type VatCategory, sumOf } from './model.ts';

/** Identifier of EN 16931 without extensions (BT-24). */
const specification = 'urn:cen.eu:en16931:2017';
const currency = 'USD';
/** Code of the unit "one". An invoice line is billed as a whole. */
const unit = 'C62';

export type EInvoiceSourceLine = Pick<BilledLine, 'description' | 'periodStartSeconds' | 'periodEndSeconds' | 'amountCents'>;

/** A credit note has positive amounts. */
export interface EInvoiceSource {
  readonly type: NonNullable<EInvoice['type']>;
  readonly number: string;
  readonly issuedAtSeconds: number;
  readonly dueAtSeconds: number | null;
  readonly period: { readonly startSeconds: number; readonly endSeconds: number };
  readonly precedingInvoice: { readonly number: string; readonly issuedAtSeconds: number } | null;
  /** Null for an invoice of an earlier release, which did not store the seller. */
  readonly seller: Seller | null;
  readonly billedTo: BilledTo | null;
  readonly lines: readonly EInvoiceSourceLine[];
  /** Amount due when the document was issued. */
  readonly payableCents: number;
  readonly paymentTerms: string;
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** VAT category of a seller: `O` without a VAT number, otherwise the seller's setting; null if the setting is missing. */
export const categoryOf = ({
  vat_number: vatNumber,
  tax_category: category,
}: Pick<Seller, 'vat_number' | 'tax_category'>): VatCategory | null => (vatNumber === null ? 'O' : (category ?? null));

const exemptionCodes: Readonly<Record<VatCategory, string | null>> = {
  S: null,
  Z: null,
  E: null,
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  O: 'VATEX-EU-O',
};

/** In category `O` (outside the scope of VAT), the seller shows no VAT number (BR-O-02). */
function sellerParty(seller: Seller | null, category: VatCategory | null): EInvoiceParty {
  if (!seller) return { name: null, registration: null, vatNumber: null, address: null };
  const [line1 = null, line2 = null, ...more] = seller.address;
  return {
    name: seller.name,
    registration: seller.registration,
    vatNumber: category === 'O' ? null : seller.vat_number,
    address: {
      line1,
      line2,
      line3: more.join(', ') || null,
      city: null,
      postalCode: null,
      region: null,
      country: seller.country ?? null,
    },
  };
}

/** A tax ID of a type with a VAT prefix is a VAT number; any other tax ID is a registration. */
function buyerParty(billedTo: BilledTo | null, category: VatCategory | null): EInvoiceParty {
  if (!billedTo) return { name: null, registration: null, vatNumber: null, address: null };
  const { name, billing_name: billingName, address, tax_id: taxId } = billedTo;
  const isVatNumber = taxId !== null && (findTaxIdKind(taxId)?.vatPrefix ?? null) !== null;
  return {
    name: billingName ?? name,
    registration: taxId && !isVatNumber ? taxId.value : null,
    vatNumber: taxId && isVatNumber && category !== 'O' ? taxId.value.toUpperCase() : null,
    address: address && {
      line1: address.line1,
      line2: address.line2 ?? null,
      line3: null,
      city: address.city ?? null,
      postalCode: address.postal_code ?? null,
      region: address.state ?? null,
      country: address.country,
    },
  };
}

function lineOf(line: EInvoiceSourceLine, index: number, category: VatCategory | null): EInvoiceLine {
  const { description, periodStartSeconds, periodEndSeconds, amountCents } = line;
  return {
    id: String(index + 1),
    // A price can't be negative (BR-27), so a line with a negative amount has a negative quantity.
    quantity: amountCents < 0 ? -1 : 1,
    unit,
    netCents: amountCents,
    name: description,
    priceCents: Math.abs(amountCents),
    period: { start: dayOf(periodStartSeconds), end: dayOf(periodEndSeconds) },
    vat: { category, percent: category === null || category === 'O' ? null : 0 },
  };
}

const reasonOf = (seller: Seller | null, category: VatCategory | null): string | null =>
  category === 'Z' ? null : (seller?.no_tax_reason ?? null);

/** Builds the semantic model. The platform's documents charge no tax, so the only VAT total is 0. */
export function buildEInvoice(source: EInvoiceSource): EInvoice {
  const { seller, billedTo, payableCents, precedingInvoice: before, type } = source;
  const category = seller && categoryOf(seller);
  const linesCents = sumOf(source.lines.map(({ amountCents }) => amountCents));
  const buyer = buyerParty(billedTo, category);
  const percent = category === null || category === 'O' ? null : 0;
  return {
    specification,
    type,
    number: source.number,
    issueDate: dayOf(source.issuedAtSeconds),
    dueDate: payableCents > 0 && source.dueAtSeconds !== null ? dayOf(source.dueAtSeconds) : null,
    paymentTerms: payableCents > 0 ? source.paymentTerms : null,
    currency,
    note: null,
    buyerReference: billedTo?.buyer_reference ?? null,
    purchaseOrder: billedTo?.po_number ?? null,
    period: { start: dayOf(source.period.startSeconds), end: dayOf(source.period.endSeconds) },
    precedingInvoice: before && { number: before.number, issueDate: dayOf(before.issuedAtSeconds) },
    seller: sellerParty(seller, category),
    buyer,
    deliverTo: category === 'K' ? { country: buyer.address?.country ?? null } : null,
    vatTotals: [
      {
        category,
        percent,
        taxableCents: linesCents,
        taxCents: 0,
        exemptionReason: reasonOf(seller, category),
        exemptionCode: category && exemptionCodes[category],
      },
    ],
    totals: {
      linesCents,
      withoutTaxCents: linesCents,
      taxCents: 0,
      withTaxCents: linesCents,
      prepaidCents: linesCents - payableCents,
      payableCents,
    },
    lines: source.lines.map((line, index) => lineOf(line, index, category)),
  };
}
