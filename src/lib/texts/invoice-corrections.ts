/** Dialog that corrects who is billed on a final invoice. */
export const invoiceCorrectionTexts = {
  title: 'Correct who is billed on invoice {number}?',
  about:
    'A credit note cancels this invoice, and a corrected invoice has the same lines. Nothing is charged, and both are sent to your recipients.',
  comparison: 'Who is billed, before and after',
  before: 'On this invoice',
  after: 'On the corrected invoice',
  same: 'Both are the same. Change Billing Address & Tax ID first.',
  confirm: 'Issue corrected invoice',
  correcting: 'Correcting the invoice...',
  failed: 'The invoice could not be corrected: {message}',
  done: 'Invoice {number} is corrected by invoice {corrected}',
} as const;
