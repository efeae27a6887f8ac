/** Names and explanations of the two documents that correct who is billed on an invoice. */
export const correctionPaperTexts = {
  creditNote: 'Credit note',
  cancels: 'Cancels invoice {number}. No money moves.',
  correctedInvoice: 'Corrected invoice',
  replaces: 'Replaces invoice {number}. Nothing is charged again.',
} as const;
