/** Names and explanations of the credit note and the corrected invoice that replace the billed customer on an invoice. */
export const correctionPaperTexts = {
  creditNote: 'Credit note',
  cancels: 'Cancels invoice {number}. No money moves.',
  correctedInvoice: 'Corrected invoice',
  replaces: 'Replaces invoice {number}. Nothing is charged again.',
} as const;
