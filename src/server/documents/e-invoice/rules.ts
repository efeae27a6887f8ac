import { amountRules } from './amount-rules.ts';
import { categoryRules } from './category-rules.ts';
import { documentRules } from './document-rules.ts';
import type { EInvoice, EInvoiceRule } from './model.ts';

/**
 * Rules of EN 16931 that can apply to a document of the platform, written from the list of rules in the standard. Documents have no
 * allowances, charges, payees, representatives, payment accounts, attachments or electronic addresses, so the rules of these don't apply.
 */
export const eInvoiceRules: readonly EInvoiceRule[] = [...documentRules, ...amountRules, ...categoryRules];

export const brokenRules = (document: EInvoice): EInvoiceRule[] => eInvoiceRules.filter(({ isBroken }) => isBroken(document));
