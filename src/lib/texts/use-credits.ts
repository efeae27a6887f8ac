/** Dialog that pays an invoice with credits. */
export const useCreditsTexts = {
  creditsTitle: 'Use credits for invoice {number}?',
  creditsInFull: '{used} of your credits pays this invoice in full. {left} of credit is left.',
  creditsInPart: '{used} of your credits pays a part of this invoice. {rest} is left to pay. {left} of credit is left.',
  creditsAmount: 'Use {used}',
  usingCredits: 'Using credits...',
  usedInFull: 'Invoice {number} is paid with {used} of your credits',
  usedInPart: '{used} of your credits is used for invoice {number}. {rest} is left to pay.',
  useCreditsFailed: 'Failed to use credits: {message}',
} as const;
