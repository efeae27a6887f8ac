/** Source file of each section's chunk, in page order. The server looks up these files in the build manifest. */
export const partSources = {
  subscription: 'src/billing/subscription/SubscriptionSection.tsx',
  breakdown: 'src/billing/upcoming-invoice/UpcomingInvoiceSection.tsx',
  'cost-control': 'src/billing/sections-below.ts',
  'credits-balance': 'src/billing/sections-below.ts',
  'payment-methods': 'src/billing/sections-below.ts',
  email: 'src/billing/sections-below.ts',
  address: 'src/billing/sections-below.ts',
  invoices: 'src/billing/invoices/InvoicesSection.tsx',
} as const;
