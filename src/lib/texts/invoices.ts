/** Past invoices section. */
export const invoicesTexts = {
  about: 'You get an invoice every time you change your plan or when your monthly billing cycle resets.',
  showing: 'Showing {from} to {to} out of {total} invoices',
  empty: 'No invoices for this organization yet',
  emptyPage: 'There are no invoices on this page',
  beyond: 'This page is beyond the end of {total} invoices',
  noRead: "You need additional permissions to view this organization's invoices",
  failed: 'Failed to retrieve invoices',
  countFailed: 'Failed to retrieve total number of invoices',
  upcoming: 'Upcoming',
  paid: 'Paid',
  forgiven: 'Forgiven',
  outstanding: 'Outstanding',
  processing: 'Processing',
  noPdf: 'Invoice PDF is not available',
  fetchFailed: 'Failed to fetch the selected invoice: {message}',
  redirecting: 'Redirecting to payment gateway...',
} as const;
