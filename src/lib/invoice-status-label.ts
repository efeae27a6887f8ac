import type { Invoice } from '#contract/types.ts';
import { invoiceGroupOf } from './invoice-status.ts';
import { invoicesTexts as texts } from './texts/invoices.ts';

/** 'Outstanding'. Apart from the statuses, so that the first view does without the words of a section further down. */
export const invoiceStatusLabel = (status: Invoice['status']): string => texts[invoiceGroupOf[status]];
