import { amountRules } from './amount-rules.ts';
import { categoryRules } from './category-rules.ts';
import { documentRules } from './document-rules.ts';
import type { EInvoice, EInvoiceRule } from './model.ts';

/**
 * Rules of EN 16931 that can apply. Omits rules for parts that documents never have: allowances, charges, payees, representatives, payment
 * accounts, attachments and electronic addresses.
 */
export const eInvoiceRules: readonly EInvoiceRule[] = [...documentRules, ...amountRules, ...categoryRules];

export const brokenRules = (document: EInvoice): EInvoiceRule[] => eInvoiceRules.filter(({ isBroken }) => isBroken(document));
