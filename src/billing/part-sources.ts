/** Source file of each section's chunk, in the order of the page; the server looks them up in the build's manifest. */
export const partSources = {
  subscription: 'src/billing/subscription/SubscriptionSection.tsx',
  breakdown: 'src/billing/upcoming-invoice/UpcomingInvoiceSection.tsx',
  'cost-control': 'src/billing/cost-control/CostControlSection.tsx',
  'credits-balance': 'src/billing/credits/CreditsSection.tsx',
  'payment-methods': 'src/billing/payment-methods/PaymentMethodsSection.tsx',
  email: 'src/billing/email-recipients/EmailRecipientsSection.tsx',
  address: 'src/billing/billing-address/BillingAddressSection.tsx',
  invoices: 'src/billing/invoices/InvoicesSection.tsx',
} as const;
