import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { buyerOf, sellerOf, sourceOf } from '#tests/support/e-invoice-faults.ts';
import { buildEInvoice } from './e-invoice-document.ts';
import { eInvoiceFaults } from './fault-messages.ts';
import { serializeEInvoice } from './serialize.ts';

const read = (xml: string) =>
  new XMLParser({ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false }).parse(xml) as Record<string, any>;

const faults = (source: ReturnType<typeof sourceOf>) =>
  eInvoiceFaults(buildEInvoice(source)).map(({ rule, message }) => `${rule}: ${message}`);

describe('the file', () => {
  it('names numbers, parties, references, amounts and lines', () => {
    const { Invoice } = read(serializeEInvoice(buildEInvoice(sourceOf('AE'))));
    expect(Invoice).toMatchObject({
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ID': 'LP-ACME-0001',
      'cbc:IssueDate': '2026-02-03',
      'cbc:DueDate': '2026-02-17',
      'cbc:InvoiceTypeCode': '380',
      'cbc:BuyerReference': 'Cost center 80',
      'cac:OrderReference': { 'cbc:ID': 'PO-1' },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': { '#text': '27.34', '@_currencyID': 'USD' },
        'cbc:PrepaidAmount': { '#text': '5.00' },
        'cbc:PayableAmount': { '#text': '22.34' },
      },
    });
    const lines = Invoice['cac:InvoiceLine'];
    expect(lines).toHaveLength(3);
    expect(lines[1]['cac:Item']['cbc:Name']).toBe('Egress <1 TB> & more');
    expect(lines[2]).toMatchObject({
      'cbc:InvoicedQuantity': { '#text': '-1', '@_unitCode': 'C62' },
      'cbc:LineExtensionAmount': { '#text': '-10.00' },
      'cac:Price': { 'cbc:PriceAmount': { '#text': '10.00' } },
    });
    const buyer = Invoice['cac:AccountingCustomerParty']['cac:Party'];
    expect(buyer['cac:PartyTaxScheme']['cbc:CompanyID']).toBe('ATU12345678');
    expect(buyer['cac:PartyLegalEntity']['cbc:RegistrationName']).toBe('Acme & Söhne GmbH');
  });

  it('is a credit note with its own lines for type 381', () => {
    const before = { number: 'LP-ACME-0001', issuedAtSeconds: 1_769_990_400 };
    const { CreditNote } = read(serializeEInvoice(buildEInvoice(sourceOf('AE', { type: '381', precedingInvoice: before }))));
    expect(CreditNote['cbc:CreditNoteTypeCode']).toBe('381');
    expect(CreditNote['cbc:DueDate']).toBeUndefined();
    expect(CreditNote['cac:BillingReference']['cac:InvoiceDocumentReference']['cbc:ID']).toBe('LP-ACME-0001');
    expect(CreditNote['cac:CreditNoteLine'][0]['cbc:CreditedQuantity']['#text']).toBe('1');
  });

  it('shows no VAT number of either side outside the scope of VAT', () => {
    const xml = serializeEInvoice(
      buildEInvoice(sourceOf('O', { seller: { ...sellerOf('O'), vat_number: 'DE123456789', tax_category: 'O' } })),
    );
    expect(xml).not.toContain('DE123456789');
    expect(xml).not.toContain('ATU12345678');
    expect(xml).toContain('VATEX-EU-O');
  });

  it('shows a tax ID without a VAT prefix as a registration', () => {
    const billedTo = { ...buyerOf, tax_id: { type: 'us_ein', value: '12-3456789', country: 'US' } };
    const { buyer } = buildEInvoice(sourceOf('AE', { billedTo }));
    expect(buyer).toMatchObject({ registration: '12-3456789', vatNumber: null });
  });
});

describe('what is missing', () => {
  it.each([
    ['a billing address', sourceOf('O', { billedTo: { ...buyerOf, address: null } }), ['BR-10: The billing address is missing.']],
    [
      'the tax ID for reverse charge',
      sourceOf('AE', { billedTo: { ...buyerOf, tax_id: null } }),
      ['BR-AE-02: Reverse charge needs the tax ID'],
    ],
    ['the tax ID of a supply', sourceOf('K', { billedTo: { ...buyerOf, tax_id: null } }), ['BR-IC-02: An intra-community supply']],
    ['the address of a supply', sourceOf('K', { billedTo: { ...buyerOf, address: null } }), ['BR-10: The billing address']],
    ['the category', sourceOf('S'), ["BR-CO-04: The seller doesn't state why no VAT is charged."]],
    ['the reason', sourceOf('E', { seller: { ...sellerOf('E'), no_tax_reason: ' ' } }), ["BR-E-10: The seller doesn't state why"]],
    ['the seller', sourceOf('O', { seller: null }), ["BR-08: The invoice doesn't state the seller's address."]],
    ['lines', sourceOf('O', { lines: [], payableCents: 0 }), ['BR-16: The invoice has no lines']],
  ])('names %s, and nothing else', (_, source, expected) => {
    const found = faults(source);
    expect(found).toHaveLength(expected.length);
    for (const [index, start] of expected.entries()) expect(found[index]?.startsWith(start)).toBe(true);
  });
});
