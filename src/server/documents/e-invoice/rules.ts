import { amountRules } from './amount-rules.ts';
import { categoryRules } from './category-rules.ts';
import { documentRules } from './document-rules.ts';
import type { EInvoice, EInvoiceRule } from './model.ts';

/**
 * Rules of EN 16931 that can apply to the platform's documents, written from the standard's list of rules. The platform has no allowances,
 * charges, payees, representatives, payment accounts, attachments or electronic addresses, so their rules are omitted.
 */
export const eInvoiceRules: readonly EInvoiceRule[] = [...documentRules, ...amountRules, ...categoryRules];

export const brokenRules = (document: EInvoice): EInvoiceRule[] => eInvoiceRules.filter(({ isBroken }) => isBroken(document));
