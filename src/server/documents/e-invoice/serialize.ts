import { XMLBuilder } from 'fast-xml-parser';
import type { DatePeriod, EInvoice, EInvoiceAddress, EInvoiceLine, EInvoiceParty, EInvoiceTotals, LineVat, VatTotal } from './model.ts';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Content of an XML element: children by name, in order, or text with attributes. The builder omits undefined children. */
type Xml = string | undefined | readonly Xml[] | { readonly [name: string]: Xml };

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, indentBy: '  ', suppressEmptyNode: true });

const textOf = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

/** Formats cents as a decimal with two digits, such as '-12.50'. Does not round, because the rules require whole cents. */
function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const amountOf = (cents: number | null, currency: string | null): Xml =>
  cents === null ? undefined : { '#text': decimalOf(cents), '@_currencyID': textOf(currency) };

const vatScheme: Xml = { 'cbc:ID': 'VAT' };

const categoryOf = ({ category, percent }: LineVat): { readonly [name: string]: Xml } => ({
  'cbc:ID': textOf(category),
  'cbc:Percent': percent === null ? undefined : String(percent),
});

const periodOf = (period: DatePeriod | null): Xml =>
  period === null ? undefined : { 'cbc:StartDate': textOf(period.start), 'cbc:EndDate': textOf(period.end) };

const addressOf = ({ line1, line2, line3, city, postalCode, region, country }: EInvoiceAddress): Xml => ({
  'cbc:StreetName': textOf(line1),
  'cbc:AdditionalStreetName': textOf(line2),
  'cbc:CityName': textOf(city),
  'cbc:PostalZone': textOf(postalCode),
  'cbc:CountrySubentity': textOf(region),
  'cac:AddressLine': textOf(line3) && { 'cbc:Line': textOf(line3) },
  'cac:Country': textOf(country) && { 'cbc:IdentificationCode': textOf(country) },
});

const partyOf = ({ name, registration, vatNumber, address }: EInvoiceParty): Xml => ({
  'cac:Party': {
    'cac:PostalAddress': address === null ? undefined : addressOf(address),
    'cac:PartyTaxScheme': textOf(vatNumber) && { 'cbc:CompanyID': textOf(vatNumber), 'cac:TaxScheme': vatScheme },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': textOf(name), 'cbc:CompanyID': textOf(registration) },
  },
});

const vatTotalOf = (total: VatTotal, currency: string | null): Xml => ({
  'cbc:TaxableAmount': amountOf(total.taxableCents, currency),
  'cbc:TaxAmount': amountOf(total.taxCents, currency),
  'cac:TaxCategory': {
    ...categoryOf(total),
    'cbc:TaxExemptionReasonCode': textOf(total.exemptionCode),
    'cbc:TaxExemptionReason': textOf(total.exemptionReason),
    'cac:TaxScheme': vatScheme,
  },
});

const totalsOf = (totals: EInvoiceTotals, currency: string | null): Xml => ({
  'cbc:LineExtensionAmount': amountOf(totals.linesCents, currency),
  'cbc:TaxExclusiveAmount': amountOf(totals.withoutTaxCents, currency),
  'cbc:TaxInclusiveAmount': amountOf(totals.withTaxCents, currency),
  'cbc:PrepaidAmount': totals.prepaidCents === 0 ? undefined : amountOf(totals.prepaidCents, currency),
  'cbc:PayableAmount': amountOf(totals.payableCents, currency),
});

const lineOf = (line: EInvoiceLine, currency: string | null, quantityName: string): Xml => ({
  'cbc:ID': textOf(line.id),
  [quantityName]: line.quantity === null ? undefined : { '#text': String(line.quantity), '@_unitCode': textOf(line.unit) },
  'cbc:LineExtensionAmount': amountOf(line.netCents, currency),
  'cac:InvoicePeriod': periodOf(line.period),
  'cac:Item': {
    'cbc:Name': textOf(line.name),
    'cac:ClassifiedTaxCategory': { ...categoryOf(line.vat), 'cac:TaxScheme': vatScheme },
  },
  'cac:Price': { 'cbc:PriceAmount': amountOf(line.priceCents, currency) },
});

/** Serializes a document as UBL 2.1: a CreditNote for type 381, otherwise an Invoice. Elements are in the order of the schema. */
export function serializeEInvoice(document: EInvoice): string {
  const isNote = document.type === '381';
  const { currency, precedingInvoice, deliverTo, lines } = document;
  const root: Xml = {
    '@_xmlns': `${ubl}:${isNote ? 'CreditNote' : 'Invoice'}-2`,
    '@_xmlns:cac': `${ubl}:CommonAggregateComponents-2`,
    '@_xmlns:cbc': `${ubl}:CommonBasicComponents-2`,
    'cbc:CustomizationID': textOf(document.specification),
    'cbc:ID': textOf(document.number),
    'cbc:IssueDate': textOf(document.issueDate),
    'cbc:DueDate': isNote ? undefined : textOf(document.dueDate),
    [isNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode']: textOf(document.type),
    'cbc:Note': textOf(document.note),
    'cbc:DocumentCurrencyCode': textOf(currency),
    'cbc:BuyerReference': textOf(document.buyerReference),
    'cac:InvoicePeriod': periodOf(document.period),
    'cac:OrderReference': textOf(document.purchaseOrder) && { 'cbc:ID': textOf(document.purchaseOrder) },
    'cac:BillingReference': precedingInvoice
      ? {
          'cac:InvoiceDocumentReference': {
            'cbc:ID': textOf(precedingInvoice.number),
            'cbc:IssueDate': textOf(precedingInvoice.issueDate),
          },
        }
      : undefined,
    'cac:AccountingSupplierParty': partyOf(document.seller),
    'cac:AccountingCustomerParty': partyOf(document.buyer),
    'cac:Delivery': deliverTo
      ? { 'cac:DeliveryLocation': { 'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': textOf(deliverTo.country) } } } }
      : undefined,
    'cac:PaymentTerms': textOf(document.paymentTerms) && { 'cbc:Note': textOf(document.paymentTerms) },
    'cac:TaxTotal': {
      'cbc:TaxAmount': amountOf(document.totals.taxCents, currency),
      'cac:TaxSubtotal': document.vatTotals.map((total) => vatTotalOf(total, currency)),
    },
    'cac:LegalMonetaryTotal': totalsOf(document.totals, currency),
    [isNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine']: lines.map((line) =>
      lineOf(line, currency, isNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'),
    ),
  };
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    [isNote ? 'CreditNote' : 'Invoice']: root,
  });
}
