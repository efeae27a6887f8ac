/** Form of the invoice references. */
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
