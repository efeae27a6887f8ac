import { runBundled } from './run-bundled.mjs';

// Books millions of usage records, and times upcoming invoices of organizations of increasing size.

await runBundled('billing-scale');
