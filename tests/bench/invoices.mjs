import { runBundled } from './run-bundled.mjs';

await runBundled('invoices');
