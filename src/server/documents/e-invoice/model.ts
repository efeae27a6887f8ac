/** VAT categories of EN 16931 that the platform uses. The identifiers of rules for category `K` contain `IC`. */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'K', 'O'] as const;
export type VatCategory = (typeof vatCategories)[number];

/** Document types of code list UNTDID 1001: invoice, credit note, corrected invoice. */
export type DocumentType = '380' | '381' | '384';

/** Period with ISO 8601 dates. */
export interface DatePeriod {
  readonly start: string | null;
  readonly end: string | null;
}

export interface EInvoiceAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly region: string | null;
  /** ISO 3166-1 alpha-2 code (BT-40, BT-55). */
  readonly country: string | null;
}

export interface EInvoiceParty {
  readonly name: string | null;
  /** Number in a business register, or a tax ID that is not a VAT number (BT-30, BT-47). */
  readonly registration: string | null;
  /** VAT number with its prefix (BT-31, BT-48). */
  readonly vatNumber: string | null;
  readonly address: EInvoiceAddress | null;
}

/** VAT of an invoice line or of a total. `percent` is null only for category `O`. */
export interface LineVat {
  readonly category: VatCategory | null;
  readonly percent: number | null;
}

export interface EInvoiceLine {
  readonly id: string;
  readonly quantity: number | null;
  /** Unit code of UN/ECE Recommendation 20. */
  readonly unit: string | null;
  readonly netCents: number | null;
  readonly name: string | null;
  /** Price of one unit in cents; never negative. */
  readonly priceCents: number | null;
  readonly period: DatePeriod | null;
  readonly vat: LineVat;
}

export interface VatTotal extends LineVat {
  readonly taxableCents: number | null;
  readonly taxCents: number | null;
  readonly exemptionReason: string | null;
  readonly exemptionCode: string | null;
}

export interface EInvoiceTotals {
  readonly linesCents: number | null;
  readonly withoutTaxCents: number | null;
  readonly taxCents: number;
  readonly withTaxCents: number | null;
  /** Amount paid before the document was issued, for example with credits (BT-113). */
  readonly prepaidCents: number;
  readonly payableCents: number | null;
}

/** Parts of the semantic model of EN 16931 that the platform's documents can have. A null part is absent. */
export interface EInvoice {
  readonly specification: string | null;
  readonly type: DocumentType | null;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  readonly paymentTerms: string | null;
  readonly currency: string | null;
  readonly note: string | null;
  readonly buyerReference: string | null;
  readonly purchaseOrder: string | null;
  readonly period: DatePeriod | null;
  readonly precedingInvoice: { readonly number: string | null; readonly issueDate: string | null } | null;
  readonly seller: EInvoiceParty;
  readonly buyer: EInvoiceParty;
  /** Country of delivery; only for category `K` (BT-80). */
  readonly deliverTo: { readonly country: string | null } | null;
  readonly vatTotals: readonly VatTotal[];
  readonly totals: EInvoiceTotals;
  readonly lines: readonly EInvoiceLine[];
}

export interface EInvoiceRule {
  readonly id: string;
  readonly requires: string;
  readonly isBroken: (document: EInvoice) => boolean;
}

export const isAbsent = (text: string | null | undefined): boolean => text === null || text === undefined || text.trim() === '';

export const sumOf = (cents: readonly (number | null)[]): number => cents.reduce<number>((sum, each) => sum + (each ?? 0), 0);

/** Tax in cents, rounded half away from zero. */
export function taxOf({ taxableCents, percent }: Pick<VatTotal, 'taxableCents' | 'percent'>): number {
  const share = ((taxableCents ?? 0) * (percent ?? 0)) / 100;
  return Math.sign(share) * Math.round(Math.abs(share));
}
