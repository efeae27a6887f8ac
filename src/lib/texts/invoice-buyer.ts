export const invoiceReferencesTexts = {
  poNumber: 'Purchase order number',
  buyerReference: 'Buyer reference',
  nextPoNumber: 'Purchase order number of the next invoice',
  nextBuyerReference: 'Buyer reference of the next invoice',
  nextHint: 'Replaces the one above once, on the next invoice that becomes final.',
  poRequired: 'Require a purchase order number',
  poRequiredHint: 'The invoice of a cycle without a number waits for one for up to 24 hours after the cycle, and we send you an email.',
  saving: 'Saving invoice references...',
  saved: 'Invoice references saved',
  saveFailed: 'The invoice references could not be saved: {message}',
} as const;

export const invoiceCorrectionTexts = {
  title: 'Correct who is billed on invoice {number}?',
  about:
    'A credit note cancels this invoice, and a corrected invoice has the same lines. Nothing is charged, and both are sent to your recipients.',
  comparison: 'Billed customer before and after',
  before: 'On this invoice',
  after: 'On the corrected invoice',
  same: 'Both are the same. Change Billing Address & Tax ID first.',
  confirm: 'Issue corrected invoice',
  correcting: 'Correcting the invoice...',
  failed: 'The invoice could not be corrected: {message}',
  done: 'Invoice {number} is corrected by invoice {corrected}',
} as const;
