import { runBundled } from './run-bundled.mjs';

// Histories of a hundred and a hundred thousand invoices: pages, filters, counts, search, CSV.

await runBundled('invoices');
