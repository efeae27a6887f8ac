import type { Invoice } from '#contract/types.ts';
import { invoiceGroupOf } from './invoice-status.ts';
import { invoicesTexts as texts } from './texts/invoices.ts';

/** A separate file keeps other invoice texts out of the first load. */
export const invoiceStatusLabel = (status: Invoice['status']): string => texts[invoiceGroupOf[status]];
