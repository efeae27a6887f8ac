import type { CallDeclaration } from './declaration.ts';
import { subscriptionsRead } from './permissions.ts';

const invoices = '/platform/organizations/{slug}/billing/invoices' as const;

/** Past invoices: lists, single invoices, and their files. */
export const invoiceCalls = {
  listInvoices: {
    method: 'GET',
    path: invoices,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'InvoicesQuery',
    success: 200,
    response: 'InvoiceList',
    totalCount: true,
  },
  countInvoices: {
    method: 'HEAD',
    path: invoices,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'InvoiceFiltersQuery',
    success: 200,
    totalCount: true,
  },
  exportInvoices: {
    method: 'GET',
    path: `${invoices}/export`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'InvoiceExportQuery',
    success: 200,
    file: 'text/csv',
  },
  getInvoice: {
    method: 'GET',
    path: `${invoices}/{invoice_id}`,
    access: subscriptionsRead,
    params: 'InvoiceParams',
    success: 200,
    response: 'Invoice',
  },
  getInvoiceLines: {
    method: 'GET',
    path: `${invoices}/{invoice_id}/lines`,
    access: subscriptionsRead,
    params: 'InvoiceParams',
    success: 200,
    response: 'InvoiceLines',
  },
  getInvoicePdf: {
    method: 'GET',
    path: `${invoices}/{invoice_id}/pdf`,
    access: subscriptionsRead,
    params: 'InvoiceParams',
    query: 'InvoicePdfQuery',
    success: 200,
    file: 'application/pdf',
  },
  getEInvoice: {
    method: 'GET',
    path: `${invoices}/{invoice_id}/e-invoice`,
    access: subscriptionsRead,
    params: 'InvoiceParams',
    query: 'InvoicePdfQuery',
    success: 200,
    file: 'application/xml',
  },
  getInvoiceReceipt: {
    method: 'GET',
    path: `${invoices}/{invoice_id}/receipt`,
    access: subscriptionsRead,
    params: 'InvoiceParams',
    success: 200,
    file: 'application/pdf',
  },
  getCreditNotePdf: {
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/credit-notes/{credit_note_id}/pdf',
    access: subscriptionsRead,
    params: 'CreditNoteParams',
    success: 200,
    file: 'application/pdf',
  },
  getCreditNoteEInvoice: {
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/credit-notes/{credit_note_id}/e-invoice',
    access: subscriptionsRead,
    params: 'CreditNoteParams',
    success: 200,
    file: 'application/xml',
  },
} as const satisfies Record<string, CallDeclaration>;
