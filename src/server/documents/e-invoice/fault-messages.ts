import type { EInvoice } from './model.ts';
import { brokenRules } from './rules.ts';

export interface EInvoiceFault {
  readonly rule: string;
  readonly message: string;
}

const buyerRemedy = 'under Billing Address & Tax ID, then correct who is billed on this invoice';
const sellerRemedy = 'Only the seller can change this: contact support.';
const sellerUnknown = `The invoice doesn't state the seller's address. ${sellerRemedy}`;
const noVatNumber = `The seller states no VAT number. ${sellerRemedy}`;
const noCategory = `The seller doesn't state why no VAT is charged. ${sellerRemedy}`;

/** Messages by rule, for rules that depend on data that members or the seller enter. */
const messages: Readonly<Record<string, string>> = {
  'BR-06': `The invoice doesn't state the seller's name. ${sellerRemedy}`,
  'BR-07': `The name of who is billed is missing. Fill in the name ${buyerRemedy}.`,
  'BR-08': sellerUnknown,
  'BR-09': `The country of the seller's address is missing. ${sellerRemedy}`,
  'BR-10': `The billing address is missing. Fill it in ${buyerRemedy}.`,
  'BR-11': `The country of the billing address is missing. Fill it in ${buyerRemedy}.`,
  'BR-16': 'The invoice has no lines, and an e-invoice needs at least one.',
  'BR-47': noCategory,
  'BR-CO-04': noCategory,
  'BR-CO-09': `A VAT number doesn't start with the code of its country. Fill in the whole tax ID ${buyerRemedy}.`,
  'BR-CO-26': `The invoice doesn't state the seller's registration. ${sellerRemedy}`,
  'BR-AE-02': `Reverse charge needs the tax ID of who is billed. Fill it in ${buyerRemedy}.`,
  'BR-IC-02': `An intra-community supply needs the VAT number of who is billed. Fill it in ${buyerRemedy}.`,
  'BR-IC-12': `An intra-community supply needs the country of the billing address. Fill it in ${buyerRemedy}.`,
  'BR-E-02': noVatNumber,
  'BR-Z-02': noVatNumber,
  'BR-E-10': noCategory,
};

/** Rules that are always broken together with another rule, whose message is more useful. */
const impliedBy: Readonly<Record<string, string>> = {
  'BR-06': 'BR-08',
  'BR-AE-01': 'BR-16',
  'BR-E-01': 'BR-16',
  'BR-IC-01': 'BR-16',
  'BR-O-01': 'BR-16',
  'BR-Z-01': 'BR-16',
  'BR-47': 'BR-CO-04',
  'BR-48': 'BR-CO-04',
  'BR-57': 'BR-10',
  'BR-CO-04': 'BR-08',
  'BR-CO-26': 'BR-08',
  'BR-IC-12': 'BR-10',
};

export function eInvoiceFaults(document: EInvoice): EInvoiceFault[] {
  const broken = brokenRules(document);
  const ids = new Set(broken.map(({ id }) => id));
  return broken
    .filter(({ id }) => !ids.has(impliedBy[id] ?? ''))
    .map(({ id, requires }) => ({ rule: id, message: messages[id] ?? `${requires} Contact support.` }));
}
