import { runBundled } from './run-bundled.mjs';

// Millions of usage records, and upcoming invoices of growing organizations.

await runBundled('billing-scale');
