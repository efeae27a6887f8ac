import type { Invoice } from '#contract/types.ts';
import { invoiceGroupOf } from './invoice-status.ts';
import { invoicesTexts as texts } from './texts/invoices.ts';

/** This function has its own file, so that the first load does not include other invoice texts. */
export const invoiceStatusLabel = (status: Invoice['status']): string => texts[invoiceGroupOf[status]];
